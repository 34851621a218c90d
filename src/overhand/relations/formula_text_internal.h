// What derivations, rules and formulas share in reading their texts.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "overhand/core/error.h"
#include "overhand/table/column_words.h"

namespace overhand::relations {

// Of a value, as computing in another order gives.
constexpr double rounding = 1e-9;

inline std::string trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

// The name of a column as it is, of one that may stand in backquotes.
inline std::string without_quotes(const std::string& name) {
  const bool is_quoted = name.size() > 1 && name.front() == '`' && name.back() == '`';
  return is_quoted ? name.substr(1, name.size() - 2) : name;
}

// "rule 'a <= b': ...". `what` is what the text says: "rule ", "derive ", or nothing.
inline Error problem_with(std::string_view what, const std::string& text,
                          const std::string& problem) {
  return {ErrorKind::invalid_option, fmt::format("{}'{}': {}.", what, told(text), problem)};
}

}  // namespace overhand::relations
