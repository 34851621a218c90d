#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "overhand/coarsening/ladder_internal.h"
#include "overhand/statistics/range.h"
#include "overhand/table/amounts.h"
#include "overhand/table/date_text.h"
#include "overhand/table/declared_missing.h"
#include "overhand/table/levels.h"

namespace overhand::coarsening {
namespace {

Reals present(std::span<const double> numbers) {
  Reals there;
  std::ranges::copy_if(numbers, std::back_inserter(there),
                       [](double number) { return !is_missing(number); });
  return there;
}

// 1, 2, 5, 10, 20, ... where they make fewer bands than there are values, and two at least.
Ladder wider_bands(std::span<const double> numbers, std::size_t values) {
  constexpr double fewest_bands = 2;
  constexpr std::size_t most_rungs = 8;
  const Reals there = present(numbers);
  Ladder ladder;
  if (there.empty()) return ladder;
  const auto [low, high] = statistics::range(there);
  if (!(low < high)) return ladder;
  for (int power = static_cast<int>(std::floor(std::log10(high - low))); power > -12; --power) {
    for (const double digit : {5.0, 2.0, 1.0}) {
      const double width = digit * std::pow(10.0, power);
      const double bands = (high - low) / width;
      if (bands < fewest_bands) continue;
      if (bands > 0.8 * static_cast<double>(values) || ladder.size() == most_rungs) return ladder;
      ladder.push_back({.step = coarse::Bands{width}});
    }
  }
  return ladder;
}

std::optional<std::size_t> common_length(const Texts& texts) {
  const auto levels = used_levels(texts);
  if (levels.empty()) return std::nullopt;
  const std::size_t length = levels.front().size();
  const bool are_codes = std::ranges::all_of(levels, [&](std::string_view level) {
    return level.size() == length && std::ranges::all_of(level, [](unsigned char c) {
             return std::isdigit(c) != 0 || (c < 0x80 && std::isalpha(c) != 0);
           });
  });
  return are_codes ? std::optional(length) : std::nullopt;
}

// How many records would share one level where those below `fewest` are merged, the next larger
// ones with them until it has so many itself.
std::size_t merged_records(const Texts& texts, std::size_t fewest) {
  std::vector<std::size_t> sizes(texts.dictionary().size());
  for (const Code code : texts.codes()) {
    if (!is_missing(code)) ++sizes[static_cast<std::size_t>(code)];
  }
  std::erase(sizes, std::size_t{0});
  std::ranges::sort(sizes);
  std::size_t merged = 0;
  for (const std::size_t size : sizes) {
    if (size >= fewest && (merged == 0 || merged >= fewest)) break;
    merged += size;
  }
  return merged;
}

Ladder of_levels(const Texts& texts) {
  constexpr std::size_t part = 5;  // of the records, which one level may swallow
  constexpr std::size_t shortest_code = 3;
  Ladder ladder;
  const auto length = common_length(texts);
  if (length && *length >= shortest_code) {
    for (std::size_t letters = *length - 1; letters > 0; --letters) {
      ladder.push_back({.step = coarse::Prefix{letters}});
    }
  }
  for (const std::size_t fewest : {5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000}) {
    const std::size_t merged = merged_records(texts, fewest);
    if (merged > 0 && merged <= texts.size() / part) {
      ladder.push_back({.merge_below = fewest});
    }
  }
  return ladder;
}

Ladder of_dates() {
  Ladder ladder;
  for (const Period period : {Period::month, Period::quarter, Period::year}) {
    ladder.push_back({.step = coarse::Calendar{period}});
  }
  return ladder;
}

Ladder of_texts(const Column& column, const Texts& texts, std::size_t values) {
  if (const auto numbers = amounts(column)) {
    return wider_bands(Reals(numbers->begin(), numbers->end()), values);
  }
  const auto dates = dates_of(texts);
  return dates && !dates->is_unsure ? of_dates() : of_levels(texts);
}

}  // namespace

Ladder ladder_of(const Column& as_it_stands, std::size_t values) {
  const Column column = with_gaps(as_it_stands);
  if (is_quantity(column.type)) return wider_bands(reals(column), values);
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    return of_texts(column, *texts, values);
  }
  return std::holds_alternative<type::Boolean>(column.type) ? Ladder{} : of_dates();
}

}  // namespace overhand::coarsening
