#include "parts.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <memory>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "arrays.h"
#include "bindings/said.h"
#include "lent.h"
#include "overhand/exchange/import.h"
#include "overhand/masking/release_key.h"
#include "overhand/parts/deal.h"
#include "overhand/parts/pool.h"
#include "overhand/parts/rows.h"
#include "part_release.h"
#include "ranges.h"
#include "rotation.h"
#include "tables.h"

namespace overhand::python {

namespace nb = nanobind;
using bindings::Json;
using bindings::Language;
using bindings::Said;
using bindings::value_or_fail;

Table table_of(const nb::object& capsule) {
  void* stream = PyCapsule_GetPointer(capsule.ptr(), stream_capsule);
  if (stream == nullptr) throw nb::python_error();
  return value_or_fail(exchange::import_table(*static_cast<ArrowArrayStream*>(stream)));
}

random::Key key_from(const nb::bytes& bytes) {
  random::Key::Bytes held{};
  if (bytes.size() != held.size()) throw nb::value_error("key must be 32 bytes.");
  std::copy_n(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), held.size(), held.begin());
  return random::Key(held);
}

namespace {

nb::object rows_given(const Lineage& rows) {
  auto held = std::make_unique<std::vector<std::int64_t>>(rows.begin(), rows.end());
  std::int64_t* values = held->data();
  const std::size_t size = held->size();
  const nb::capsule owner(held.release(), [](void* pointer) noexcept {
    delete static_cast<std::vector<std::int64_t>*>(pointer);
  });
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>(values, {size}, owner));
}

nb::bytes bytes_of_key(const random::Key& key) {
  return nb::bytes(key.bytes().data(), key.bytes().size());
}

template <class Value>
std::vector<Value> all_from(const nb::list& list, Result<Value> (*from)(std::string_view)) {
  const LentList lent(list);
  std::vector<Value> all;
  for (const std::string_view bytes : lent.views()) {
    all.push_back(value_or_fail(from(bytes)));
  }
  return all;
}

// The key that is said, or a fresh one.
nb::bytes key(const std::string& said) {
  const Json json = Json::parse(said);
  return bytes_of_key(bindings::key_of(Said(json, Language::python)).key);
}

nb::bytes digest_key(const nb::bytes& key) {
  return bytes_of_key(masking::digest_key(key_from(key)));
}

// The outline, and the number of the first record of each part.
nb::tuple outline(const nb::object& like, const nb::list& surveys, int bins, std::size_t min_bin) {
  const auto held = all_from(surveys, parts::survey_from);
  const auto made = value_or_fail(parts::outline_of(table_of(like), held, bins, min_bin));
  nb::list rows;
  for (const parts::PartStart& start : parts::starts_of(made, held)) rows.append(start.row);
  return nb::make_tuple(given(parts::bytes_of(made)), rows);
}

std::size_t record_count(const nb::bytes& outline) {
  return value_or_fail(parts::outline_from({outline.c_str(), outline.size()})).rows;
}

// For each column that is masked: (whether a value is infinite, [(level, how many)]).
nb::list facts(const nb::list& surveys) {
  parts::Survey all;
  for (const parts::Survey& survey : all_from(surveys, parts::survey_from)) all.add(survey);
  nb::list columns;
  for (const parts::ColumnSurvey& column : all.columns) {
    nb::list levels;
    for (const auto& [level, count] : column.levels) {
      levels.append(nb::make_tuple(nb::str(level.data(), level.size()), count));
    }
    const bool is_infinite = column.range.low <= column.range.high &&
                             (std::isinf(column.range.low) || std::isinf(column.range.high));
    columns.append(nb::make_tuple(is_infinite, levels));
  }
  return columns;
}

// The key of this very release. `names` are all columns that go out, of which `like` has those to
// mask.
random::Key key_of_release(const Table& like, const std::vector<std::string>& names,
                           const std::vector<parts::Tally>& tallies, const std::string& said,
                           const random::Key& key) {
  const Json json = Json::parse(said);
  const Said arguments(json, Language::python);
  const masking::Method& method = bindings::method_of(arguments);
  std::size_t rows = 0;
  for (const parts::Tally& tally : tallies) rows += tally.rows;
  std::vector<masking::StatedColumn> columns;
  for (const std::string& name : names) {
    const auto place = find_column(like, name);
    columns.push_back({.name = name, .role = Role::keep, .is_digested = false});
    if (!place) continue;
    columns.back() = masking::stated(like.columns()[*place], method);
    for (const parts::Tally& tally : tallies) columns.back().digest += tally.digests[*place];
  }
  return masking::release_key(key, method, {.values = bindings::options_of(method, arguments)},
                              rows, columns);
}

// The same for a method that needs no plan.
nb::bytes release_key(const nb::object& like, const std::vector<std::string>& names,
                      const nb::list& tallies, const std::string& said, const nb::bytes& key) {
  return bytes_of_key(key_of_release(table_of(like), names, all_from(tallies, parts::tally_from),
                                     said, key_from(key)));
}

// (plan, [the plan of each part], key of the release, pool tasks, row tasks).
nb::tuple plan(const nb::object& like, const std::vector<std::string>& names,
               const nb::bytes& outline, const nb::list& surveys, const nb::list& tallies,
               const std::string& said, const nb::bytes& key, std::size_t task_bytes,
               std::size_t least, std::size_t kept_bytes) {
  const auto counted = all_from(tallies, parts::tally_from);
  const Table columns = table_of(like);
  const random::Key own = key_of_release(columns, names, counted, said, key_from(key));
  const auto known = value_or_fail(parts::outline_from({outline.c_str(), outline.size()}));
  const auto made =
      value_or_fail(parts::plan_of(known, counted, {task_bytes, least, kept_bytes}, own));
  nb::list starts;
  const auto looked = all_from(surveys, parts::survey_from);
  for (const auto& part : value_or_fail(parts::part_plans(made, looked, counted))) {
    starts.append(given(parts::bytes_of(part)));
  }
  return nb::make_tuple(given(parts::bytes_of(made)), starts, bytes_of_key(own),
                        made.pool_tasks.size(), made.row_tasks);
}

parts::Plan plan_from(const nb::handle& bytes) {
  return value_or_fail(parts::plan_from(Lent(bytes).bytes()));
}

// (for each pool task, for each row task, the order for kept columns, where each row task begins).
nb::tuple deal(parts::Dealer& dealer, const nb::object& records) {
  auto dealt = value_or_fail(dealer.deal(table_of(records)));
  return nb::make_tuple(given_away(dealt.to_pools), given_away(dealt.to_rows),
                        rows_given(dealt.order), dealt.starts);
}

nb::list pooled(const nb::object& plan, std::size_t task, const nb::list& dealt,
                const nb::bytes& key) {
  const LentList lent(dealt);
  auto drawn = value_or_fail(parts::pooled(plan_from(plan), task, lent.views(), key_from(key)));
  return given_away(drawn);
}

// (the masked records, the place of each one's source among those that came).
nb::tuple rows(const nb::object& plan, const nb::object& like, std::size_t task,
               const nb::list& dealt, const nb::list& drawn, const nb::bytes& key) {
  const LentList codes(dealt);
  const LentList values(drawn);
  auto masked = value_or_fail(parts::masked_rows(plan_from(plan), table_of(like), task,
                                                 codes.views(), values.views(), key_from(key)));
  return nb::make_tuple(HeldTable{std::move(masked.table)}, rows_given(masked.sources));
}

// A task of a cluster has one processor; its neighbours have the others. It frees and takes pieces
// of the same sizes again and again: what the system had to clear first would be a fifth of its
// work.
void as_task() {
  static const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
#ifdef __GLIBC__
  constexpr int held = 256 << 20;
  static const bool is_held =
      mallopt(M_MMAP_THRESHOLD, held) == 1 && mallopt(M_TRIM_THRESHOLD, held) == 1;
  static_cast<void>(is_held);
#endif
}

}  // namespace

void add_parts(nb::module_& module) {
  nb::module_ own = module.def_submodule("parts");
  nb::class_<parts::Survey>(own, "Survey")
      .def(nb::init<>())
      .def("add",
           [](parts::Survey& survey, const nb::object& records) { survey.add(table_of(records)); })
      .def("bytes", [](const parts::Survey& survey) { return given(parts::bytes_of(survey)); });
  nb::class_<parts::Tallier>(own, "Tallier")
      .def("__init__",
           [](parts::Tallier* tallier, const nb::bytes& outline, std::size_t first_row,
              const nb::bytes& key) {
             new (tallier) parts::Tallier(
                 value_or_fail(parts::outline_from({outline.c_str(), outline.size()})), first_row,
                 key_from(key));
           })
      .def("add", [](parts::Tallier& tallier,
                     const nb::object& records) { tallier.add(table_of(records)); })
      .def("bytes",
           [](const parts::Tallier& tallier) { return given(parts::bytes_of(tallier.tally())); });
  nb::class_<parts::Dealer>(own, "Dealer")
      .def("__init__",
           [](parts::Dealer* dealer, const nb::object& plan, const nb::bytes& part,
              const nb::bytes& key, const nb::bytes& digest_key) {
             new (dealer) parts::Dealer(
                 plan_from(plan), value_or_fail(parts::part_plan_from({part.c_str(), part.size()})),
                 key_from(key), key_from(digest_key));
           })
      .def_prop_ro("next_row", &parts::Dealer::next_row)
      .def("deal", deal)
      .def("finish", [](const parts::Dealer& dealer) { bindings::done_or_fail(dealer.finish()); });
  own.def("key", key);
  own.def("digest_key", digest_key);
  own.def("outline", outline);
  own.def("record_count", record_count);
  own.def("facts", facts);
  own.def("plan", plan);
  own.def("pooled", pooled);
  own.def("rows", rows);
  own.def("as_task", as_task);
  own.def("release_key", release_key);
  add_ranges(own);
  add_rotation(own);
  add_part_release(own);
}

}  // namespace overhand::python
