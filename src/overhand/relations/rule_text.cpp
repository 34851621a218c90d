// How a rule is read out of what a person writes.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "overhand/relations/formula_text_internal.h"
#include "overhand/relations/rules.h"
#include "overhand/table/amounts.h"
#include "overhand/table/column_words.h"
#include "overhand/table/levels.h"

namespace overhand::relations {
namespace {

constexpr std::string_view tells_sign = " tells ";
constexpr std::string_view or_sign = " or ";

Error problem_with_rule(const std::string& text, const std::string& problem) {
  return problem_with("rule ", text, problem);
}

bool is_quote(char letter) { return letter == '"' || letter == '\''; }

// The text with a letter in the place of all that stands in quotes of any kind: what is left are
// the signs of the rule itself, in their places.
std::string without_quoted(const std::string& text) {
  std::string bare = text;
  char open = 0;
  for (char& letter : bare) {
    const bool is_sign = is_quote(letter) || letter == '`';
    if (open == 0 && is_sign) {
      open = letter;
    } else if (letter == open) {
      open = 0;
    } else if (open != 0) {
      letter = 'x';
    }
  }
  return bare;
}

// A sign of comparison in a text.
struct Sign {
  std::size_t place;
  std::size_t length;
};

std::vector<Sign> signs_in(const std::string& text) {
  const std::string bare = without_quoted(text);
  std::vector<Sign> signs;
  for (std::size_t i = 0; i < bare.size(); ++i) {
    const bool begins =
        bare[i] == '<' || bare[i] == '>' || bare[i] == '=' || bare.compare(i, 2, "!=") == 0;
    if (!begins) continue;
    const std::size_t length = bare.compare(i + 1, 1, "=") == 0 ? 2 : 1;
    signs.push_back({i, length});
    i += length - 1;
  }
  return signs;
}

// What other languages write for what a rule has, or has not.
std::optional<Error> problem_with_signs(const std::string& text) {
  const std::string bare = without_quoted(text);
  const auto has = [&](std::string_view sign) { return bare.find(sign) != std::string::npos; };
  for (const auto& [wrong, right] :
       {std::pair("=>", ">="), {"=<", "<="}, {"<>", "!="}, {"||", "or"}, {" OR ", "or"}}) {
    if (has(wrong)) {
      return problem_with_rule(
          text, fmt::format("{} is written as {}", trimmed(std::string_view(wrong)), right));
    }
  }
  if (has("&&") || has(" and ") || has(" AND ")) {
    return problem_with_rule(text, "it has more than one comparison; write a rule for each");
  }
  if (has("?")) {
    return problem_with_rule(
        text, "it has a ?, which no rule has; write comparisons with or between them");
  }
  return std::nullopt;
}

// The comparisons that "or" joins.
std::vector<std::string> alternatives_in(const std::string& text) {
  const std::string bare = without_quoted(text);
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (auto end = bare.find(or_sign); end != std::string::npos; end = bare.find(or_sign, begin)) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + or_sign.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// The name of a column of the table as a formula has it.
Result<std::string> name_in(const std::string& text, const std::string& part, const Table& table) {
  const std::string name = without_quotes(trimmed(part));
  if (const auto place = find_column(table, name); !place) {
    return problem_with_rule(text, fmt::format("there is no column '{}'", told(name)));
  }
  return name;
}

bool is_quoted(const std::string& text) {
  return text.size() > 1 && is_quote(text.front()) && text.find(text.front(), 1) == text.size() - 1;
}

// Whether a level stands in it, rightly or not.
bool has_quotes(const std::string& text) {
  bool is_name = false;
  for (const char letter : text) {
    if (letter == '`') is_name = !is_name;
    if (!is_name && is_quote(letter)) return true;
  }
  return false;
}

std::optional<Error> problem_with_level(const std::string& text, const Column& column,
                                        const std::string& level) {
  if (unit_of(column.type)) {
    return problem_with_rule(text, fmt::format("{} is {}, which is compared without quotes",
                                               in_words(column.name), words_for(column.type)));
  }
  const Texts texts = texts_of(column);
  const auto levels = used_levels(texts);
  if (std::ranges::find(levels, level) != levels.end()) return std::nullopt;
  return problem_with_rule(
      text, fmt::format("no record has the level in quotes in {}", in_words(column.name)));
}

}  // namespace

Result<Rule> Rule::parse(const std::string& text, const Table& table) {
  const std::size_t place = without_quoted(text).find(tells_sign);
  if (place != std::string::npos && signs_in(text).empty()) {
    return parse_telling(text, place, table);
  }
  if (auto problem = problem_with_signs(text)) return *std::move(problem);
  const auto parts = alternatives_in(text);
  if (parts.size() == 1) return parse_comparison(text, table);
  Either either;
  for (const std::string& part : parts) {
    auto rule = parse_comparison(trimmed(part), table);
    if (!rule) return rule;
    either.rules.push_back(*std::move(rule));
  }
  return Rule(text, std::move(either));
}

Result<Rule> Rule::parse_telling(const std::string& text, std::size_t place, const Table& table) {
  const auto teller = name_in(text, text.substr(0, place), table);
  if (!teller) return teller.error();
  const auto told = name_in(text, text.substr(place + tells_sign.size()), table);
  if (!told) return told.error();
  return telling(*teller, *told, table);
}

Result<Rule> Rule::parse_comparison(const std::string& text, const Table& table) {
  const auto signs = signs_in(text);
  if (signs.empty()) {
    return problem_with_rule(text, "it compares nothing; it needs one of < <= > >= == !=");
  }
  if (signs.size() > 1) {
    return problem_with_rule(text, "it has more than one comparison; write a rule for each");
  }
  if (has_quotes(text)) return parse_level(text, table);
  if (const auto whole = Formula::parse(text, table); !whole) {
    Error error = whole.error();
    error.message = fmt::format("rule {}", error.message);
    return error;
  }
  const auto [place, length] = signs.front();
  auto left = Formula::parse_part(text.substr(0, place), table);
  auto right = Formula::parse_part(text.substr(place + length), table);
  if (!left || !right)
    return problem_with_rule(text, "no comparison stands between two whole formulas");
  const std::string sign = text.substr(place, length);
  if (sign.front() == '>') std::swap(left, right);
  const Comparison comparison = sign == "<" || sign == ">"     ? Comparison::below
                                : sign == "<=" || sign == ">=" ? Comparison::at_most
                                : sign == "!="                 ? Comparison::unequal
                                                               : Comparison::equal;
  return Rule(text, Compared{*std::move(left), comparison, *std::move(right)});
}

Result<Rule> Rule::parse_level(const std::string& text, const Table& table) {
  const auto [place, length] = signs_in(text).front();
  const std::string sign = text.substr(place, length);
  std::string column = trimmed(std::string_view(text).substr(0, place));
  std::string level = trimmed(std::string_view(text).substr(place + length));
  if (is_quoted(column)) std::swap(column, level);
  if (!is_quoted(level) || has_quotes(column) || sign.front() == '<' || sign.front() == '>') {
    return problem_with_rule(
        text, "a level in quotes is compared with one column, and by == or != alone");
  }
  level = level.substr(1, level.size() - 2);
  const auto name = name_in(text, column, table);
  if (!name) return name.error();
  if (auto problem = problem_with_level(text, table.columns()[*find_column(table, *name)], level)) {
    return *std::move(problem);
  }
  return Rule(text, Level{*name, level, sign.front() != '!'});
}

}  // namespace overhand::relations
