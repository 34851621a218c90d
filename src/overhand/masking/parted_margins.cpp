#include "overhand/masking/parted_margins.h"

#include <algorithm>
#include <limits>

#include "overhand/masking/margins_internal.h"
#include "overhand/masking/ranks_internal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

template <class Value>
std::vector<Value> sorted_there(std::span<const Value> values) {
  std::vector<Value> sorted;
  std::ranges::copy_if(values, std::back_inserter(sorted),
                       [](Value value) { return !is_missing(value); });
  statistics::sort_ascending(sorted);
  return sorted;
}

// `count` of them, evenly spaced by rank, with both ends.
template <class Value>
std::vector<Value> knots_of(const std::vector<Value>& sorted, std::size_t count) {
  std::vector<Value> knots(count);
  for (std::size_t i = 0; i < count; ++i) {
    knots[i] = sorted[count == 1 ? 0 : i * (sorted.size() - 1) / (count - 1)];
  }
  return knots;
}

// Knots of equal score: the one in their middle.
template <class Value>
Value value_at(double score, const Reals& scores, const Cells<Value>& values) {
  const auto [first, last] = std::ranges::equal_range(scores, score);
  const auto begin = static_cast<std::size_t>(first - scores.begin());
  const auto end = static_cast<std::size_t>(last - scores.begin());
  if (begin < end) return values[(begin + end - 1) / 2];
  if (begin == 0) return values[0];
  if (begin == scores.size()) return values[begin - 1];
  const double way = scores[begin] - scores[begin - 1];
  return between(values[begin - 1], values[begin], (score - scores[begin - 1]) / way);
}

template <class Value>
constexpr Value missing_of() {
  if constexpr (std::is_same_v<Value, double>)
    return missing_real;
  else
    return missing_integer;
}

}  // namespace

Column values_at_ranks(std::span<const double> scores, const Column& values) {
  Reals above(scores.begin(), scores.end());  // gaps stand behind all values
  std::ranges::replace_if(
      above, [](double score) { return is_missing(score); },
      std::numeric_limits<double>::infinity());
  return with_values(values, at_ranks_of(above, values.values));
}

SyntheticMargin::SyntheticMargin(const Column& values, std::span<const double> scores,
                                 std::uint32_t number, const random::Key& key)
    : empty_(gather(values, {})), grain_(grain_of(values)) {
  random::Stream stream(key, {random::Purpose::margins, number, 2});
  const auto learn = [&](const auto& cells) {
    using Value = std::decay_t<decltype(cells)>::value_type;
    const auto drawn =
        synthetic_values(sorted_there(std::span<const Value>(cells.begin(), cells.end())), stream);
    const Reals sorted = sorted_there(scores);
    const std::size_t knots = std::min({drawn.size(), sorted.size(), most_knots});
    scores_ = knots_of(sorted, knots);
    values_ = knots_of(drawn, knots);
  };
  if (const auto* reals = std::get_if<Cells<double>>(&values.values)) {
    learn(*reals);
  } else {
    learn(std::get<Cells<std::int64_t>>(values.values));
  }
}

Column SyntheticMargin::at(std::span<const double> scores) const {
  const auto given = [&](const auto& values) -> Values {
    using Value = std::decay_t<decltype(values)>::value_type;
    std::vector<Value> result(scores.size(), missing_of<Value>());
    for (std::size_t i = 0; i < scores.size() && !scores_.empty(); ++i) {
      if (is_missing(scores[i])) continue;
      result[i] = as_written(value_at(scores[i], scores_, values), grain_);
    }
    return result;
  };
  if (const auto* reals = std::get_if<Cells<double>>(&values_)) {
    return with_values(empty_, given(*reals));
  }
  return with_values(empty_, given(std::get<Cells<std::int64_t>>(values_)));
}

}  // namespace overhand::masking
