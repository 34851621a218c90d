#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "overhand/io/cells_internal.h"
#include "overhand/io/column_problems_internal.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/column_words.h"
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
    std::string position = position_of(places[i]);
    if (problems[i].kind == Kind::mixed) position = "numbers, but a text in " + position;
    const std::string& shown = position.empty() ? problems[i].about : position;
    parts.push_back(shown.empty() ? name : fmt::format("{} ({})", name, shown));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<Remedy> ways_out(const Problems& problems) {
  std::vector<std::string> names;
  for (const auto& problem : problems) names.push_back(problem.name);
  std::vector<Remedy> ways = {{Action::drop, names}};
  const bool can_be_kept = std::ranges::none_of(
      problems, [](const auto& problem) { return problem.kind == Kind::type || problem.is_kept; });
  if (can_be_kept) ways.push_back({Action::keep, names});
  const bool are_texts = std::ranges::all_of(problems, [](const auto& problem) {
    return problem.kind == Kind::text || problem.kind == Kind::mixed;
  });
  if (are_texts) ways.push_back({Action::plan, names});
  const bool may_be_gaps = std::ranges::any_of(problems, [](const auto& problem) {
    return problem.kind == Kind::mixed || (problem.kind == Kind::plan && problem.row);
  });
  if (may_be_gaps) ways.insert(ways.begin(), {Action::say_missing});
  return ways;
}

// What the column is or has.
std::string verdict_on(const ColumnProblem& problem) {
  switch (problem.kind) {
    case Kind::text:
      return "is not a number, and only numbers can be masked";
    case Kind::mixed:
      return "has a text among its numbers, and only numbers can be masked";
    case Kind::code:
      return "has numbers that begin with a zero, so it looks like a code and not like an amount, "
             "and only amounts can be masked";
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
  return problem.kind == Kind::text || problem.kind == Kind::mixed || problem.kind == Kind::code ||
         problem.kind == Kind::type;
}

bool is_gap(std::string_view cell) {
  return is_missing_cell(cell) || is_missing_among_numbers(cell);
}

// What the cells of a column of text are, were they to be numbers.
struct Mixture {
  std::size_t numbers = 0;
  std::set<std::string> others = {};
  std::optional<std::size_t> first_code = {};  // 01234
  std::optional<std::size_t> first_other = {};
};

Mixture mixture_of(const Column& column, char decimal) {
  Mixture mixture;
  for (std::size_t row = 0; row < column.size(); ++row) {
    const auto text = cell_text(column, row);
    if (!text || is_gap(*text)) continue;
    const bool is_number = number_text(*text, decimal).has_value();
    if (is_number)
      ++mixture.numbers;
    else
      mixture.others.insert(*text);
    auto& first = is_number ? mixture.first_code : mixture.first_other;
    if (!first && (!is_number || has_leading_zero(*text))) first = row;
  }
  return mixture;
}

// What a column of text shows that is nearly one of numbers: by the sign of the file, or by the
// other one where more of the column are numbers then.
ColumnProblem problem_with_text(const Column& column, const std::optional<char>& decimal) {
  const Mixture own = mixture_of(column, decimal.value_or('.'));
  const char other_sign = decimal == ',' ? '.' : ',';
  const Mixture other = mixture_of(column, other_sign);
  const bool is_other = other.numbers > own.numbers;
  const Mixture& mixture = is_other ? other : own;
  const std::size_t row = mixture.first_other.value_or(mixture.first_code.value_or(0));
  const auto problem = [&](Kind kind, std::size_t at) {
    return ColumnProblem{kind, column.name, 0, at};
  };
  if (!decimal) return problem(Kind::text, own.first_other.value_or(0));
  if (!mixture.first_other) {
    if (is_other) return problem(Kind::other_decimal, own.first_other.value_or(0));
    return problem(mixture.first_code ? Kind::code : Kind::text, row);
  }
  const std::string first = cell_text(column, row).value_or("");
  if (number_text(first, *decimal) || number_text(first, other_sign)) {
    return problem(Kind::other_decimal, row);
  }
  // Of words for a gap there are few, however often they stand there.
  const bool is_mixed = mixture.numbers > mixture.others.size() && !mixture.first_code;
  return problem(is_mixed ? Kind::mixed : Kind::text, row);
}

}  // namespace

Error error_about(const Input& input, const Columns& columns, const Problems& problems) {
  Problems together;
  std::ranges::copy_if(problems, std::back_inserter(together), can_be_told_together);
  if (together.size() < 2) return error_about_one(input, columns, problems.front());
  return {ErrorKind::invalid_data,
          fmt::format("only numbers can be masked, and these columns are none: {}.",
                      names_and_places(columns, together)),
          {input.name},
          ways_out(together)};
}

std::optional<ColumnProblem> problem_with_values(const Column& column,
                                                 const std::optional<char>& decimal) {
  if (!is_quantity(column.type)) return problem_with_text(column, decimal);
  const auto* values = std::get_if<Cells<double>>(&column.values);
  if (values == nullptr) return std::nullopt;
  const auto first = std::ranges::find_if(*values, [](double value) { return std::isinf(value); });
  if (first == values->end()) return std::nullopt;
  return ColumnProblem{Kind::infinite, column.name, 0,
                       static_cast<std::size_t>(first - values->begin())};
}

}  // namespace overhand::io
