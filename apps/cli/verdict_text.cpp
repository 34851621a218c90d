#include "verdict_text.h"

#include <fmt/format.h>

namespace overhand::cli {
namespace {

std::string plain(std::string sentence) {  // the page's marks for strong words
  std::erase(sentence, '*');
  return sentence;
}

}  // namespace

void print_verdict(const report::Subject& subject) {
  const auto verdict = report::verdict_json(subject);
  fmt::print("{} {}\n", verdict["headline"].get<std::string>(),
             verdict["facts"].get<std::string>());
  const auto print = [&](const char* title, const char* part) {
    fmt::print("{}\n", title);
    for (const auto& sentence : verdict[part]) {
      fmt::print("  - {}\n", plain(sentence.get<std::string>()));
    }
  };
  print("What an intruder can do:", "intruder");
  print("What analysts keep and lose:", "analysts");
  print("What this does not promise:", "limits");
}

}  // namespace overhand::cli
