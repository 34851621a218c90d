#include "overhand/risk/kept_columns.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "overhand/keys/suppression.h"
#include "overhand/risk/compared_internal.h"
#include "overhand/risk/copies_internal.h"
#include "overhand/risk/distance_profiles_internal.h"
#include "overhand/risk/known_linkage_internal.h"
#include "overhand/risk/rank_linkage_internal.h"
#include "overhand/risk/told_columns_internal.h"
#include "overhand/risk/unit_linkage_internal.h"
#include "overhand/table/identifiers.h"
#include "overhand/table/stack.h"

namespace overhand::risk {
namespace {

bool is_unchanged(const Column& original, const Column& masked, std::span<const Row> source) {
  const auto are_those_of_the_sources = [&](const auto& originals, const auto& values) {
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (key_of(values[i]) != key_of(originals[source[i]])) return false;
    }
    const auto differ = [](auto a, auto b) { return key_of(a) != key_of(b); };
    return std::ranges::adjacent_find(values, differ) != values.end();
  };
  return compared(original, masked, are_those_of_the_sources);
}

// Of each masked record 1, or 0 for all but the first of each source.
Reals one_for_each_person(std::size_t records, std::optional<std::span<const Row>> source) {
  return source ? keys::one_for_each_source(*source) : Reals(records, 1);
}

// The sizes of the classes of the masked records, which weigh so much.
std::vector<std::size_t> class_sizes(const Classes& classes, std::size_t originals,
                                     const Reals& weights) {
  std::vector<std::size_t> before(classes.size(), 0);
  std::vector<std::size_t> after(classes.size(), 0);
  const auto masked = std::span(classes).subspan(originals);
  for (const std::uint32_t number : std::span(classes).first(originals)) ++before[number];
  for (std::size_t i = 0; i < masked.size(); ++i) {
    after[masked[i]] += static_cast<std::size_t>(weights[i]);
  }
  std::vector<std::size_t> sizes(masked.size());
  std::ranges::transform(masked, sizes.begin(), [&](std::uint32_t number) {
    const std::size_t persons = std::max<std::size_t>(after[number], 1);
    return before[number] == 0 ? persons : std::min(before[number], persons);
  });
  return sizes;
}

keys::KeyCodes codes_of_both(const Table& original, const Table& masked,
                             const std::vector<std::string>& columns) {
  keys::KeyCodes both;
  for (const std::string& name : columns) {
    const Column& before = original.columns()[*find_column(original, name)];
    const Column& after = masked.columns()[*find_column(masked, name)];
    both.columns.push_back(keys::coded(stacked(std::array{before, after})));
  }
  return both;
}

// The same where cells were emptied. Where sources are known, who counts is of different ones, and
// a gap that a record always had hides it alone (keys::sharing_where_emptied); else what is left of
// a record is held against the originals.
std::vector<std::size_t> class_sizes_with_gaps(const Table& original, const Table& masked,
                                               const std::vector<std::string>& columns,
                                               std::optional<std::span<const Row>> source) {
  const std::size_t originals = original.row_count();
  const keys::KeyCodes both = codes_of_both(original, masked, columns);
  std::vector<Row> masked_rows(masked.row_count());
  std::iota(masked_rows.begin(), masked_rows.end(), static_cast<Row>(originals));
  std::vector<Row> counts;
  if (source) {
    counts = keys::sharing_where_emptied(keys::gathered(both, *source),
                                         keys::gathered(both, masked_rows),
                                         keys::one_for_each_source(*source));
  } else {
    Reals weights(originals + masked.row_count(), 0);
    std::fill_n(weights.begin(), originals, 1);
    const auto all = keys::sharing(both, weights);
    counts.assign(all.begin() + static_cast<std::ptrdiff_t>(originals), all.end());
  }
  std::vector<std::size_t> sizes(counts.size());
  std::ranges::transform(counts, sizes.begin(),
                         [](Row count) { return std::max<std::size_t>(count, 1); });
  return sizes;
}

bool have_equal_counts(const KnownClasses& known) {
  if (known.originals.size() != known.masked.size()) return false;
  std::vector<std::uint32_t> before(known.originals.begin(), known.originals.end());
  std::vector<std::uint32_t> after(known.masked.begin(), known.masked.end());
  std::ranges::sort(before);
  std::ranges::sort(after);
  return before == after;
}

// Most of the values are still there, in whatever records.
bool keeps_its_values(const Column& original, const Column& masked) {
  const Classes values = value_numbers(original, masked);
  std::vector<bool> is_original(values.size(), false);
  for (std::size_t i = 0; i < original.size(); ++i) is_original[values[i]] = true;
  const auto stay =
      std::ranges::count_if(std::span(values).subspan(original.size()),
                            [&](std::uint32_t number) { return bool(is_original[number]); });
  return 2 * static_cast<std::size_t>(stay) > masked.size();
}

std::vector<std::string> identifiers_that_stay(const Table& original, const Table& masked) {
  std::vector<std::string> names;
  for (const Column& column : masked.columns()) {
    const auto place = find_column(original, column.name);
    if (!place || column.role != Role::mask) continue;
    const Column& before = original.columns()[*place];
    if (!looks_like_identifier(before)) continue;
    if (is_quantity(before.type) == is_quantity(column.type) && keeps_its_values(before, column)) {
      names.push_back(column.name);
    }
  }
  return names;
}

bool is_in_order(std::span<const Row> source) {
  return source.size() > 1 && std::ranges::is_sorted(source, std::less_equal());
}

std::optional<FoundShare> linkage_within(const Table& original, const Table& masked,
                                         const Classes& classes, std::span<const Row> source) {
  const auto profiles = distance_profiles(original, masked);
  if (!profiles || source.size() != masked.row_count()) return std::nullopt;
  const auto all = std::span(classes);
  return known_linkage(profiles->original, profiles->masked,
                       {all.first(original.row_count()), all.subspan(original.row_count())},
                       source);
}

std::vector<std::string> kept_names(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (column.role == Role::keep) names.push_back(column.name);
  }
  return names;
}

std::vector<Classes> kept_values(const Table& table) {
  std::vector<Classes> columns;
  for (const Column& column : table.columns()) {
    if (column.role == Role::keep) columns.push_back(value_numbers(column));
  }
  return columns;
}

// The classes of a table's records on these columns, each given by the numbers of its values.
Classes classes_on(const std::vector<Classes>& columns, std::size_t rows) {
  Classes classes(rows, 0);
  for (const Classes& column : columns) refine(classes, column);
  return classes;
}

std::size_t unique_where_emptied(const Table& original, const Table& emptied) {
  const auto kept = kept_names(original);
  if (kept.empty()) return 0;
  const auto sizes = class_sizes_with_gaps(original, emptied, kept, std::nullopt);
  return static_cast<std::size_t>(std::ranges::count(sizes, std::size_t{1}));
}

std::size_t unique_in(const Classes& classes) {
  const auto sizes = class_sizes(classes, 0, Reals(classes.size(), 1));
  return static_cast<std::size_t>(std::ranges::count(sizes, std::size_t{1}));
}

// The place of the column without which the fewest classes are left; of several the one that has
// most values.
std::size_t most_telling(const std::vector<Classes>& columns, std::size_t rows) {
  const auto rank = [&](std::size_t place) {
    auto others = columns;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
    return std::pair(class_count(classes_on(others, rows)), rows - class_count(columns[place]));
  };
  std::size_t best = 0;
  auto least = rank(0);
  for (std::size_t place = 1; place < columns.size(); ++place) {
    const auto other = rank(place);
    if (other < least) best = place;
    least = std::min(least, other);
  }
  return best;
}

// The worst that can be: whoever seeks somebody is told which of the person's cells were emptied.
void tell_emptied(std::span<const Row> source, Classes& values) {
  const std::size_t originals = values.size() - source.size();
  for (std::size_t row = 0; row < source.size(); ++row) {
    values[source[row]] = values[originals + row];
  }
}

}  // namespace

std::size_t unique_on_kept(const Table& original, const Structure& structure) {
  if (structure.k > 0) {
    const auto suppressed = keys::suppressed(original, structure);
    if (suppressed) return unique_where_emptied(original, suppressed->table);
  }
  const std::vector<Classes> columns = kept_values(original);
  return columns.empty() ? 0 : unique_in(classes_on(columns, original.row_count()));
}

std::vector<std::string> most_telling_kept(const Table& original) {
  const std::size_t rows = original.row_count();
  std::vector<Classes> columns = kept_values(original);
  std::vector<std::string> names = kept_names(original);
  std::vector<std::string> telling;
  while (!names.empty()) {
    const auto place = static_cast<std::ptrdiff_t>(most_telling(columns, rows));
    telling.push_back(names[static_cast<std::size_t>(place)]);
    names.erase(names.begin() + place);
    columns.erase(columns.begin() + place);
    if (unique_in(classes_on(columns, rows)) == 0) break;
  }
  return telling;
}

KeptColumns kept_columns(const Table& original, const Table& masked,
                         std::optional<std::span<const Row>> source,
                         const std::vector<std::string>& suppressed) {
  KeptColumns kept;
  kept.records = masked.row_count();
  kept.copies = copies_of_unique(original, masked);
  kept.identifiers = identifiers_that_stay(original, masked);
  kept.is_in_order = source && is_in_order(*source);
  Classes classes(original.row_count() + masked.row_count(), 0);
  for (const Column& column : masked.columns()) {
    const auto place = find_column(original, column.name);
    if (!place || column.role == Role::unit) continue;
    const Column& before = original.columns()[*place];
    if (column.role == Role::keep)
      kept.names.push_back(column.name);
    else if (source && is_unchanged(before, column, *source))
      kept.unchanged.push_back(column.name);
    else
      continue;
    Classes values = value_numbers(before, column);
    const bool is_suppressed = std::ranges::find(suppressed, column.name) != suppressed.end();
    if (is_suppressed && source) tell_emptied(*source, values);
    refine(classes, values);
  }
  const auto all = std::span<const std::uint32_t>(classes);
  const KnownClasses known{all.first(original.row_count()), all.subspan(original.row_count())};
  kept.units = unit_linkage(original, masked, known, source);
  kept.ranks = rank_linkage(original, masked, known, source);
  kept.smallest_class = kept.records;
  if (kept.empty()) return kept;
  std::vector<std::string> known_columns = kept.names;
  known_columns.insert(known_columns.end(), kept.unchanged.begin(), kept.unchanged.end());
  const auto sizes =
      suppressed.empty()
          ? class_sizes(classes, original.row_count(), one_for_each_person(kept.records, source))
          : class_sizes_with_gaps(original, masked, known_columns, source);
  kept.unique = static_cast<std::size_t>(std::ranges::count(sizes, std::size_t{1}));
  kept.below_three = static_cast<std::size_t>(
      std::ranges::count_if(sizes, [](std::size_t size) { return size < 3; }));
  kept.in_small_classes = static_cast<std::size_t>(
      std::ranges::count_if(sizes, [](std::size_t size) { return size < small_class; }));
  kept.smallest_class = std::ranges::min(sizes);
  kept.told = told_columns(original, masked, classes);
  kept.are_counts_kept = have_equal_counts(known);
  if (source) kept.linkage = linkage_within(original, masked, classes, *source);
  kept.is_told_emptied = source && !suppressed.empty();
  return kept;
}

SourceUse source_use(std::span<const Row> source, std::size_t originals) {
  std::vector<std::uint32_t> uses(originals, 0);
  for (const Row row : source) {
    assert(row < originals);
    ++uses[row];
  }
  const auto count = [&](auto&& is_counted) {
    return static_cast<std::size_t>(std::ranges::count_if(uses, is_counted));
  };
  return {count([](std::uint32_t n) { return n > 1; }),
          count([](std::uint32_t n) { return n == 0; })};
}

}  // namespace overhand::risk
