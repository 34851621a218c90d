#include "ranges.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "bindings/said.h"
#include "lent.h"
#include "overhand/parts/ranges.h"
#include "tables.h"

namespace overhand::python {
namespace {

namespace nb = nanobind;
using bindings::value_or_fail;

template <class Value>
using Array = nb::ndarray<const Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Value>
std::span<const Value> span_of(const Array<Value>& array) {
  return {array.data(), array.size()};
}

// ([a text for each range], [how many each has]).
nb::tuple cut_given(parts::Cut cut) { return nb::make_tuple(given_away(cut.texts), cut.counts); }

nb::tuple cut_scores(const Array<double>& scores, const Array<double>& cuts, std::size_t records,
                     std::size_t first, const Array<std::uint16_t>& row_tasks) {
  if (row_tasks.size() != scores.size()) throw nb::value_error("a row task for each score.");
  const auto held = span_of(cuts);
  return cut_given(parts::cut_scores(span_of(scores), Reals(held.begin(), held.end()),
                                     {records, first, span_of(row_tasks)}));
}

template <class Value>
nb::tuple cut_values(const Array<Value>& values, const Array<Value>& cuts) {
  return cut_given(parts::cut_values(span_of(values), span_of(cuts)));
}

// `ranks`: begin and end of the scores, begin and end of the values.
nb::list ranked(const std::vector<std::size_t>& ranks, bool has_reals, std::size_t row_tasks,
                const nb::list& scores, const nb::list& values) {
  const LentList lent_scores(scores);
  const LentList lent_values(values);
  const parts::RankRange range{ranks.at(0), ranks.at(1), ranks.at(2), ranks.at(3), has_reals};
  auto texts =
      value_or_fail(parts::ranked(range, row_tasks, lent_scores.views(), lent_values.views()));
  return given_away(texts);
}

// A table of one column.
HeldTable filled(const Array<std::uint32_t>& places, bool has_reals, const nb::list& ranked) {
  const LentList lent(ranked);
  Values values = value_or_fail(parts::filled(span_of(places), has_reals, lent.views()));
  return HeldTable{Table({Column("values", std::move(values))})};
}

}  // namespace

void add_ranges(nb::module_& module) {
  module.def("cut_scores", cut_scores);
  module.def("cut_values", cut_values<double>);
  module.def("cut_values", cut_values<std::int64_t>);
  module.def("ranked", ranked);
  module.def("filled", filled);
}

}  // namespace overhand::python
