#include <algorithm>
#include <unordered_map>

#include "overhand/core/parallel.h"
#include "overhand/risk/distance_profiles_internal.h"
#include "overhand/risk/rank_linkage_internal.h"
#include "overhand/table/levels.h"

namespace overhand::risk {
namespace {

using Places = std::unordered_map<std::string_view, double>;

Places places_of_levels(const Column& column) {
  const auto& texts = std::get<Texts>(column.values);
  Places places;
  for (const Code code : codes_in_order(column)) {
    places.emplace(texts.dictionary()[static_cast<std::size_t>(code)],
                   static_cast<double>(places.size()));
  }
  return places;
}

// A level that the original has not comes behind all that it has.
Reals places_of(const Texts& texts, const Places& places) {
  std::vector<double> of_code(texts.dictionary().size());
  for (std::size_t code = 0; code < of_code.size(); ++code) {
    const auto found = places.find(texts.dictionary()[code]);
    of_code[code] = found == places.end() ? static_cast<double>(places.size()) : found->second;
  }
  Reals values(texts.size());
  std::ranges::transform(texts.codes(), values.begin(), [&](Code code) {
    return is_missing(code) ? missing_real : of_code[static_cast<std::size_t>(code)];
  });
  return values;
}

Reals placed_numbers(const Column& column) {
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return {reals->begin(), reals->end()};
  }
  Reals values;
  for (const std::int64_t value : std::get<Cells<std::int64_t>>(column.values)) {
    values.push_back(as_real(value));
  }
  return values;
}

// The middle of the ranks of equal values in the original, as shares; gaps are the last.
class Ranks {
 public:
  explicit Ranks(Reals values) : all_(values.size()) {
    std::erase_if(values, [](double value) { return is_missing(value); });
    std::ranges::sort(values);
    sorted_ = std::move(values);
  }

  Reals of(Reals values) const {
    for (double& value : values) value = of(value) / static_cast<double>(all_);
    return values;
  }

 private:
  double of(double value) const {
    if (is_missing(value)) return static_cast<double>(sorted_.size() + all_) / 2;
    const auto [begin, end] = std::ranges::equal_range(sorted_, value);
    return static_cast<double>((begin - sorted_.begin()) + (end - sorted_.begin())) / 2;
  }

  std::size_t all_;
  Reals sorted_;
};

struct RankedColumns {
  Column original;
  Column masked;
};

RankedColumns ranked(const Column& original, const Column& masked) {
  const auto* texts = std::get_if<Texts>(&original.values);
  const Places places = texts != nullptr ? places_of_levels(original) : Places();
  const auto numbers = [&](const Column& column) {
    return texts != nullptr ? places_of(std::get<Texts>(column.values), places)
                            : placed_numbers(column);
  };
  const Ranks ranks(numbers(original));
  return {Column(original.name, ranks.of(numbers(original))),
          Column(original.name, ranks.of(numbers(masked)))};
}

bool has_texts(const Column& column) { return std::holds_alternative<Texts>(column.values); }

bool has_levels(const Column& column) {
  return has_texts(column) || std::holds_alternative<type::Boolean>(column.type);
}

}  // namespace

std::optional<FoundShare> rank_linkage(const Table& original, const Table& masked,
                                       const KnownClasses& classes,
                                       std::optional<std::span<const Row>> source) {
  if (!source || source->size() != masked.row_count()) return std::nullopt;
  std::vector<std::pair<const Column*, const Column*>> pairs;
  bool is_mixed = false;
  for (const Column& column : original.columns()) {
    const auto place = find_column(masked, column.name);
    if (column.role != Role::mask || !place) continue;
    const Column& after = masked.columns()[*place];
    if (has_texts(after) != has_texts(column)) return std::nullopt;
    is_mixed |= has_levels(column);
    pairs.emplace_back(&column, &after);
  }
  if (!is_mixed) return std::nullopt;
  std::vector<Column> before(pairs.size());
  std::vector<Column> ranked_masked(pairs.size());
  parallel_for_each_index(pairs.size(), [&](std::size_t j) {
    auto columns = ranked(*pairs[j].first, *pairs[j].second);
    before[j] = std::move(columns.original);
    ranked_masked[j] = std::move(columns.masked);
  });
  const auto profiles =
      distance_profiles(Table(std::move(before)), Table(std::move(ranked_masked)));
  if (!profiles) return std::nullopt;
  return known_linkage(profiles->original, profiles->masked, classes, *source);
}

}  // namespace overhand::risk
