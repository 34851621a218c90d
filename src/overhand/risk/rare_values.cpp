#include "overhand/risk/rare_values.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "overhand/core/parallel.h"

namespace overhand::risk {
namespace {

constexpr std::size_t few = 2;  // originals that have a rare value

// Every so many of the values that are there, in ascending order.
template <class Value>
std::vector<Value> sorted_sample(const Cells<Value>& values) {
  constexpr std::size_t most = 10'000;
  const std::size_t step = std::max<std::size_t>(1, (values.size() + most - 1) / most);
  std::vector<Value> sample;
  for (std::size_t i = 0; i < values.size(); i += step) {
    if (!is_missing(values[i])) sample.push_back(values[i]);
  }
  std::ranges::sort(sample);
  return sample;
}

template <class Value>
RareValues rare_in(const Cells<Value>& original, const Cells<Value>& masked) {
  const std::vector<Value> sample = sorted_sample(masked);
  std::vector<Value> distinct = sample;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<std::size_t> holders(distinct.size());
  for (const Value value : original) {
    const auto found = std::ranges::lower_bound(distinct, value);
    if (found != distinct.end() && *found == value) {
      ++holders[static_cast<std::size_t>(found - distinct.begin())];
    }
  }
  const auto rare = std::ranges::count_if(sample, [&](Value value) {
    const std::size_t own = holders[static_cast<std::size_t>(
        std::ranges::lower_bound(distinct, value) - distinct.begin())];
    return own > 0 && own <= few;
  });
  return {sample.size(), static_cast<std::size_t>(rare)};
}

template <class Value>
RareValues rare_in(const Column& original, const Column& masked) {
  const auto* before = std::get_if<Cells<Value>>(&original.values);
  const auto* after = std::get_if<Cells<Value>>(&masked.values);
  return before == nullptr || after == nullptr ? RareValues{} : rare_in(*before, *after);
}

RareLevels rare_in(const Column& column, const Texts& original, const Texts& masked) {
  std::unordered_set<std::string_view> given_out;
  const auto counts = masked.level_counts();
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0) given_out.insert(masked.dictionary()[code]);
  }
  RareLevels levels{column.name};
  const auto holders = original.level_counts();
  for (std::size_t code = 0; code < holders.size(); ++code) {
    if (holders[code] == 0) continue;
    ++levels.all;
    if (holders[code] <= few && given_out.contains(original.dictionary()[code])) ++levels.rare;
  }
  return levels;
}

}  // namespace

double RareValues::share() const {
  return cells == 0 ? 0 : static_cast<double>(rare) / static_cast<double>(cells);
}

RareValues rare_values(const Table& original, const Table& masked) {
  std::vector<RareValues> columns(masked.column_count());
  parallel_for_each_index(columns.size(), [&](std::size_t j) {
    const Column& after = masked.columns()[j];
    const auto place = find_column(original, after.name);
    if (!place || original.columns()[*place].role != Role::mask) return;
    const Column& before = original.columns()[*place];
    columns[j] = std::holds_alternative<Cells<double>>(before.values)
                     ? rare_in<double>(before, after)
                     : rare_in<std::int64_t>(before, after);
  });
  RareValues all;
  for (const RareValues& column : columns) {
    all.cells += column.cells;
    all.rare += column.rare;
  }
  return all;
}

std::vector<RareLevels> rare_levels(const Table& original, const Table& masked) {
  std::vector<RareLevels> columns;
  for (const Column& after : masked.columns()) {
    const auto place = find_column(original, after.name);
    if (!place || original.columns()[*place].role != Role::mask) continue;
    const auto* before = std::get_if<Texts>(&original.columns()[*place].values);
    const auto* texts = std::get_if<Texts>(&after.values);
    if (before == nullptr || texts == nullptr) continue;
    if (RareLevels levels = rare_in(after, *before, *texts); levels.rare > 0) {
      columns.push_back(std::move(levels));
    }
  }
  return columns;
}

}  // namespace overhand::risk
