#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/io/cells_internal.h"
#include "overhand/io/text_column_internal.h"
#include "overhand/table/date_text.h"
#include "overhand/table/number_text.h"
#include "overhand/table/truth_text.h"

namespace overhand::io {
namespace {

bool is_said(std::string_view cell, const TextRules& rules) {
  return std::ranges::find(rules.missing, cell) != rules.missing.end();
}

// The texts of a column that are there, by their codes.
struct PresentLevels {
  std::vector<std::size_t> codes;
  std::vector<std::string_view> cells;
};

PresentLevels levels_of(const Texts& texts, const TextRules& rules) {
  PresentLevels levels;
  const auto counts = texts.level_counts();
  for (std::size_t code = 0; code < counts.size(); ++code) {
    const std::string_view cell = texts.dictionary()[code];
    if (counts[code] == 0 || is_missing_number(cell, rules)) continue;
    levels.codes.push_back(code);
    levels.cells.push_back(cell);
  }
  return levels;
}

// A value for each row, out of one for each level.
template <class Value>
std::vector<Value> spread(const Texts& texts, const PresentLevels& levels,
                          const std::vector<Value>& of_levels, Value missing) {
  std::vector<Value> by_code(texts.dictionary().size(), missing);
  for (std::size_t i = 0; i < levels.codes.size(); ++i) by_code[levels.codes[i]] = of_levels[i];
  std::vector<Value> values(texts.size());
  std::ranges::transform(texts.codes(), values.begin(), [&](Code code) {
    return is_missing(code) ? missing : by_code[static_cast<std::size_t>(code)];
  });
  return values;
}

std::optional<std::vector<NumberText>> numbers_of(const PresentLevels& levels,
                                                  const TextRules& rules) {
  std::vector<NumberText> numbers;
  std::string_view group;
  for (const std::string_view cell : levels.cells) {
    auto number = number_text(cell, rules.decimal);
    if (!number || (rules.codes_are_texts && has_leading_zero(cell))) return std::nullopt;
    if (group.empty()) group = number->group;
    if (!number->group.empty() && number->group != group) return std::nullopt;
    numbers.push_back(*std::move(number));
  }
  // (030) and 5- throughout are codes.
  const bool are_codes = std::ranges::all_of(numbers, &NumberText::is_negative_by_bookkeeping);
  if (are_codes && rules.codes_are_texts) return std::nullopt;
  return numbers;
}

template <class Number>
std::optional<std::vector<Number>> values_of(const std::vector<NumberText>& texts) {
  std::vector<Number> values;
  for (const NumberText& text : texts) {
    const auto value = number_of<Number>(text.plain);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<Values> number_values(const Texts& texts, const PresentLevels& levels,
                                    const TextRules& rules) {
  const auto numbers = numbers_of(levels, rules);
  if (!numbers) return std::nullopt;
  if (std::ranges::all_of(*numbers, &NumberText::is_whole)) {
    if (const auto whole = values_of<std::int64_t>(*numbers)) {
      return Cells<std::int64_t>(spread(texts, levels, *whole, missing_integer));
    }
  }
  const bool has_codes = std::ranges::any_of(levels.cells, has_more_digits_than_a_real);
  if (has_codes && rules.codes_are_texts) return std::nullopt;
  const auto reals = values_of<double>(*numbers);
  if (!reals) return std::nullopt;
  return Cells<double>(spread(texts, levels, *reals, missing_real));
}

Column with_role(const Column& like, Type type, Values values) {
  return {like.name, std::move(type), std::move(values), like.role};
}

}  // namespace

bool is_missing_number(std::string_view cell, const TextRules& rules) {
  return is_missing_cell(cell) || is_missing_among_numbers(cell) || is_said(cell, rules);
}

Column untyped(const Column& column, const TextRules& rules) {
  const auto& texts = std::get<Texts>(column.values);
  std::vector<bool> is_there(texts.dictionary().size());
  for (std::size_t code = 0; code < is_there.size(); ++code) {
    const std::string_view cell = texts.dictionary()[code];
    is_there[code] = !is_missing_cell(cell) && !is_said(cell, rules);
  }
  if (std::ranges::find(is_there, false) == is_there.end()) {
    return with_role(column, type::Text{}, texts);
  }
  std::vector<Code> codes(texts.codes().begin(), texts.codes().end());
  for (Code& code : codes) {
    if (!is_missing(code) && !is_there[static_cast<std::size_t>(code)]) code = missing_code;
  }
  return with_role(column, type::Text{}, Texts(std::move(codes), texts.shared_dictionary()));
}

Column typed(const Column& column, const TextRules& rules, bool& unsure) {
  const auto& texts = std::get<Texts>(column.values);
  const PresentLevels levels = levels_of(texts, rules);
  if (levels.cells.empty()) return untyped(column, rules);
  if (auto values = number_values(texts, levels, rules)) {
    const bool is_whole = storage_of(*values) == Storage::integers;
    return with_role(column, is_whole ? Type(type::Integer{}) : Type(type::Real{}),
                     *std::move(values));
  }
  const auto spread_out = [&](const std::vector<std::int64_t>& of_levels) {
    return Cells<std::int64_t>(spread(texts, levels, of_levels, missing_integer));
  };
  const auto truths = rules.words_are_truths ? truths_of(levels.cells) : std::nullopt;
  if (truths) return with_role(column, type::Boolean{}, spread_out(*truths));
  const auto dates = dates_of(levels.cells);
  unsure = dates && dates->is_unsure;
  if (!dates || unsure) return untyped(column, rules);
  Column moments = with_role(column, dates->type, spread_out(dates->values));
  moments.date_layout = std::make_shared<const DateLayout>(dates->layout);
  return moments;
}

}  // namespace overhand::io
