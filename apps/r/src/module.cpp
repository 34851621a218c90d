// What the package calls: tables as columns of R or as paths, what is said as a list, results as
// lists. The functions in R/ are what people call.
#include <R_ext/Rdynload.h>

#include <cpp11/declarations.hpp>
#include <cstring>
#include <mutex>

#include "abilities.h"
#include "bindings/tasks.h"
#include "overhand/report/catalogue_json.h"
#include "overhand/report/html.h"
#include "overhand/report/results_json.h"
#include "overhand/utility/boosted_trees.h"
#include "tables.h"
#include "values.h"
#include "work.h"
#include "work_kept.h"

namespace overhand::r {
namespace {

using bindings::Language;
using bindings::MaskedTable;
using bindings::Outcome;
using bindings::Said;
using namespace cpp11::literals;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

SEXP text_value(const std::string& text) { return value_of(Json(text)); }

// Rows of R's, from 1.
SEXP rows_of(const Lineage& rows) {
  cpp11::writable::doubles all(static_cast<R_xlen_t>(rows.size()));
  std::ranges::transform(rows, REAL(all), [](Row row) { return row + 1.0; });
  return all;
}

// The source of each masked record, as a row of the table that was given.
SEXP sources_of(const MaskedTable& made) {
  if (!made.masked.lineage) return R_NilValue;
  Lineage rows = *made.masked.lineage;
  if (made.read.rows) {
    for (Row& row : rows) row = (*made.read.rows)[row];
  }
  return rows_of(rows);
}

template <class Held>
SEXP pointer_to(Held held) {
  return cpp11::external_pointer<Held>(new Held(std::move(held)));
}

template <class Held>
Held& held_in(SEXP pointer) {
  const cpp11::external_pointer<Held> held(pointer);
  return *held.get();
}

// Calls task(said, progress) aside.
template <class Task>
auto told(SEXP said, SEXP tell, const Task& task) {
  const Json json = json_of(said);
  return result_of(
      tell, [&](const Progress& progress) { return task(Said(json, Language::r), progress); });
}

SEXP mask(SEXP table, SEXP said, SEXP tell) {
  return guarded([&]() -> SEXP {
    Given given(table);
    auto made = told(said, tell, [&](const Said& all, const Progress& progress) {
      return bindings::mask(given.source(), all, progress);
    });
    const cpp11::sexp columns(columns_of(made.masked.table));
    const cpp11::sexp sources(sources_of(made));
    const cpp11::sexp notes(value_of(Json(made.told)));
    return cpp11::writable::list({"columns"_nm = columns, "lineage"_nm = sources,
                                  "notes"_nm = notes,
                                  "handle"_nm = cpp11::sexp(pointer_to(std::move(made)))});
  });
}

SEXP record(SEXP handle, SEXP tell) {
  return guarded([&] {
    const auto& made = held_in<MaskedTable>(handle);
    return value_of(result_of(
        tell, [&](const Progress& progress) { return bindings::record_of(made, progress); }));
  });
}

SEXP reports(const Json& external, const Json& internal) {
  const cpp11::sexp outer(external.is_null() ? R_NilValue : text_value(text_of(external)));
  const cpp11::sexp inner(text_value(text_of(internal)));
  const cpp11::sexp verdict(value_of(internal.value("verdict", Json())));
  return cpp11::writable::list(
      {"external"_nm = outer, "internal"_nm = inner, "verdict"_nm = verdict});
}

SEXP masked_reports(SEXP handle, SEXP tell) {
  return guarded([&] {
    const auto& made = held_in<MaskedTable>(handle);
    const auto both = result_of(
        tell, [&](const Progress& progress) { return bindings::reports_of(made, progress); });
    return reports(both.external, both.internal);
  });
}

SEXP outcome_reports(SEXP handle, SEXP tell) {
  return guarded([&] {
    const auto& outcome = held_in<Outcome>(handle);
    if (!outcome.judged) return reports(nullptr, *outcome.refusal);
    const auto report = [&](report::Audience audience) {
      return result_of(tell, [&](const Progress& progress) {
        return bindings::report_of(*outcome.judged, audience, progress);
      });
    };
    return reports(report(report::Audience::external), report(report::Audience::internal));
  });
}

// With the table that was made, or none.
SEXP given_out(Outcome outcome, bool with_table) {
  const cpp11::sexp values(value_of(outcome.json));
  const cpp11::sexp columns(with_table && outcome.judged ? columns_of(outcome.judged->masked.table)
                                                         : R_NilValue);
  return cpp11::writable::list({"values"_nm = values, "columns"_nm = columns,
                                "handle"_nm = cpp11::sexp(pointer_to(std::move(outcome)))});
}

// `rows`: of the sources, from 1, or NULL.
SEXP evaluate(SEXP original, SEXP masked, SEXP rows, SEXP said, SEXP tell) {
  return guarded([&] {
    Given first(original);
    Given second(masked);
    std::optional<Lineage> sources;
    if (rows != R_NilValue) {
      sources.emplace();
      for (const double row : cpp11::doubles(rows)) sources->push_back(static_cast<Row>(row - 1));
    }
    return given_out(told(said, tell,
                          [&](const Said& all, const Progress& progress) {
                            return bindings::evaluate(first.source(), second.source(), sources, all,
                                                      progress);
                          }),
                     false);
  });
}

SEXP tune(SEXP table, SEXP said, SEXP tell) {
  return guarded([&] {
    Given given(table);
    return given_out(told(said, tell,
                          [&](const Said& all, const Progress& progress) {
                            return bindings::tune(given.source(), all, progress);
                          }),
                     true);
  });
}

SEXP inspect(SEXP table, SEXP said, SEXP tell) {
  return guarded([&]() -> SEXP {
    Given given(table);
    const auto found = told(said, tell, [&](const Said& all, const Progress& progress) {
      return bindings::inspect(given.source(), all, progress);
    });
    return cpp11::writable::list({"values"_nm = cpp11::sexp(value_of(found.json)),
                                  "schema"_nm = cpp11::sexp(text_value(found.schema))});
  });
}

SEXP read(SEXP path, SEXP said, SEXP tell) {
  return guarded([&]() -> SEXP {
    Given given(path);
    const auto found = told(said, tell, [&](const Said& all, const Progress& progress) {
      return bindings::read_all(given.source(), all, progress);
    });
    return cpp11::writable::list({"columns"_nm = cpp11::sexp(columns_of(found.table)),
                                  "notes"_nm = cpp11::sexp(value_of(Json(found.notes)))});
  });
}

SEXP simulate(SEXP said) {
  return guarded([&] {
    return columns_of(told(said, R_NilValue, [](const Said& all, const Progress&) {
      return bindings::simulate(all);
    }));
  });
}

SEXP lineage(SEXP path) {
  return guarded([&] {
    return rows_of(
        bindings::value_or_fail(bindings::files().read_lineage(utf8(STRING_ELT(path, 0)), {})));
  });
}

SEXP release(SEXP table, SEXP folder, SEXP said, SEXP tell) {
  return guarded([&]() -> SEXP {
    Given given(table);
    const std::string place = utf8(STRING_ELT(folder, 0));
    const auto made = told(said, tell, [&](const Said& all, const Progress& progress) {
      return bindings::release(given.source(), place, all, progress);
    });
    return cpp11::writable::list({"manifest"_nm = cpp11::sexp(value_of(made.manifest)),
                                  "columns"_nm = cpp11::sexp(columns_of(made.masked)),
                                  "notes"_nm = cpp11::sexp(value_of(Json(made.told)))});
  });
}

SEXP verify(SEXP folder, SEXP tell) {
  return guarded([&] {
    const std::string place = utf8(STRING_ELT(folder, 0));
    const auto count = result_of(
        tell, [&](const Progress& progress) { return bindings::verify(place, progress); });
    return value_of(Json(count));
  });
}

// What this build can do that another cannot.
SEXP abilities() {
  return value_of(Json{{"files", has_files}, {"trees", utility::has_boosted_trees}});
}

// Until an interrupt. `announce` gets the address.
SEXP serve(SEXP port, SEXP announce) {
  return guarded([&] {
    const int number = cpp11::as_cpp<int>(port);
    const cpp11::function tell_address(announce);
    std::mutex mutex;
    std::string address;
    const auto announced = [&] {
      std::string known;
      {
        const std::scoped_lock lock(mutex);
        known.swap(address);
      }
      if (!known.empty()) tell_address(known);
    };
    wait_for(
        [&](const Progress& progress) {
          const auto ready = [&](const std::string& known) {
            const std::scoped_lock lock(mutex);
            address = known;
          };
          bindings::done_or_fail(bindings::files().serve(number, ready, progress));
        },
        [&](bindings::Aside&) { announced(); });
    return R_NilValue;
  });
}

SEXP methods() { return value_of(report::methods_json()["methods"]); }
SEXP measures() { return value_of(report::measures_json()["measures"]); }
SEXP page(SEXP report) {
  return text_value(report::report_html(Json::parse(utf8(STRING_ELT(report, 0)))));
}

// A function of ours as R calls it: exceptions, and R's own jumps in them, go on in R.
template <auto function>
struct Entry;
template <class... Arguments, SEXP (*function)(Arguments...)>
struct Entry<function> {
  static SEXP call(Arguments... arguments) {
    BEGIN_CPP11
    return function(arguments...);
    END_CPP11
  }
  static constexpr int arguments = sizeof...(Arguments);
};

template <auto function>
R_CallMethodDef entry(const char* name) {
  using Called = Entry<function>;
  const auto any = reinterpret_cast<void (*)()>(&Called::call);
  return {name, reinterpret_cast<DL_FUNC>(any), Called::arguments};
}

const R_CallMethodDef* entries() {
  static const R_CallMethodDef all[] = {entry<mask>("core_mask"),
                                        entry<record>("core_record"),
                                        entry<masked_reports>("core_masked_reports"),
                                        entry<outcome_reports>("core_outcome_reports"),
                                        entry<evaluate>("core_evaluate"),
                                        entry<tune>("core_tune"),
                                        entry<inspect>("core_inspect"),
                                        entry<read>("core_read"),
                                        entry<simulate>("core_simulate"),
                                        entry<lineage>("core_lineage"),
                                        entry<release>("core_release"),
                                        entry<verify>("core_verify"),
                                        entry<abilities>("core_abilities"),
                                        entry<serve>("core_serve"),
                                        entry<methods>("core_methods"),
                                        entry<measures>("core_measures"),
                                        entry<page>("core_page"),
                                        entry<keep_work>("core_keep_work"),
                                        entry<work_in>("core_work_in"),
                                        entry<gap_kinds>("core_gap_kinds"),
                                        entry<gaps_of_kinds>("core_gaps"),
                                        {nullptr, nullptr, 0}};
  return all;
}

void begin(DllInfo* library) {
  R_registerRoutines(library, nullptr, entries(), nullptr, nullptr);
  R_useDynamicSymbols(library, FALSE);
  R_forceSymbols(library, TRUE);
  make_work_class(library);
  open_files();
}

}  // namespace
}  // namespace overhand::r

// The name is R's to choose.
extern "C" __attribute__((visibility("default"))) void R_init_overhand(DllInfo* library) {
  overhand::r::begin(library);
}
