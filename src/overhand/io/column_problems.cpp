#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "overhand/io/cells_internal.h"
#include "overhand/io/column_problems_internal.h"
#include "overhand/table/column_words.h"
#include "overhand/table/identifiers.h"
#include "overhand/table/number_text.h"

namespace overhand::io {
namespace {

using Kind = ColumnProblem::Kind;
using Problems = std::vector<ColumnProblem>;

// The place of each problem that has a record.
std::vector<Place> places_of(const Columns& columns, const Problems& problems) {
  std::vector<std::size_t> rows;
  for (const auto& problem : problems) {
    if (problem.row) rows.push_back(*problem.row);
  }
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  const auto places = columns.places(rows);
  std::vector<Place> all;
  for (const auto& problem : problems) {
    const auto row = problem.row ? std::ranges::find(rows, *problem.row) : rows.end();
    const auto found = static_cast<std::size_t>(row - rows.begin());
    all.push_back(found < places.size() ? places[found] : Place{});
  }
  return all;
}

std::string words_of(const ColumnProblem& problem) {
  const std::string number =
      problem.name.empty() ? fmt::format(" (number {})", problem.position + 1) : "";
  return in_words(problem.name) + number;
}

// "name (line 17), day (date32[day])"
std::string names_and_places(const Columns& columns, const Problems& problems) {
  const auto places = places_of(columns, problems);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const std::string name =
        problems[i].name.empty() ? words_of(problems[i]) : printable(problems[i].name);
    const std::string position = position_of(places[i]);
    const std::string& shown = position.empty() ? problems[i].about : position;
    parts.push_back(shown.empty() ? name : fmt::format("{} ({})", name, shown));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Text that a schema can say the meaning of.
bool is_of_text(const ColumnProblem& problem) {
  return problem.kind == Kind::text || problem.kind == Kind::code || problem.kind == Kind::unique;
}

std::vector<Remedy> ways_out(const Problems& problems) {
  std::vector<std::string> names;
  for (const auto& problem : problems) names.push_back(problem.name);
  std::vector<Remedy> ways = {{Action::drop, names}};
  const bool can_be_kept = std::ranges::none_of(problems, [](const auto& problem) {
    return problem.kind == Kind::type || problem.kind == Kind::unique || problem.is_kept;
  });
  if (can_be_kept) ways.push_back({Action::keep, names});
  if (std::ranges::all_of(problems, is_of_text)) ways.push_back({Action::plan, names});
  const bool may_be_gaps = std::ranges::any_of(problems, [](const auto& problem) {
    return problem.kind == Kind::text || (problem.kind == Kind::plan && problem.row);
  });
  if (may_be_gaps) ways.insert(ways.begin(), {Action::say_missing});
  return ways;
}

// What the column is or has.
std::string verdict_on(const ColumnProblem& problem) {
  switch (problem.kind) {
    case Kind::text:
      return "has a text among its numbers";
    case Kind::code:
      return fmt::format("has numbers {}, so it looks like a code and not like an amount",
                         problem.about);
    case Kind::unique:
      return "is text that is different in nearly every record, which cannot be masked";
    case Kind::other_decimal:
      return "has numbers with another decimal sign than the rest of the file";
    case Kind::type:
      return fmt::format("is of type {}, which can neither be masked nor kept as yet",
                         printable(problem.about));
    case Kind::infinite:
      return "has an infinite value, which has no place in a table to mask";
    case Kind::range:
      return "has " + printable(problem.about);
    case Kind::plan:
      return printable(problem.about);
  }
  return {};
}

Error error_about_one(const Input& input, const Columns& columns, const ColumnProblem& problem) {
  Place place = places_of(columns, {problem})[0];
  place.file = input.name;
  place.column = problem.name;
  const bool has_way_out = problem.kind != Kind::infinite;
  return {ErrorKind::invalid_data, fmt::format("{} {}.", words_of(problem), verdict_on(problem)),
          place, has_way_out ? ways_out({problem}) : std::vector<Remedy>{}};
}

bool can_be_told_together(const ColumnProblem& problem) {
  return is_of_text(problem) || problem.kind == Kind::type;
}

bool is_gap(std::string_view cell) {
  return is_missing_cell(cell) || is_missing_among_numbers(cell);
}

// What about a number makes it a code.
std::optional<std::string_view> code_in(std::string_view cell) {
  if (has_leading_zero(cell)) return "that begin with a zero";
  if (has_more_digits_than_a_real(cell)) return "of more digits than can be computed with";
  return std::nullopt;
}

// What the cells of a column of text are, were they to be numbers.
struct Mixture {
  std::size_t numbers = 0;
  std::optional<std::size_t> first_number = {};
  std::optional<std::size_t> first_code = {};  // 01234
  std::optional<std::size_t> first_other = {};
};

Mixture mixture_of(const Texts& texts, char decimal) {
  Mixture mixture;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const auto text = texts[row];
    if (!text || is_gap(*text)) continue;
    const bool is_number = number_text(*text, decimal).has_value();
    mixture.numbers += static_cast<std::size_t>(is_number);
    auto& first = is_number ? mixture.first_number : mixture.first_other;
    if (!first) first = row;
    if (is_number && !mixture.first_code && code_in(*text)) mixture.first_code = row;
  }
  return mixture;
}

// Numbers among text, of which nobody has said that it is text: by the sign of the file, or by the
// other one where more of the column are numbers then.
std::optional<ColumnProblem> problem_with_numbers(const Column& column, char decimal) {
  const auto& texts = std::get<Texts>(column.values);
  const char other_sign = decimal == ',' ? '.' : ',';
  const Mixture own = mixture_of(texts, decimal);
  const Mixture other = mixture_of(texts, other_sign);
  const bool is_other = other.numbers > own.numbers;
  const Mixture& mixture = is_other ? other : own;
  if (mixture.numbers == 0) return std::nullopt;
  const auto problem = [&](Kind kind, std::optional<std::size_t> row, std::string_view about = "") {
    return ColumnProblem{kind, column.name, 0, row, std::string(about)};
  };
  if (!mixture.first_other && is_other) return problem(Kind::other_decimal, own.first_other);
  if (!mixture.first_other) {
    const std::size_t row = mixture.first_code.value_or(*mixture.first_number);
    return problem(Kind::code, row, code_in(*texts[row]).value_or("that are no amounts"));
  }
  const std::string_view first = *texts[*mixture.first_other];
  const bool is_sign = number_text(first, decimal) || number_text(first, other_sign);
  return problem(is_sign ? Kind::other_decimal : Kind::text, mixture.first_other);
}

std::optional<ColumnProblem> problem_with_text(const Column& column,
                                               const std::optional<char>& decimal,
                                               bool is_planned) {
  const bool is_category =
      std::holds_alternative<type::Category>(column.type);  // it says so itself
  if (!is_planned && !is_category) {
    if (auto problem = problem_with_numbers(column, decimal.value_or('.'))) return problem;
  }
  if (is_category || !is_nearly_unique(count_values(column))) return std::nullopt;
  return ColumnProblem{Kind::unique, column.name, 0, std::size_t{0}};
}

}  // namespace

std::vector<Place> record_places(const std::vector<std::size_t>& rows) {
  std::vector<Place> places;
  for (const std::size_t row : rows) places.push_back({.record = row + 1});
  return places;
}

Error error_about(const Input& input, const Columns& columns, const Problems& problems) {
  Problems together;
  std::ranges::copy_if(problems, std::back_inserter(together), can_be_told_together);
  if (together.size() < 2) return error_about_one(input, columns, problems.front());
  return {ErrorKind::invalid_data,
          fmt::format("these columns can be masked neither as numbers nor as categories: {}.",
                      names_and_places(columns, together)),
          {input.name},
          ways_out(together)};
}

std::optional<ColumnProblem> problem_with_values(const Column& column,
                                                 const std::optional<char>& decimal,
                                                 bool is_planned) {
  if (std::holds_alternative<Texts>(column.values)) {
    return problem_with_text(column, decimal, is_planned);
  }
  const auto* values = std::get_if<Cells<double>>(&column.values);
  if (values == nullptr) return std::nullopt;
  const auto first = std::ranges::find_if(*values, [](double value) { return std::isinf(value); });
  if (first == values->end()) return std::nullopt;
  return ColumnProblem{Kind::infinite, column.name, 0,
                       static_cast<std::size_t>(first - values->begin())};
}

}  // namespace overhand::io
