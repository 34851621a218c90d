#include "part_release.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "arrays.h"
#include "bindings/part_release.h"
#include "overhand/evaluation/measures.h"
#include "parts.h"
#include "work.h"

namespace overhand::python {
namespace {

using bindings::Json;
using bindings::Language;
using bindings::PartRelease;
using bindings::PartSample;
using bindings::Said;
using bindings::value_or_fail;
using Distances = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const Row, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Sentences are for whoever reads what is said in Python.
PartSample sample_of(const nb::object& stream, const std::string& folder, const std::string& said,
                     const nb::object& tell) {
  auto* held = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(stream.ptr(), stream_capsule));
  if (held == nullptr) throw nb::python_error();
  const Json json = Json::parse(said);
  return result_of(tell, [&](const Progress& progress) {
    return PartSample({.stream = held}, folder, Said(json, Language::python), progress);
  });
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

evaluation::Measurement measurement_of(const Json& json) {
  const auto& all = evaluation::measures();
  const auto found =
      std::ranges::find(all, json.at("name").get<std::string>(), &evaluation::Measure::name);
  if (found == all.end()) throw nb::value_error("There is no such measure.");
  evaluation::Measurement measurement{found->id, json.at("value").get<double>()};
  if (json.contains("interval")) {
    measurement.interval = {json["interval"][0].get<double>(), json["interval"][1].get<double>()};
    measurement.sample = json.at("sample").get<std::size_t>();
  }
  return measurement;
}

// {"records", "unique", "below_three", "in_small_classes", "smallest_class", "measured": [{"name",
// "value", "interval", "sample"}], "worst_association": {"columns", "original", "masked"}}, as far
// as they are known.
release::Whole whole_of(const std::string& said) {
  const Json json = Json::parse(said);
  const auto count = [&](const char* name) { return json.value(name, std::size_t{0}); };
  release::Whole whole{.records = count("records"),
                       .unique = count("unique"),
                       .below_three = count("below_three"),
                       .in_small_classes = count("in_small_classes"),
                       .smallest_class = count("smallest_class")};
  for (const Json& one : json.value("measured", Json::array())) {
    whole.measured.push_back(measurement_of(one));
  }
  if (json.contains("worst_association")) {
    const Json& worst = json["worst_association"];
    whole.worst_association = {worst["columns"][0].get<std::string>(),
                               worst["columns"][1].get<std::string>(),
                               worst["original"].get<double>(), worst["masked"].get<double>()};
  }
  return whole;
}

std::vector<Row> rows_of(const Rows& rows) { return {rows.data(), rows.data() + rows.size()}; }

struct HeldRelease {
  HeldRelease(const PartSample& sample, const std::string& whole, const Rows& rows,
              const nb::object& tell)
      : release(result_of(tell, [&](const Progress& progress) {
          return std::make_unique<PartRelease>(sample, whole_of(whole), rows_of(rows), progress);
        })) {}
  std::unique_ptr<PartRelease> release;
};

void judge(HeldRelease& held, const nb::object& masked, const Rows& sources,
           const nb::object& near_members, const nb::object& near_strangers,
           const std::string& whole, const nb::object& tell) {
  release::InPart part{{table_of(masked), rows_of(sources)},
                       table_of(near_members),
                       table_of(near_strangers),
                       whole_of(whole)};
  run(tell, [&](const Progress& progress) { held.release->judge(std::move(part), progress); });
}

// The manifest; files are (name, SHA-256).
std::string write(const HeldRelease& held,
                  const std::vector<std::pair<std::string, std::string>>& files) {
  std::vector<report::ReleasedFile> named;
  for (const auto& [name, digest] : files) named.push_back({name, digest});
  return text_of(held.release->write(named));
}

nb::bytes bytes_of(const auto& values) {
  return nb::bytes(reinterpret_cast<const char*>(values.data()),
                   values.size() * sizeof(values.front()));
}

void add_witnesses(nb::module_& parts) {
  nb::class_<attacks::Witnesses>(parts, "Witnesses")
      .def("see",
           [](attacks::Witnesses& witnesses, const PartSample& sample, const nb::object& records,
              std::size_t first) {
             bindings::done_or_fail(witnesses.see(sample.read.table, table_of(records), first));
           })
      .def("add",
           [](attacks::Witnesses& witnesses, const Distances& distances, const Rows& rows) {
             bindings::done_or_fail(
                 witnesses.add({distances.data(), distances.size()}, {rows.data(), rows.size()}));
           })
      .def_prop_ro("distances",
                   [](const attacks::Witnesses& held) { return bytes_of(held.distances()); })
      .def_prop_ro("rows", [](const attacks::Witnesses& held) { return bytes_of(held.rows()); })
      .def("found", [](const attacks::Witnesses& held) { return bytes_of(held.found()); });
}

}  // namespace

void add_part_release(nb::module_& parts) {
  nb::class_<PartSample>(parts, "Sample")
      .def(
          "__init__",
          [](PartSample* sample, const nb::object& stream, const std::string& folder,
             const std::string& said, const nb::object& tell) {
            new (sample) PartSample(sample_of(stream, folder, said, tell));
          },
          nb::arg("stream"), nb::arg("folder"), nb::arg("said"), nb::arg("tell").none())
      .def("witnesses", [](const PartSample& sample, const Rows& people) {
        return sample.witnesses_of(rows_of(people));
      });
  add_witnesses(parts);
  nb::class_<HeldRelease>(parts, "Release")
      .def(nb::init<const PartSample&, const std::string&, const Rows&, const nb::object&>(),
           nb::arg("sample"), nb::arg("whole"), nb::arg("rows"), nb::arg("tell").none())
      .def_prop_ro("setting",
                   [](const HeldRelease& held) { return text_of(held.release->setting()); })
      .def_prop_ro("told", [](const HeldRelease& held) { return held.release->told(); })
      .def_prop_ro("members",
                   [](const HeldRelease& held) { return bytes_of(held.release->members()); })
      .def_prop_ro("strangers",
                   [](const HeldRelease& held) {
                     const auto [left_out, attacked] = held.release->strangers();
                     return nb::make_tuple(bytes_of(left_out), bytes_of(attacked));
                   })
      .def("judge", judge, nb::arg("masked"), nb::arg("sources"), nb::arg("near_members"),
           nb::arg("near_strangers"), nb::arg("whole"), nb::arg("tell").none())
      .def("write", write)
      .def_prop_ro("reports", [](const HeldRelease& held) {
        const auto [external, internal] = held.release->reports();
        return nb::make_tuple(text_of(external), text_of(internal));
      });
  parts.def("attacks_on", [](const PartSample& sample, const Rows& members, const Rows& strangers,
                             const nb::object& near) {
    const Table seen = table_of(near);
    const attacks::People people{rows_of(members), rows_of(strangers)};
    return text_of(result_of(nb::none(), [&](const Progress& progress) {
      return bindings::attacks_on(sample, people, seen, progress);
    }));
  });
  parts.def("check_release", [](const std::string& folder, const std::string& said) {
    const Json json = Json::parse(said);
    bindings::check_part_release(folder, Said(json, Language::python));
  });
}

}  // namespace overhand::python
