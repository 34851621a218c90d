#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "overhand/io/cells_internal.h"
#include "overhand/io/column_problems_internal.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

using Kind = ColumnProblem::Kind;
using Problems = std::vector<ColumnProblem>;

// "line 17" for each problem that has a record, else its type.
std::vector<std::string> places_of(const Columns& columns, const Problems& problems) {
  std::vector<std::size_t> rows;
  for (const auto& problem : problems) {
    if (problem.row) rows.push_back(*problem.row);
  }
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  const auto places = columns.places(rows);
  std::vector<std::string> all;
  for (const auto& problem : problems) {
    const auto row = problem.row ? std::ranges::find(rows, *problem.row) : rows.end();
    const auto found = static_cast<std::size_t>(row - rows.begin());
    all.push_back(found < places.size() ? places[found] : problem.about);
  }
  return all;
}

std::string words_of(const ColumnProblem& problem) {
  const std::string number =
      problem.name.empty() ? fmt::format(" (number {})", problem.position + 1) : "";
  return in_words(problem.name) + number;
}

std::string names_and_places(const Columns& columns, const Problems& problems) {
  const auto places = places_of(columns, problems);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const std::string name =
        problems[i].name.empty() ? words_of(problems[i]) : printable(problems[i].name);
    parts.push_back(places[i].empty() ? name : fmt::format("{} ({})", name, places[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string ways_out(const Problems& problems) {
  std::vector<std::string> names;
  for (const auto& problem : problems) names.push_back(problem.name);
  const std::string list = command_word(names);
  const bool is_one = problems.size() == 1;
  const bool can_be_kept = std::ranges::none_of(
      problems, [](const auto& problem) { return problem.kind == Kind::type; });
  std::string drop =
      fmt::format("leave {} out with --drop {}", is_one ? "the column" : "them", list);
  if (!can_be_kept) return drop;
  return drop + (is_one ? fmt::format(", or let it go out as it is with --keep {}", list)
                        : ", or let some of them go out as they are with --keep");
}

std::string verdict_on(const ColumnProblem& problem) {
  switch (problem.kind) {
    case Kind::text:
      return "not a number, and only numbers can be masked";
    case Kind::decimal_comma:
      return "a number with a decimal comma, and only decimal points are read as yet; save the "
             "file with points";
    case Kind::type:
      return fmt::format("a column of type {} can neither be masked nor kept as yet",
                         printable(problem.about));
    case Kind::infinite:
      return "an infinite value, which has no place in a table to mask";
    case Kind::range:
      return printable(problem.about);
  }
  return {};
}

Error error_about_one(const Input& input, const Columns& columns, const ColumnProblem& problem) {
  const auto place = places_of(columns, {problem})[0];
  const bool has_way_out = problem.kind != Kind::infinite && problem.kind != Kind::decimal_comma;
  const bool has_place = problem.row && !place.empty();
  return {
      ErrorKind::invalid_data,
      fmt::format("{}{}, {}: {}{}.", input.name, has_place ? ", " + place : "", words_of(problem),
                  verdict_on(problem), has_way_out ? "; " + ways_out({problem}) : "")};
}

// The first row of the column, which is no column of numbers, that shows it.
std::optional<std::size_t> first_row_without_number(const Column& column) {
  for (std::size_t row = 0; row < column.size(); ++row) {
    const auto text = cell_text(column, row);
    if (text && !is_missing_cell(*text) && !is_number_cell(*text)) return row;
  }
  return std::nullopt;
}

bool can_be_told_together(const ColumnProblem& problem) {
  return problem.kind == Kind::text || problem.kind == Kind::type;
}

}  // namespace

Error error_about(const Input& input, const Columns& columns, const Problems& problems) {
  Problems together;
  std::ranges::copy_if(problems, std::back_inserter(together), can_be_told_together);
  if (together.size() < 2) return error_about_one(input, columns, problems.front());
  return input.error(fmt::format("only numbers can be masked, and these columns are none: {}; {}.",
                                 names_and_places(columns, together), ways_out(together)));
}

std::optional<ColumnProblem> problem_with_values(const Column& column) {
  if (!is_quantity(column.type)) {
    const auto row = first_row_without_number(column);
    const auto* texts = std::get_if<Texts>(&column.values);
    const bool has_comma = row && texts != nullptr && has_decimal_comma(*(*texts)[*row]);
    return ColumnProblem{has_comma ? Kind::decimal_comma : Kind::text, column.name, 0,
                         row.value_or(0)};
  }
  const auto* values = std::get_if<Cells<double>>(&column.values);
  if (values == nullptr) return std::nullopt;
  const auto first = std::ranges::find_if(*values, [](double value) { return std::isinf(value); });
  if (first == values->end()) return std::nullopt;
  return ColumnProblem{Kind::infinite, column.name, 0,
                       static_cast<std::size_t>(first - values->begin())};
}

}  // namespace overhand::io
