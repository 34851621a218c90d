#include "overhand/risk/certain_cells.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "overhand/core/parallel.h"
#include "overhand/table/amounts.h"

namespace overhand::risk {
namespace {

constexpr std::size_t few_owners = 2;

// Numbers as they are, texts as the number of their level among those of the original.
struct Comparable {
  Reals original;
  Reals masked;
};

Reals levels_of(const Texts& texts, const std::vector<double>& number_of_code) {
  Reals levels(texts.size(), missing_real);
  for (std::size_t row = 0; row < levels.size(); ++row) {
    const Code code = texts.codes()[row];
    if (code != missing_code) levels[row] = number_of_code[static_cast<std::size_t>(code)];
  }
  return levels;
}

Comparable comparable(const Texts& original, const Texts& masked) {
  std::unordered_map<std::string_view, double> numbers;
  const auto numbered = [&](const Dictionary& dictionary) {
    std::vector<double> of_code(dictionary.size());
    for (std::size_t code = 0; code < of_code.size(); ++code) {
      of_code[code] =
          numbers.try_emplace(dictionary[code], static_cast<double>(numbers.size())).first->second;
    }
    return of_code;
  };
  const auto of_original = numbered(original.dictionary());
  return {levels_of(original, of_original), levels_of(masked, numbered(masked.dictionary()))};
}

Reals numbers_of(const Column& column) {
  const auto numbers = amounts(column);
  return numbers ? Reals(numbers->begin(), numbers->end()) : Reals(column.size(), missing_real);
}

Comparable comparable(const Column& original, const Column& masked) {
  const auto* before = std::get_if<Texts>(&original.values);
  const auto* after = std::get_if<Texts>(&masked.values);
  if (before != nullptr && after != nullptr) return comparable(*before, *after);
  if (before != nullptr || after != nullptr) return {};
  return {numbers_of(original), numbers_of(masked)};
}

std::vector<char> held_by_few(const Reals& values) {
  std::vector<Row> order;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!is_missing(values[row])) order.push_back(static_cast<Row>(row));
  }
  std::ranges::sort(order, {}, [&](Row row) { return values[row]; });
  std::vector<char> is_rare(values.size());
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end =
        std::find_if(begin, order.end(), [&](Row row) { return values[row] != values[*begin]; });
    if (end - begin <= static_cast<std::ptrdiff_t>(few_owners)) {
      std::for_each(begin, end, [&](Row row) { is_rare[row] = 1; });
    }
    begin = end;
  }
  return is_rare;
}

}  // namespace

CertainCells::CertainCells(const Table& original) {
  for (const Column& column : original.columns()) {
    if (column.role == Role::mask) parts_.push_back({column, {}});
  }
  std::vector<std::size_t> there(parts_.size());
  parallel_for_each_index(parts_.size(), [&](std::size_t j) {
    const Reals values = comparable(parts_[j].column, parts_[j].column).original;
    parts_[j].is_certain = held_by_few(values);
    there[j] = values.size() - static_cast<std::size_t>(std::ranges::count_if(
                                   values, [](double value) { return is_missing(value); }));
  });
  cells_ = std::accumulate(there.begin(), there.end(), std::size_t{0});
}

void CertainCells::see(const Table& masked, const std::optional<Lineage>& sources) {
  parallel_for_each_index(parts_.size(), [&](std::size_t j) {
    Part& part = parts_[j];
    std::vector<char> came_back(part.is_certain.size());
    const auto place = find_column(masked, part.column.name);
    if (place && sources && count_in(part) > 0) {
      const auto [before, after] = comparable(part.column, masked.columns()[*place]);
      for (std::size_t row = 0; row < after.size(); ++row) {
        const Row source = (*sources)[row];
        if (after[row] == before[source]) came_back[source] = 1;
      }
    }
    std::ranges::transform(part.is_certain, came_back, part.is_certain.begin(),
                           std::logical_and<>());
  });
}

std::size_t CertainCells::count_in(const Part& part) {
  return static_cast<std::size_t>(std::ranges::count(part.is_certain, char{1}));
}

std::size_t CertainCells::count() const {
  std::size_t all = 0;
  for (const Part& part : parts_) all += count_in(part);
  return all;
}

double CertainCells::share() const {
  return cells_ == 0 ? 0 : static_cast<double>(count()) / static_cast<double>(cells_);
}

std::vector<std::string> CertainCells::columns() const {
  std::vector<const Part*> with_some;
  for (const Part& part : parts_) {
    if (count_in(part) > 0) with_some.push_back(&part);
  }
  std::ranges::stable_sort(with_some, std::greater<>(),
                           [](const Part* part) { return count_in(*part); });
  std::vector<std::string> names;
  for (const Part* part : with_some) names.push_back(part->column.name);
  return names;
}

}  // namespace overhand::risk
