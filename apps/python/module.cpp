// The module overhand._core: what is said comes as JSON, tables as streams of Arrow's or as paths,
// results go back as JSON and tables. The package in overhand/ is what people call.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "bindings/tasks.h"
#include "overhand/report/catalogue_json.h"
#include "overhand/report/html.h"
#include "overhand/report/results_json.h"
#include "parts.h"
#include "tables.h"
#include "work.h"

namespace overhand::python {
namespace {

using bindings::Json;
using bindings::Language;
using bindings::Said;
using bindings::Source;
using report::Audience;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// A path, or a capsule with a stream.
Source source_of(const nb::object& table) {
  if (nb::isinstance<nb::str>(table)) return {.path = nb::cast<std::string>(table)};
  void* stream = PyCapsule_GetPointer(table.ptr(), stream_capsule);
  if (stream == nullptr) {
    PyErr_Clear();
    throw nb::type_error("The table's __arrow_c_stream__() gives no stream of Arrow's.");
  }
  return {.stream = static_cast<ArrowArrayStream*>(stream)};
}

// A masked table that may still be asked for its record and its reports.
struct HeldMasked {
  bindings::MaskedTable made;
};

struct HeldOutcome {
  bindings::Outcome outcome;
};

HeldMasked mask(const nb::object& table, const std::string& said, const nb::object& tell) {
  const Source source = source_of(table);
  const Json json = Json::parse(said);
  return {result_of(tell, [&](const Progress& progress) {
    return bindings::mask(source, Said(json, Language::python), progress);
  })};
}

using Rows = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

HeldOutcome evaluate(const nb::object& original, const nb::object& masked,
                     const std::optional<Rows>& rows, const std::string& said,
                     const nb::object& tell) {
  const Source first = source_of(original);
  const Source second = source_of(masked);
  std::optional<Lineage> sources;
  if (rows) sources.emplace(rows->data(), rows->data() + rows->size());
  const Json json = Json::parse(said);
  return {result_of(tell, [&](const Progress& progress) {
    return bindings::evaluate(first, second, sources, Said(json, Language::python), progress);
  })};
}

HeldOutcome tune(const nb::object& table, const std::string& said, const nb::object& tell) {
  const Source source = source_of(table);
  const Json json = Json::parse(said);
  return {result_of(tell, [&](const Progress& progress) {
    return bindings::tune(source, Said(json, Language::python), progress);
  })};
}

nb::tuple inspect(const nb::object& table, const std::string& said, const nb::object& tell) {
  const Source source = source_of(table);
  const Json json = Json::parse(said);
  const auto found = result_of(tell, [&](const Progress& progress) {
    return bindings::inspect(source, Said(json, Language::python), progress);
  });
  return nb::make_tuple(text_of(found.json), found.schema);
}

nb::tuple read(const nb::object& table, const std::string& said, const nb::object& tell) {
  const Source source = source_of(table);
  const Json json = Json::parse(said);
  auto found = result_of(tell, [&](const Progress& progress) {
    return bindings::read_all(source, Said(json, Language::python), progress);
  });
  return nb::make_tuple(HeldTable{std::move(found.table)}, found.notes);
}

HeldTable simulate(const std::string& said) {
  const Json json = Json::parse(said);
  return {result_of(nb::none(), [&](const Progress&) {
    return bindings::simulate(Said(json, Language::python));
  })};
}

nb::object rows_array(const Lineage& rows) {
  auto held = std::make_unique<std::vector<std::int64_t>>(rows.begin(), rows.end());
  std::int64_t* values = held->data();
  const std::size_t size = held->size();
  const nb::capsule owner(held.release(), [](void* pointer) noexcept {
    delete static_cast<std::vector<std::int64_t>*>(pointer);
  });
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>(values, {size}, owner));
}

// The source of each masked record, as a row of the table that was given.
nb::object sources_of(const HeldMasked& held) {
  const auto& masked = held.made.masked;
  if (!masked.lineage) return nb::none();
  Lineage rows = *masked.lineage;
  if (held.made.read.rows) {
    for (Row& row : rows) row = (*held.made.read.rows)[row];
  }
  return rows_array(rows);
}

// (external, internal).
nb::tuple masked_reports(const HeldMasked& held, const nb::object& tell) {
  const auto reports = result_of(
      tell, [&](const Progress& progress) { return bindings::reports_of(held.made, progress); });
  return nb::make_tuple(text_of(reports.external), text_of(reports.internal));
}

nb::tuple outcome_reports(const HeldOutcome& held, const nb::object& tell) {
  const bindings::Outcome& outcome = held.outcome;
  if (!outcome.judged) return nb::make_tuple(nb::none(), text_of(*outcome.refusal));
  const auto report = [&](Audience audience) {
    return text_of(result_of(tell, [&](const Progress& progress) {
      return bindings::report_of(*outcome.judged, audience, progress);
    }));
  };
  return nb::make_tuple(report(Audience::external), report(Audience::internal));
}

nb::object outcome_table(const HeldOutcome& held) {
  if (!held.outcome.judged) return nb::none();
  return nb::cast(HeldTable{held.outcome.judged->masked.table});
}

void add_results(nb::module_& module) {
  nb::class_<HeldMasked>(module, "Masked")
      // The original is measured later, when the caller may have changed what he lent.
      .def("give",
           [](HeldMasked& held) {
             held.made.read.table = bindings::owned(held.made.read.table);
             return HeldTable{held.made.masked.table};
           })
      // Without the original and all else, so that nothing but the caller has the values.
      .def("give_away",
           [](HeldMasked& held) {
             Table table = std::move(held.made.masked.table);
             held.made.masked = {};
             held.made.read = {};
             return HeldTable{std::move(table)};
           })
      .def_prop_ro("sources", sources_of)
      .def_prop_ro("rows",
                   [](const HeldMasked& held) -> nb::object {
                     return held.made.read.rows ? rows_array(*held.made.read.rows) : nb::none();
                   })
      .def_prop_ro("keeps_rows", [](const HeldMasked& held) { return held.made.keeps_rows(); })
      .def_prop_ro("told", [](const HeldMasked& held) { return held.made.told; })
      .def(
          "record",
          [](const HeldMasked& held, const nb::object& tell) {
            return text_of(result_of(tell, [&](const Progress& progress) {
              return bindings::record_of(held.made, progress);
            }));
          },
          nb::arg("tell").none())
      .def("reports", masked_reports, nb::arg("tell").none());
  nb::class_<HeldOutcome>(module, "Outcome")
      .def_prop_ro("json", [](const HeldOutcome& held) { return text_of(held.outcome.json); })
      .def_prop_ro("table", outcome_table)
      .def("reports", outcome_reports, nb::arg("tell").none());
}

// The rows in a lineage file, from 0.
nb::object lineage(const std::string& path) {
  return rows_array(bindings::value_or_fail(bindings::files().read_lineage(path, {})));
}

// (manifest, (external report, internal report), table, sentences).
nb::tuple release(const nb::object& table, const std::string& folder, const std::string& said,
                  const nb::object& tell) {
  const Source source = source_of(table);
  const Json json = Json::parse(said);
  auto made = result_of(tell, [&](const Progress& progress) {
    return bindings::release(source, folder, Said(json, Language::python), progress);
  });
  return nb::make_tuple(
      text_of(made.manifest),
      nb::make_tuple(text_of(made.reports.external), text_of(made.reports.internal)),
      HeldTable{std::move(made.masked)}, made.told);
}

std::size_t verify(const std::string& folder, const nb::object& tell) {
  return result_of(tell,
                   [&](const Progress& progress) { return bindings::verify(folder, progress); });
}

// Until Ctrl-C. `announce` gets the address.
void serve(int port, const nb::object& announce) {
  run(nb::none(), [&](const Progress& progress) {
    const auto ready = [&](const std::string& address) {
      const nb::gil_scoped_acquire acquired;
      announce(address);
    };
    bindings::done_or_fail(bindings::files().serve(port, ready, progress));
  });
}

void use_files(const nb::capsule& files) {
  bindings::use_files(static_cast<const bindings::Files*>(files.data("overhand.files")));
}

}  // namespace

NB_MODULE(_core, module) {
  translate_failures(module);
  add_tables(module);
  add_results(module);
  add_parts(module);
  module.attr("__version__") = OVERHAND_VERSION;
  module.def("use_files", use_files);
  module.def("mask", mask, nb::arg("table"), nb::arg("said"), nb::arg("tell").none());
  module.def("evaluate", evaluate, nb::arg("original"), nb::arg("masked"),
             nb::arg("sources").none(), nb::arg("said"), nb::arg("tell").none());
  module.def("tune", tune, nb::arg("table"), nb::arg("said"), nb::arg("tell").none());
  module.def("inspect", inspect, nb::arg("table"), nb::arg("said"), nb::arg("tell").none());
  module.def("read", read, nb::arg("table"), nb::arg("said"), nb::arg("tell").none());
  module.def("simulate", simulate);
  module.def("lineage", lineage);
  module.def("release", release, nb::arg("table"), nb::arg("folder"), nb::arg("said"),
             nb::arg("tell").none());
  module.def("verify", verify, nb::arg("folder"), nb::arg("tell").none());
  module.def("serve", serve);
  module.def("methods", [] { return text_of(report::methods_json()); });
  module.def("measures", [] { return text_of(report::measures_json()); });
  module.def("page",
             [](const std::string& report) { return report::report_html(Json::parse(report)); });
}

}  // namespace overhand::python
