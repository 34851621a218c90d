#include "overhand/relations/formula.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "overhand/core/letters.h"
#include "overhand/core/stopping.h"
#include "overhand/relations/formula_text_internal.h"
#include "overhand/table/amounts.h"
#include "overhand/table/column_words.h"

namespace overhand::relations {
namespace {

bool begins_word(char letter) { return is_letter(letter) || letter == '_'; }
bool is_in_word(char letter) { return begins_word(letter) || is_digit(letter) || letter == '.'; }

std::string variable(std::size_t number) { return fmt::format("x{}", number); }

// Reads a text from left to right and puts variables in the place of names.
class Translation {
 public:
  Translation(const std::string& text, const Table& table) : text_(text), table_(table) {}

  Status run() {
    while (place_ < text_.size()) {
      if (auto done = step(); !done) return done;
    }
    return Done{};
  }

  std::string expression;
  std::vector<std::string> columns;

 private:
  Status step() {
    const char letter = text_[place_];
    if (letter == '`') return quoted();
    if (begins_word(letter)) return word();
    if (is_digit(letter) || letter == '.') return number();
    if (letter == '=') return equals();
    expression += letter;
    ++place_;
    const bool has_more = place_ < text_.size() && text_[place_] == '=';
    if (has_more && (letter == '<' || letter == '>' || letter == '!'))
      expression += text_[place_++];
    return Done{};
  }

  Status quoted() {
    const std::size_t end = text_.find('`', place_ + 1);
    if (end == std::string::npos) return problem_with("", text_, "a backquote is not closed");
    const std::string name = text_.substr(place_ + 1, end - place_ - 1);
    place_ = end + 1;
    return column(name);
  }

  Status word() {
    std::size_t end = place_;
    while (end < text_.size() && is_in_word(text_[end])) ++end;
    const std::string name = text_.substr(place_, end - place_);
    place_ = end;
    const std::size_t next = text_.find_first_not_of(' ', end);
    if (next != std::string::npos && text_[next] == '(' && !find_column(table_, name)) {
      expression += name;  // a function
      return Done{};
    }
    return column(name);
  }

  // Of 1e5, the e is no name.
  Status number() {
    std::size_t length = 0;
    try {
      std::stod(text_.substr(place_), &length);
    } catch (const std::exception&) {
      return problem_with("", text_, "a number in it cannot be read");
    }
    expression += text_.substr(place_, length);
    place_ += length;
    return Done{};
  }

  // One sign or two, both ask whether the sides are equal.
  Status equals() {
    expression += "==";
    place_ += text_.compare(place_, 2, "==") == 0 ? 2 : 1;
    return Done{};
  }

  Status column(const std::string& name) {
    const auto place = find_column(table_, name);
    if (!place) {
      Error error = place.error();
      error.message = fmt::format("'{}': {}", told(text_), error.message);
      return error;
    }
    const Column& found = table_.columns()[*place];
    if (!has_amounts(found)) {
      return problem_with("", text_,
                          fmt::format("{} is {}, and only numbers can be computed with",
                                      in_words(name), words_for(found.type)));
    }
    auto known = std::ranges::find(columns, name);
    if (known == columns.end()) known = columns.insert(columns.end(), name);
    expression += ' ' + variable(static_cast<std::size_t>(known - columns.begin())) + ' ';
    return Done{};
  }

  const std::string& text_;
  const Table& table_;
  std::size_t place_ = 0;
};

// muParser takes all but the last of what stands between commas for nothing.
bool has_lonely_comma(const std::string& text) {
  int depth = 0;
  bool is_name = false;
  for (const char letter : text) {
    if (letter == '`') is_name = !is_name;
    if (is_name) continue;
    depth += static_cast<int>(letter == '(') - static_cast<int>(letter == ')');
    if (letter == ',' && depth == 0) return true;
  }
  return false;
}

// What a column alone is translated to.
constexpr auto one_column = "x0";

// A column that is there but has no amounts in this table is missing all through.
Cells<double> amounts_in(const Table& table, const std::string& name) {
  auto values = amounts(table.columns()[*find_column(table, name)]);
  return values ? *std::move(values) : Cells<double>(Reals(table.row_count(), missing_real));
}

// The expression with places for the values of one record.
class Evaluation {
 public:
  Evaluation(const std::string& expression, std::size_t variables) : values_(variables) {
    for (std::size_t j = 0; j < variables; ++j) parser_.DefineVar(variable(j), &values_[j]);
    parser_.SetExpr(expression);
  }

  double& operator[](std::size_t variable) { return values_[variable]; }
  double value() const { return parser_.Eval(); }

 private:
  Reals values_;
  mu::Parser parser_;
};

// Why muParser cannot read an expression, in words of the text that was given.
std::string problem_in_words(const mu::Parser::exception_type& problem) {
  const std::string token = trimmed(problem.GetToken());
  switch (problem.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN:
    case mu::ecINVALID_NAME:
      if (token.empty() || !begins_word(token.front())) {
        return fmt::format("'{}' means nothing in a formula", token.substr(0, 1));
      }
      return fmt::format(
          "'{}' is no function that is known; there are abs, sqrt, exp, ln, log2, log10, rint, "
          "min, "
          "max, sum and avg",
          token);
    case mu::ecMISSING_PARENS:
      return "a bracket is not closed";
    case mu::ecUNEXPECTED_PARENS:
      return "a bracket is too many, or nothing stands in it";
    case mu::ecUNEXPECTED_EOF:
    case mu::ecEMPTY_EXPRESSION:
      return "it ends where a number or a column is missing";
    case mu::ecTOO_FEW_PARAMS:
    case mu::ecTOO_MANY_PARAMS:
      return "a function in it has too few or too many values";
    case mu::ecUNEXPECTED_OPERATOR:
      return fmt::format("before or after '{}' a number or a column is missing", token);
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_VAL:
      return "a sign is missing between two numbers or columns";
    default:
      return "it cannot be read as a formula";
  }
}

}  // namespace

Result<Formula> Formula::parse(const std::string& text, const Table& table) {
  auto formula = parse_part(text, table);
  if (formula && formula->columns().empty()) return problem_with("", text, "it names no column");
  return formula;
}

Result<Formula> Formula::parse_part(const std::string& text, const Table& table) {
  if (has_lonely_comma(text)) {
    return problem_with("", text, "a comma stands outside of a function; write one formula only");
  }
  Translation translation(text, table);
  if (auto done = translation.run(); !done) return done.error();
  try {
    Evaluation(translation.expression, translation.columns.size()).value();
  } catch (const mu::Parser::exception_type& problem) {
    return problem_with("", text, problem_in_words(problem));
  }
  return Formula(text, trimmed(translation.expression), std::move(translation.columns));
}

Formula Formula::of_column(const std::string& column) {
  return {formula_name(column), one_column, {column}};
}

Cells<double> Formula::values(const Table& table) const {
  std::vector<Cells<double>> columns;
  for (const std::string& name : columns_) columns.push_back(amounts_in(table, name));
  if (expression_ == one_column) return columns.front();
  Evaluation evaluation(expression_, columns.size());
  Reals values(table.row_count());
  for (std::size_t row = 0; row < values.size(); ++row) {
    constexpr std::size_t rows_between_looks = 1 << 16;
    if (row % rows_between_looks == 0) stop_if_cancelled();
    bool is_complete = true;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      evaluation[j] = columns[j][row];
      is_complete = is_complete && !is_missing(columns[j][row]);
    }
    const double value = is_complete ? evaluation.value() : missing_real;
    values[row] = std::isfinite(value) ? value : missing_real;
  }
  return values;
}

bool Formula::operator==(const Formula& other) const {
  const auto without_blanks = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  return columns_ == other.columns_ &&
         without_blanks(expression_) == without_blanks(other.expression_);
}

std::string formula_name(std::string_view column) {
  const bool is_word =
      !column.empty() && begins_word(column.front()) && std::ranges::all_of(column, is_in_word);
  return is_word ? std::string(column) : fmt::format("`{}`", column);
}

}  // namespace overhand::relations
