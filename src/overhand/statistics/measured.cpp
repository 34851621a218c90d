#include "overhand/statistics/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "overhand/statistics/blocks.h"
#include "overhand/table/amounts.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/column_words.h"
#include "overhand/table/value_bits.h"

namespace overhand::statistics {
namespace {

Error data_error(std::string message) { return {ErrorKind::invalid_data, std::move(message)}; }

// The values of a column of numbers or times; a gap of any kind becomes the one missing real.
Reals values_of(const Column& column) {
  const double unit = *unit_of(column.type);
  Reals values(column.size());
  const auto take = [&](const auto& cells) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = is_missing(cells[i]) ? missing_real : as_real(cells[i]) / unit;
    }
  };
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) take(*reals);
  if (const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values)) take(*whole);
  return values;
}

std::size_t gaps_in(const Reals& values) {
  return static_cast<std::size_t>(
      std::ranges::count_if(values, [](double value) { return is_missing(value); }));
}

// Codes of levels by their texts; levels that are not there yet are appended.
class Coding {
 public:
  explicit Coding(std::vector<std::string> levels) : levels_(std::move(levels)) {
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      codes_.emplace(levels_[k], static_cast<Code>(k + 1));
    }
  }
  Code code_of(const std::string& level) {
    const auto [found, is_new] = codes_.try_emplace(level, static_cast<Code>(levels_.size() + 1));
    if (is_new) levels_.push_back(level);
    return found->second;
  }
  std::vector<std::string> levels() && { return std::move(levels_); }

 private:
  std::vector<std::string> levels_;
  std::unordered_map<std::string, Code> codes_;
};

std::vector<Code> codes_in(Coding& coding, const Texts& texts) {
  std::vector<Code> by_text(texts.dictionary().size());
  std::vector<bool> is_known(by_text.size(), false);
  std::vector<Code> codes(texts.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (is_missing(texts.codes()[i])) continue;
    const auto text = static_cast<std::size_t>(texts.codes()[i]);
    if (!is_known[text]) by_text[text] = coding.code_of(std::string(texts.dictionary()[text]));
    is_known[text] = true;
    codes[i] = by_text[text];
  }
  return codes;
}

// Numbers as levels: each value's text is made once.
template <class Value>
std::vector<Code> codes_in(Coding& coding, const Column& column, const Cells<Value>& cells) {
  std::unordered_map<std::uint64_t, Code> by_value;
  std::vector<Code> codes(cells.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (is_missing(cells[i])) continue;
    const auto [found, is_new] =
        by_value.try_emplace(std::bit_cast<std::uint64_t>(cells[i]), Category::gap);
    if (is_new) found->second = coding.code_of(*cell_text(column, i));
    codes[i] = found->second;
  }
  return codes;
}

std::vector<Code> codes_in(Coding& coding, const Column& column) {
  return std::visit(Matching{[&](const Texts& texts) { return codes_in(coding, texts); },
                             [&](const auto& cells) { return codes_in(coding, column, cells); }},
                    column.values);
}

// The levels in the order of the column's dictionary, also those that no record has.
std::vector<std::string> levels_of(const Column& column) {
  std::vector<std::string> levels;
  if (std::holds_alternative<type::Boolean>(column.type)) return {"false", "true"};
  const auto* texts = std::get_if<Texts>(&column.values);
  for (std::size_t k = 0; texts != nullptr && k < texts->dictionary().size(); ++k) {
    levels.emplace_back(texts->dictionary()[k]);
  }
  return levels;
}

Category coded(Category category, const Column& column) {
  Coding coding(std::move(category.levels));
  category.codes = codes_in(coding, column);
  category.levels = std::move(coding).levels();
  return category;
}

Category category_of(const Column& column) {
  const auto* type = std::get_if<type::Category>(&column.type);
  Category category{column.name, type != nullptr && type->is_ordered, levels_of(column), 0, {}};
  category = coded(std::move(category), column);
  category.known_levels = category.levels.size();
  return category;
}

// The same levels of another table; nothing is copied of the records.
Category category_like(const Category& original, const Column& column) {
  return coded({original.name,
                original.is_ordered,
                {original.levels.begin(),
                 original.levels.begin() + static_cast<std::ptrdiff_t>(original.known_levels)},
                original.known_levels,
                {}},
               column);
}

// The places of an ordered category's levels; one that the original has not has none.
Reals places_of(const Category& category) {
  Reals places(category.codes.size());
  std::ranges::transform(category.codes, places.begin(), [&](Code code) {
    const bool has_place =
        code != Category::gap && static_cast<std::size_t>(code) <= category.known_levels;
    return has_place ? static_cast<double>(code) : missing_real;
  });
  return places;
}

void add(Numbers& numbers, const std::string& name, Reals values) {
  numbers.names.push_back(name);
  numbers.exponents.push_back(0);
  numbers.gaps.push_back(gaps_in(values));
  numbers.columns.push_back(std::move(values));
}

// The ordered categories after the amounts, then what both are needed for.
Measured finished(Measured measured) {
  measured.numbers.amounts = measured.numbers.column_count();
  for (const Category& category : measured.categories) {
    if (category.is_ordered) add(measured.numbers, category.name, places_of(category));
  }
  measured.numbers.cells = interleaved(measured.numbers.columns);
  measured.is_mixed = !measured.categories.empty() || measured.numbers.has_gaps();
  return measured;
}

Result<const Column*> column_named(const Table& table, const std::string& name,
                                   const std::string& which) {
  const auto found = std::ranges::find(table.columns(), name, &Column::name);
  if (found != table.columns().end()) return &*found;
  return data_error(fmt::format("The {} table has no column '{}'.", which, told(name)));
}

Status add_number(Measured& measured, const Column& column, const std::string& which) {
  Reals values = values_of(column);
  if (std::ranges::any_of(values, [](double v) { return std::isinf(v); })) {
    return data_error(
        fmt::format("{} of the {} table has an infinite value.", at_start(column.name), which));
  }
  add(measured.numbers, column.name, std::move(values));
  measured.types.push_back(column.type);
  return Done{};
}

std::optional<Error> problem_with_rows(const Table& table, const std::string& which) {
  if (table.row_count() >= 2) return std::nullopt;
  return data_error(
      fmt::format("There must be at least 2 records to measure, and the {} table has {}.", which,
                  table.row_count()));
}

std::optional<Error> problem_with_type(const Column& column, const Type& original,
                                       const std::string& which) {
  if (are_alike(original, column.type)) return std::nullopt;
  Error error = data_error(fmt::format("{} of the {} table is {}, and that of the original is {}.",
                                       at_start(column.name), which, words_for(column.type),
                                       words_for(original)));
  error.place.column = column.name;
  error.remedies = {{Action::drop, {column.name}}};
  return error;
}

}  // namespace

std::string Category::name_of(Code code) const {
  return code == gap ? "(missing)" : levels[static_cast<std::size_t>(code) - 1];
}

std::vector<std::string> measured_names(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (column.role == Role::mask) names.push_back(column.name);
  }
  return names;
}

std::vector<std::string> names_of(const Measured& measured) {
  const auto& numbers = measured.numbers;
  std::vector<std::string> names(
      numbers.names.begin(), numbers.names.begin() + static_cast<std::ptrdiff_t>(numbers.amounts));
  for (const Category& category : measured.categories) names.push_back(category.name);
  return names;
}

Result<Measured> measured_of(const Table& table, const std::vector<std::string>& names,
                             const std::string& which) {
  if (names.empty()) return data_error("There is no column to measure.");
  if (auto problem = problem_with_rows(table, which)) return *std::move(problem);
  Measured measured;
  measured.rows = table.row_count();
  for (const std::string& name : names) {
    const auto column = column_named(table, name, which);
    if (!column) return column.error();
    if (!unit_of((*column)->type)) {
      measured.categories.push_back(category_of(**column));
    } else if (auto added = add_number(measured, **column, which); !added) {
      return added.error();
    }
  }
  return finished(std::move(measured));
}

Result<Measured> measured_like(const Measured& original, const Table& table,
                               const std::string& which) {
  if (auto problem = problem_with_rows(table, which)) return *std::move(problem);
  Measured measured;
  measured.rows = table.row_count();
  for (std::size_t j = 0; j < original.numbers.amounts; ++j) {
    const auto column = column_named(table, original.numbers.names[j], which);
    if (!column) return column.error();
    if (auto problem = problem_with_type(**column, original.types[j], which)) {
      return *std::move(problem);
    }
    if (auto added = add_number(measured, **column, which); !added) return added.error();
  }
  for (const Category& category : original.categories) {
    const auto column = column_named(table, category.name, which);
    if (!column) return column.error();
    measured.categories.push_back(category_like(category, **column));
  }
  return finished(std::move(measured));
}

std::pair<Measured, Measured> in_common_terms(Measured original, Measured masked) {
  const auto exponents = common_exponents(original.numbers, masked.numbers);
  original.numbers = rescaled(std::move(original.numbers), exponents);
  masked.numbers = rescaled(std::move(masked.numbers), exponents);
  original.is_mixed = masked.is_mixed = original.is_mixed || masked.is_mixed;
  return {std::move(original), std::move(masked)};
}

}  // namespace overhand::statistics
