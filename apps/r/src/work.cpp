#include "work.h"

#include "tables.h"

namespace overhand::r {

void wait_for(const std::function<void(const Progress&)>& work,
              const std::function<void(bindings::Aside&)>& meanwhile) {
  {
    bindings::Aside aside(work);
    while (!aside.wait()) {
      cpp11::check_user_interrupt();
      meanwhile(aside);
    }
    aside.end();
  }
  release_what_was_lent();
}

void run(SEXP tell, const std::function<void(const Progress&)>& work) {
  wait_for(work, [&](bindings::Aside& aside) {
    if (tell == R_NilValue) return;
    if (const auto stand = aside.news()) call(tell, *stand);
  });
}

SEXP failure(const std::string& words, const char* kind) {
  using namespace cpp11::literals;
  cpp11::writable::list made({"message"_nm = words, "kind"_nm = kind});
  made.attr("class") = "overhand_failure";
  return made;
}

SEXP failure(const bindings::Failure& failed) {
  const std::string words = words_of(failed.error, bindings::Language::r);
  switch (failed.error.kind) {
    case ErrorKind::refused:
      return failure(words, "refused");
    case ErrorKind::io:
      return failure(words, "file");
    case ErrorKind::cancelled:
      return failure(words, "cancelled");
    default:
      return failure(words, "value");
  }
}

}  // namespace overhand::r
