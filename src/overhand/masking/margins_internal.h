// Margins: which values of a column go out. A shuffle moves values among the records; here they are
// changed beforehand, so that no value that goes out tells who is in the table.
#pragma once

#include <cstdint>

#include "overhand/masking/marginals.h"
#include "overhand/masking/masked.h"
#include "overhand/random/stream.h"
#include "overhand/table/table.h"

namespace overhand::masking {

inline bool hides_values(Marginals marginals) {
  return marginals == Marginals::smoothed || marginals == Marginals::synthetic;
}

// Numbers, dates and times with other values in the order of their own (of equals at random),
// written as finely as they were (table/decimals.h); whatever has levels, and gaps, stay.
//
// smoothed: a value held by fewer than three records is drawn for each of them uniformly between
// the midpoints to its neighbours; values held by three or more stay; then the three smallest and
// the three largest become their mean (of fewer than six values, the halves do).
//
// synthetic: with h half of the n values, two disjoint random samples of h, both sorted, and one
// uniform draw between each pair of equal rank, again until there are n; a random n of them.
//
// O(n log n) for each column.
Table with_margins(const Table& table, Marginals marginals, const random::Key& key);

// One column of it, whose number names its chance.
Column with_margins(const Column& column, std::uint32_t number, Marginals marginals,
                    const random::Key& key);

// As many values as `sorted` has, ascending, drawn as synthetic says.
Reals synthetic_values(const Reals& sorted, random::Stream& stream);
Integers synthetic_values(const Integers& sorted, random::Stream& stream);

// `share` of the way from `low` to `high`. Whole numbers are added to the lower one, so that those
// beyond what a double holds stay near; where they are too far apart for that, near counts little.
double between(double low, double high, double share);
std::int64_t between(std::int64_t low, std::int64_t high, double share);

// `method` on the table with other margins.
template <class Options>
Result<Masked> masked_with_margins(Result<Masked> (*method)(const Table&, const Options&,
                                                            const Context&),
                                   const Table& original, Options options, const Context& context) {
  const Table hidden = with_margins(original, options.marginals, context.key);
  options.marginals = Marginals::exact;
  return method(hidden, options, context);
}

}  // namespace overhand::masking
