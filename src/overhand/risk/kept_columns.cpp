#include "overhand/risk/kept_columns.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <unordered_map>

#include "overhand/risk/copies_internal.h"
#include "overhand/risk/distance_profiles_internal.h"
#include "overhand/risk/known_linkage_internal.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/identifiers.h"
#include "overhand/table/value_bits.h"

namespace overhand::risk {
namespace {

using Classes = std::vector<std::uint32_t>;  // of the originals, then of the masked records

// Equal values have equal keys: every missing value is one value, and so are 0 and -0.
std::uint64_t key_of(double value) { return value_bits(value); }
std::int64_t key_of(std::int64_t value) { return value; }
Code key_of(Code value) { return value; }

// Equal keys get equal numbers.
template <class Key>
class Numbering {
 public:
  std::uint32_t number_of(const Key& key) {
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<Key, std::uint32_t> numbers_;
};

// The texts of both columns by the codes of one dictionary.
struct CommonCodes {
  std::vector<Code> original;
  std::vector<Code> masked;
};

std::vector<Code> codes_in(DictionaryBuilder& dictionary, const Column& column) {
  std::vector<Code> codes(column.size());
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts != nullptr) {
    std::vector<Code> common(texts->dictionary().size());
    for (std::size_t code = 0; code < common.size(); ++code) {
      common[code] = dictionary.code_of(texts->dictionary()[code]);
    }
    std::ranges::transform(texts->codes(), codes.begin(), [&](Code code) {
      return is_missing(code) ? missing_code : common[static_cast<std::size_t>(code)];
    });
    return codes;
  }
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const auto text = cell_text(column, row);
    codes[row] = text ? dictionary.code_of(*text) : missing_code;
  }
  return codes;
}

CommonCodes common_codes(const Column& original, const Column& masked) {
  DictionaryBuilder dictionary;
  auto first = codes_in(dictionary, original);
  return {std::move(first), codes_in(dictionary, masked)};
}

// The numbers that the texts are; none where one of them is no number.
std::optional<Reals> as_numbers(const Texts& texts) {
  Reals levels(texts.dictionary().size());
  for (std::size_t code = 0; code < levels.size(); ++code) {
    const std::string_view text = texts.dictionary()[code];
    const auto [rest, problem] = std::from_chars(text.begin(), text.end(), levels[code]);
    if (problem != std::errc{} || rest != text.end()) return std::nullopt;
  }
  Reals values(texts.size());
  std::ranges::transform(texts.codes(), values.begin(), [&](Code code) {
    return is_missing(code) ? missing_real : levels[static_cast<std::size_t>(code)];
  });
  return values;
}

std::optional<Reals> as_numbers(const Column& column) {
  if (is_quantity(column.type)) return reals(column);
  const auto* texts = std::get_if<Texts>(&column.values);
  return texts == nullptr ? std::nullopt : as_numbers(*texts);
}

// The result of `use` on the values of both columns in a form in which they can be compared. A kept
// column of a CSV is text and the same one of a Parquet file numbers: numbers where all of it is
// some, and else text.
template <class Use>
auto compared(const Column& original, const Column& masked, const Use& use)
    -> decltype(use(Reals(), Reals())) {
  const auto* integers = std::get_if<Cells<std::int64_t>>(&original.values);
  const auto* masked_integers = std::get_if<Cells<std::int64_t>>(&masked.values);
  if (original.type == masked.type && integers != nullptr) return use(*integers, *masked_integers);
  if (is_quantity(original.type) || is_quantity(masked.type)) {
    const auto first = as_numbers(original);
    const auto second = as_numbers(masked);
    if (first && second) return use(*first, *second);
  }
  const CommonCodes codes = common_codes(original, masked);
  return use(codes.original, codes.masked);
}

// A number for each value, of the originals, then of the masked records.
Classes value_numbers(const Column& original, const Column& masked) {
  const auto number_all = [](const auto& originals, const auto& others) {
    Numbering<decltype(key_of(originals[0]))> numbering;
    Classes numbers;
    numbers.reserve(originals.size() + others.size());
    for (const auto* values : {&originals, &others}) {
      for (const auto value : *values) numbers.push_back(numbering.number_of(key_of(value)));
    }
    return numbers;
  };
  return compared(original, masked, number_all);
}

void refine(Classes& classes, const Classes& values) {
  Numbering<std::uint64_t> numbering;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    classes[i] = numbering.number_of(std::uint64_t{classes[i]} << 32U | values[i]);
  }
}

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

// The sizes of the classes of the masked records.
std::vector<std::size_t> class_sizes(const Classes& classes, std::size_t originals) {
  const auto count = [&](std::span<const std::uint32_t> part) {
    std::vector<std::size_t> counts(classes.size(), 0);
    for (const std::uint32_t number : part) ++counts[number];
    return counts;
  };
  const auto masked = std::span(classes).subspan(originals);
  const auto before = count(std::span(classes).first(originals));
  const auto after = count(masked);
  std::vector<std::size_t> sizes(masked.size());
  std::ranges::transform(masked, sizes.begin(), [&](std::uint32_t number) {
    return before[number] == 0 ? after[number] : std::min(before[number], after[number]);
  });
  return sizes;
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

std::vector<Classes> kept_values(const Table& table) {
  std::vector<Classes> columns;
  for (const Column& column : table.columns()) {
    if (column.role == Role::keep) columns.push_back(value_numbers(column, gather(column, {})));
  }
  return columns;
}

// The classes of a table's records on these columns, each given by the numbers of its values.
Classes classes_on(const std::vector<Classes>& columns, std::size_t rows) {
  Classes classes(rows, 0);
  for (const Classes& column : columns) refine(classes, column);
  return classes;
}

std::size_t class_count(const Classes& classes) {
  return classes.empty() ? 0 : std::size_t{*std::ranges::max_element(classes)} + 1;
}

std::size_t unique_in(const Classes& classes) {
  const auto sizes = class_sizes(classes, 0);
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

}  // namespace

std::size_t unique_on_kept(const Table& original) {
  const std::vector<Classes> columns = kept_values(original);
  return columns.empty() ? 0 : unique_in(classes_on(columns, original.row_count()));
}

std::vector<std::string> most_telling_kept(const Table& original) {
  const std::size_t rows = original.row_count();
  std::vector<Classes> columns = kept_values(original);
  std::vector<std::string> names;
  for (const Column& column : original.columns()) {
    if (column.role == Role::keep) names.push_back(column.name);
  }
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
                         std::optional<std::span<const Row>> source) {
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
    refine(classes, value_numbers(before, column));
  }
  kept.smallest_class = kept.records;
  if (kept.empty()) return kept;
  const auto sizes = class_sizes(classes, original.row_count());
  kept.unique = static_cast<std::size_t>(std::ranges::count(sizes, std::size_t{1}));
  kept.below_three = static_cast<std::size_t>(
      std::ranges::count_if(sizes, [](std::size_t size) { return size < 3; }));
  kept.smallest_class = std::ranges::min(sizes);
  if (source) kept.linkage = linkage_within(original, masked, classes, *source);
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
