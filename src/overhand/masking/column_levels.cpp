#include <algorithm>

#include "overhand/masking/column_levels_internal.h"
#include "overhand/table/levels.h"

namespace overhand::masking {
namespace {

// The number of each code among those that occur, codes taken in the order of `ranked`.
ColumnLevels numbered(const Cells<Code>& codes, const std::vector<Code>& ranked, std::size_t all) {
  std::vector<std::uint32_t> number(all + 1);  // the gap's last
  std::uint32_t next = 0;
  for (const Code code : ranked) number[static_cast<std::size_t>(code)] = next++;
  number[all] = next;
  ColumnLevels levels{std::vector<std::uint32_t>(codes.size()), next};
  bool has_gap = false;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    has_gap |= is_missing(codes[row]);
    levels.of_row[row] =
        number[is_missing(codes[row]) ? all : static_cast<std::size_t>(codes[row])];
  }
  levels.count += static_cast<std::size_t>(has_gap);
  return levels;
}

ColumnLevels text_levels(const Column& column) {
  const auto& texts = std::get<Texts>(column.values);
  return numbered(texts.codes(), codes_in_order(column), texts.dictionary().size());
}

ColumnLevels truth_levels(const Cells<std::int64_t>& values) {
  std::vector<Code> codes(values.size());
  std::vector<bool> occurs(2);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    codes[row] = is_missing(values[row]) ? missing_code : static_cast<Code>(values[row] != 0);
    if (!is_missing(codes[row])) occurs[static_cast<std::size_t>(codes[row])] = true;
  }
  std::vector<Code> ranked;
  for (Code code = 0; code < 2; ++code) {
    if (occurs[static_cast<std::size_t>(code)]) ranked.push_back(code);
  }
  return numbered(codes, ranked, 2);
}

}  // namespace

std::vector<std::size_t> ColumnLevels::sizes() const {
  std::vector<std::size_t> sizes(count);
  for (const std::uint32_t level : of_row) ++sizes[level];
  return sizes;
}

ColumnLevels levels_of(const Column& column) {
  if (std::holds_alternative<Texts>(column.values)) return text_levels(column);
  return truth_levels(std::get<Cells<std::int64_t>>(column.values));
}

LevelNumbers::LevelNumbers(const Column& column) {
  const ColumnLevels levels = levels_of(column);
  unseen_ = of_gap_ = static_cast<std::uint32_t>(levels.count);
  of_truth_.fill(unseen_);
  for (std::size_t row = 0; row < levels.of_row.size(); ++row) {
    const std::uint32_t level = levels.of_row[row];
    if (const auto* texts = std::get_if<Texts>(&column.values)) {
      if (const auto text = (*texts)[row]) {
        of_text_.try_emplace(std::string(*text), level);
        continue;
      }
    } else if (const auto value = std::get<Cells<std::int64_t>>(column.values)[row];
               !is_missing(value)) {
      of_truth_[static_cast<std::size_t>(value != 0)] = level;
      continue;
    }
    of_gap_ = level;
  }
}

std::uint32_t LevelNumbers::of_text(std::string_view text) const {
  const auto found = of_text_.find(text);
  return found == of_text_.end() ? unseen_ : found->second;
}

std::uint32_t LevelNumbers::of_truth(std::int64_t value) const {
  return is_missing(value) ? of_gap_ : of_truth_[static_cast<std::size_t>(value != 0)];
}

ColumnLevels LevelNumbers::of(const Column& column) const {
  constexpr std::uint32_t unknown = ~0U;
  ColumnLevels levels{std::vector<std::uint32_t>(column.size()), std::size_t{unseen_} + 1};
  if (const auto* truths = std::get_if<Cells<std::int64_t>>(&column.values)) {
    std::ranges::transform(*truths, levels.of_row.begin(),
                           [&](std::int64_t value) { return of_truth(value); });
    return levels;
  }
  const auto& texts = std::get<Texts>(column.values);
  std::vector<std::uint32_t> of_code(texts.dictionary().size(), unknown);  // each sought once
  std::ranges::transform(texts.codes(), levels.of_row.begin(), [&](Code code) {
    if (is_missing(code)) return of_gap_;
    std::uint32_t& number = of_code[static_cast<std::size_t>(code)];
    if (number == unknown) number = of_text(texts.dictionary()[static_cast<std::size_t>(code)]);
    return number;
  });
  return levels;
}

ColumnLevels missingness_of(const Column& column) {
  ColumnLevels levels{std::vector<std::uint32_t>(column.size()), 1};
  const auto mark = [&](const auto& cells) {
    for (std::size_t row = 0; row < cells.size(); ++row) {
      levels.of_row[row] = static_cast<std::uint32_t>(is_missing(cells[row]));
    }
  };
  if (const auto* reals = std::get_if<Cells<double>>(&column.values))
    mark(*reals);
  else if (const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values))
    mark(*whole);
  else
    mark(std::get<Texts>(column.values).codes());
  if (std::ranges::find(levels.of_row, 1U) != levels.of_row.end()) levels.count = 2;
  return levels;
}

}  // namespace overhand::masking
