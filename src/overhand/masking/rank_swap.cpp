#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "overhand/core/parallel.h"
#include "overhand/masking/groups_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/random_ranks_internal.h"
#include "overhand/masking/rank_swap_internal.h"
#include "overhand/random/uniform.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

using Rows = std::vector<Row>;

// How many of n values are in the tails and how far the others may move.
struct SwapPlan {
  std::size_t top;
  std::size_t bottom;
  std::size_t window;
};

// sdcMicro's window ends before its width: its partners are nearer than w, those of mu-Argus at
// most w away.
SwapPlan plan_for(std::size_t records, const RankSwapOptions& options) {
  const auto share = [](double percent, std::size_t of) {
    return static_cast<std::size_t>(percent / 100 * static_cast<double>(of) * (1 + 1e-12));
  };
  const std::size_t top = share(options.top_percent, records);
  const std::size_t bottom = share(options.bottom_percent, records);
  const std::size_t width = share(options.percent, records - std::min(records, top + bottom));
  return {top, bottom, options.partner == Partner::argus || width == 0 ? width : width - 1};
}

// Places in the order of rank, and which of them have not been swapped yet.
struct Swapping {
  std::vector<bool> is_free;
  std::size_t window;  // the greatest distance of a swap

  std::size_t last(std::size_t place) const { return std::min(place + window, is_free.size() - 1); }
};

// A free place in (place, last], each with the same chance, or `place` when there is none. In the
// long run 1/(2 ln 2) of a window is free, so a few tries by rejection nearly always do.
std::size_t uniform_partner(const Swapping& swapping, std::size_t place, random::Stream& stream) {
  const std::size_t size = swapping.last(place) - place;
  if (size == 0) return place;
  for (int attempt = 0; attempt < 16; ++attempt) {
    const auto draw = random::uniform_below(static_cast<std::uint32_t>(size), stream);
    if (swapping.is_free[place + 1 + draw]) return place + 1 + draw;
  }
  std::vector<std::size_t> free_places;
  for (std::size_t other = place + 1; other <= place + size; ++other) {
    if (swapping.is_free[other]) free_places.push_back(other);
  }
  if (free_places.empty()) return place;
  const auto count = static_cast<std::uint32_t>(free_places.size());
  return free_places[random::uniform_below(count, stream)];
}

// mu-Argus: from a random distance, cut off at the end, the first free place nearer, else the first
// farther one.
std::size_t argus_partner(const Swapping& swapping, std::size_t place, random::Stream& stream) {
  const std::size_t last = swapping.last(place);
  if (last == place) return place;
  const auto distance = random::uniform_below(static_cast<std::uint32_t>(swapping.window), stream);
  const std::size_t drawn = std::min(place + 1 + distance, last);
  for (std::size_t other = drawn; other > place; --other) {
    if (swapping.is_free[other]) return other;
  }
  for (std::size_t other = drawn + 1; other <= last; ++other) {
    if (swapping.is_free[other]) return other;
  }
  return place;
}

// The row that gives its value to each of `rows`, which are in the order of rank.
Rows swapped(Rows rows, std::size_t window, Partner partner, random::Stream& stream) {
  Swapping swapping{std::vector<bool>(rows.size(), true), window};
  for (std::size_t place = 0; place < rows.size(); ++place) {
    if (!swapping.is_free[place]) continue;
    const std::size_t other = partner == Partner::argus ? argus_partner(swapping, place, stream)
                                                        : uniform_partner(swapping, place, stream);
    std::swap(rows[place], rows[other]);
    swapping.is_free[place] = swapping.is_free[other] = false;
  }
  return rows;
}

void set_to_mean(Reals& values, std::span<const Row> rows) {
  double sum = 0;
  for (const Row row : rows) sum += values[row];
  for (const Row row : rows) values[row] = sum / static_cast<double>(rows.size());
}

// The column with its tails, if any, replaced by their means: then a column of reals.
Values with_coded_tails(const Column& column, std::span<const Row> by_rank, const SwapPlan& plan) {
  if (plan.top + plan.bottom == 0) return column.values;
  Reals values = reals(column);
  set_to_mean(values, by_rank.first(plan.top));
  set_to_mean(values, by_rank.last(plan.bottom));
  return values;
}

Values masked_values(const Column& column, const Column& numbers, const SwapPlan& plan,
                     Partner partner, random::Stream& stream) {
  Rows by_rank = statistics::stable_order(reals(numbers));
  std::ranges::reverse(by_rank);  // from the largest down; of equals, the larger row first
  const Rows middle(by_rank.begin() + static_cast<std::ptrdiff_t>(plan.top),
                    by_rank.end() - static_cast<std::ptrdiff_t>(plan.bottom));
  const Rows givers = swapped(middle, plan.window, partner, stream);
  Rows source = same_rows(column.size());
  for (std::size_t place = 0; place < middle.size(); ++place) source[middle[place]] = givers[place];
  return gather(with_coded_tails(column, by_rank, plan), source);
}

// Where no value moves farther than by one place, all neighbours change places, whatever the key:
// who knows the method changes them back.
std::optional<Error> problem_with(const RankSwapOptions& options, std::size_t records) {
  constexpr std::size_t fewest_places = 2;
  if (plan_for(records, options).window >= fewest_places) return std::nullopt;
  const double width = options.partner == Partner::argus ? 200 : 300;
  return Error{
      ErrorKind::invalid_option,
      fmt::format("percent is {}, which is too little for {} records: a value would stay or change "
                  "places with its neighbour, which anybody can undo; take at least {:.3g}.",
                  options.percent, records, width / static_cast<double>(records))};
}

// A tail becomes its mean, which numbers alone have.
std::optional<Error> problem_with_tails(const Table& original, const RankSwapOptions& options) {
  if (options.top_percent == 0 && options.bottom_percent == 0) return std::nullopt;
  return problem_with_kinds(original, "rank_swap with top_percent or bottom_percent",
                            takes_numbers_alone);
}

}  // namespace

Result<Masked> rank_swap(const Table& original, const RankSwapOptions& options,
                         const Context& context) {
  if (auto problem = problem_with_numbers(original, "rank_swap", takes_everything))
    return *std::move(problem);
  if (hides_values(options.marginals)) {
    return masked_with_margins(rank_swap, original, options, context);
  }
  if (auto problem = problem_with_tails(original, options)) return *std::move(problem);
  const std::size_t records = original.row_count();
  if (auto problem = problem_with(options, records)) return *std::move(problem);
  const SwapPlan plan = plan_for(records, options);
  const Table numbers = as_numbers(original, context.key);
  std::vector<Column> masked(original.column_count());
  parallel_for_each_index(masked.size(), [&](std::size_t j) {
    const Column& column = original.columns()[j];
    random::Stream stream(context.key, {random::Purpose::rank_swap, static_cast<std::uint32_t>(j)});
    masked[j] = with_values(
        column, masked_values(column, numbers.columns()[j], plan, options.partner, stream));
  });
  if (context.progress.cancelled()) return cancelled_error();
  return Masked{Table(std::move(masked)), same_rows(records)};
}

Method rank_swap_method() {
  return make_method<RankSwapOptions>(
      {.name = "rank_swap",
       .summary = "Swap values with values of nearby rank, column by column",
       .reference = "Moore (1996), US Bureau of the Census RR 96-04",
       .keeps =
           "marginals exact: each column's values; each record's row; ranks to within the window",
       .keeps_rows = true,
       .takes = takes_everything},
      rank_swap);
}

}  // namespace overhand::masking
