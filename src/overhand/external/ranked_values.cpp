#include <tbb/parallel_sort.h>

#include <algorithm>
#include <limits>

#include "overhand/external/masked_table.h"
#include "overhand/external/ranked_values_internal.h"

namespace overhand::external {
namespace {

struct Scored {
  double score;
  std::uint32_t place;

  bool operator<(const Scored& other) const {
    return score != other.score ? score < other.score : place < other.place;
  }
};

// Limits between which about so many scores lie at a time; the last is above all.
Reals limits_of(Reals knots, std::size_t scores, std::uint64_t memory) {
  const std::size_t at_once = std::max<std::size_t>(memory / sizeof(Scored), 1 << 16);
  const std::size_t passes = scores / at_once + 1;
  std::erase_if(knots, [](double knot) { return is_missing(knot); });
  std::ranges::sort(knots);
  Reals limits;
  for (std::size_t pass = 1; pass < passes && !knots.empty(); ++pass) {
    limits.push_back(knots[pass * knots.size() / passes]);
  }
  limits.erase(std::ranges::unique(limits).begin(), limits.end());
  limits.push_back(std::numeric_limits<double>::infinity());
  return limits;
}

// The scores above `low` and up to `high`, in their order.
Result<std::vector<Scored>> scores_between(const Scores& scores, std::size_t count, double low,
                                           double high, const Progress& progress) {
  constexpr std::size_t scores_at_once = std::size_t{1} << 16;
  std::vector<Scored> between;
  const auto done = for_each_block(
      {count, scores_at_once}, progress, [&](std::size_t first, std::size_t size) -> Status {
        const auto part = scores(first, size);
        if (!part) return part.error();
        for (std::size_t i = 0; i < part->size(); ++i) {
          const double score = (*part)[i];
          if (score > low && score <= high) {
            between.push_back({score, static_cast<std::uint32_t>(first + i)});
          }
        }
        return Done{};
      });
  if (!done) return done.error();
  tbb::parallel_sort(between.begin(), between.end());
  return between;
}

template <class Value>
std::vector<Value> sorted_values(const Cells<Value>& cells) {
  std::vector<Value> sorted;
  sorted.reserve(cells.size());
  std::ranges::copy_if(cells, std::back_inserter(sorted),
                       [](Value value) { return !is_missing(value); });
  tbb::parallel_sort(sorted.begin(), sorted.end());
  return sorted;
}

template <class Value>
Result<Column> ranked(const Column& column, const Cells<Value>& cells, Value missing,
                      const Scores& scores, const Reals& limits, const Progress& progress) {
  const std::size_t count = cells.size();
  const std::vector<Value> sorted = sorted_values(cells);
  std::vector<Value> result(count, missing);
  std::size_t rank = 0;
  double low = -std::numeric_limits<double>::infinity();
  for (const double high : limits) {
    const auto between = scores_between(scores, count, low, high, progress);
    if (!between) return between.error();
    for (const Scored& scored : *between) result[scored.place] = sorted[rank++];
    low = high;
  }
  return with_values(emptied(column), std::move(result));
}

}  // namespace

Result<Column> ranked_values(const Column& column, const Scores& scores, Reals knots,
                             std::uint64_t memory, const Progress& progress) {
  const Reals limits = limits_of(std::move(knots), column.size(), memory);
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return ranked(column, *reals, missing_real, scores, limits, progress);
  }
  return ranked(column, std::get<Cells<std::int64_t>>(column.values), missing_integer, scores,
                limits, progress);
}

}  // namespace overhand::external
