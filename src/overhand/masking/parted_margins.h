// What gives the scores of a rotation in parts their values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/random/key.h"
#include "overhand/table/column.h"
#include "overhand/table/decimals.h"

namespace overhand::masking {

// marginals = exact: the values of the column, the smallest at the smallest score; equal scores in
// their order; what is missing where the score is. As many scores are missing as values. Of the
// whole column, or of any range of ranks: with those scores whose ranks are from a to b, and the
// values of the same ranks.
Column values_at_ranks(std::span<const double> scores, const Column& values);

// marginals = synthetic: a quantile function from score to value, applied to any part by itself.
// Values are drawn between order statistics of halves of a sample of the column, as
// masking/margins_internal.h does of a whole one: no value goes out because somebody has it, unless
// it is as common as that two halves have it at one rank, and no true extreme does. Written as
// finely as the sample; whole numbers, dates and times stay whole. Beyond the first and the
// last knot the value of that knot goes out.
class SyntheticMargin {
 public:
  static constexpr std::size_t most_knots = 100'000;

  // `values`: of sampled records, `scores`: of sampled masked records, in any order and number;
  // gaps among them are passed over. `number` is the column's place among those that are masked.
  SyntheticMargin(const Column& values, std::span<const double> scores, std::uint32_t number,
                  const random::Key& key);

  // A missing score gives a missing value.
  Column at(std::span<const double> scores) const;

 private:
  Column empty_;  // all but the values
  Grain grain_;
  Reals scores_;
  Values values_;  // at the knots, ascending
};

}  // namespace overhand::masking
