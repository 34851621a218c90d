#include "overhand/keys/diversity.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "overhand/core/parallel.h"
#include "overhand/keys/closeness_internal.h"
#include "overhand/statistics/blocks.h"
#include "overhand/table/groups.h"

namespace overhand::keys {
namespace {

// The sensitive values as numbers, in their order where they have one; missing ones the last.
struct Sensitive {
  std::vector<std::size_t> numbers;  // of each record
  std::size_t present = 0;           // numbers of values that are not missing
  std::vector<std::size_t> counts;   // how often each number occurs
  bool is_ordered = false;
};

bool has_order(const Type& type) {
  const auto* category = std::get_if<type::Category>(&type);
  if (category != nullptr) return category->is_ordered;
  return storage_of(type) != Storage::texts && !std::holds_alternative<type::Boolean>(type);
}

// Where each code stands when the values ascend: numbers by their size, ordered levels by theirs.
std::vector<std::size_t> places_of(const Column& column, const KeyColumn& coded_column) {
  std::vector<Row> first(coded_column.levels);
  for (Row row = static_cast<Row>(column.size()); row-- > 0;) {
    const Code code = coded_column.codes[row];
    if (!is_missing(code)) first[static_cast<std::size_t>(code)] = row;
  }
  std::vector<std::size_t> order(first.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto sort_by = [&](const auto& cells) {
    std::ranges::sort(order, {}, [&](std::size_t code) { return cells[first[code]]; });
  };
  if (const auto* texts = std::get_if<Texts>(&column.values)) sort_by(texts->codes());
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) sort_by(*reals);
  if (const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values)) sort_by(*whole);
  std::vector<std::size_t> places(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

Sensitive sensitive_of(const Column& column) {
  const KeyColumn codes = coded(column);
  Sensitive sensitive{.numbers = {}, .present = codes.levels, .is_ordered = has_order(column.type)};
  std::vector<std::size_t> places(codes.levels);
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (sensitive.is_ordered) places = places_of(column, codes);
  sensitive.counts.assign(codes.levels + 1, 0);
  for (const Code code : codes.codes) {
    const bool is_gap = is_missing(code);
    sensitive.numbers.push_back(is_gap ? codes.levels : places[static_cast<std::size_t>(code)]);
    ++sensitive.counts[sensitive.numbers.back()];
  }
  return sensitive;
}

// The values of a class, ascending.
std::vector<ValueTimes> values_of(const Sensitive& sensitive, std::span<const Row> rows) {
  std::vector<std::size_t> numbers;
  for (const Row row : rows) numbers.push_back(sensitive.numbers[row]);
  std::ranges::sort(numbers);
  std::vector<ValueTimes> values;
  for (const std::size_t number : numbers) {
    if (values.empty() || values.back().value != number) values.push_back({number, 0});
    ++values.back().times;
  }
  return values;
}

double entropy_of(std::span<const ValueTimes> values, std::size_t records) {
  double entropy = 0;
  for (const ValueTimes& value : values) {
    const double share = static_cast<double>(value.times) / static_cast<double>(records);
    entropy -= share * std::log(share);
  }
  return std::exp(entropy);
}

Row recursive_of(std::span<const ValueTimes> values, std::size_t records) {
  constexpr std::size_t c = 2;
  std::vector<std::size_t> times;
  for (const ValueTimes& value : values) times.push_back(value.times);
  std::ranges::sort(times, std::greater());
  std::size_t rest = records - times.front();  // from the (l + 1)th on
  std::size_t l = 1;
  while (l < times.size() && times.front() < c * rest) rest -= times[l++];
  return static_cast<Row>(l);
}

}  // namespace

Diversity diversity(const Column& sensitive_column, const KeyGroups& groups) {
  const Sensitive sensitive = sensitive_of(sensitive_column);
  const std::span counts(sensitive.counts);
  const TotalVariation variation(counts);
  const EarthMover mover(counts.first(sensitive.present));
  const Groups members = overhand::groups_of(groups.group);
  Diversity result{sensitive_column.name, 0, sensitive.is_ordered,
                   std::vector<ClassDiversity>(groups.count())};
  result.values = sensitive.present + static_cast<std::size_t>(sensitive.counts.back() > 0);
  const auto blocks = statistics::blocks_of(groups.count());
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    for (std::size_t g = blocks[b].begin; g < blocks[b].end; ++g) {
      const auto rows = members.group(g);
      auto values = values_of(sensitive, rows);
      ClassDiversity& one = result.classes[g];
      one = {static_cast<Row>(values.size()), entropy_of(values, rows.size()),
             recursive_of(values, rows.size())};
      if (!sensitive.is_ordered) {
        one.closeness = variation.from_all(values);
        continue;
      }
      if (values.back().value == sensitive.present) values.pop_back();
      one.closeness = mover.from_all(values);
    }
  });
  return result;
}

DiversityExtremes extremes_of(const Diversity& diversity, const Classes& groups) {
  DiversityExtremes extremes;
  if (diversity.classes.empty()) return extremes;
  extremes.distinct =
      std::ranges::min_element(diversity.classes, {}, &ClassDiversity::distinct)->distinct;
  extremes.entropy =
      std::ranges::min_element(diversity.classes, {}, &ClassDiversity::entropy)->entropy;
  extremes.recursive =
      std::ranges::min_element(diversity.classes, {}, &ClassDiversity::recursive)->recursive;
  extremes.closeness =
      std::ranges::max_element(diversity.classes, {}, &ClassDiversity::closeness)->closeness;
  for (const std::uint32_t group : groups) {
    const Row values = diversity.classes[group].distinct;
    extremes.of_one += static_cast<std::size_t>(values == 1);
    extremes.of_two += static_cast<std::size_t>(values <= 2);
  }
  return extremes;
}

}  // namespace overhand::keys
