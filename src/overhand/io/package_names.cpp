#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "overhand/core/letters.h"
#include "overhand/io/package_table_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 22> stata_words = {
    "_all", "_b", "byte", "_coef", "_cons", "double", "float", "if",    "in",   "int", "long",
    "_n",   "_N", "_pi",  "_pred", "_rc",   "_skip",  "strL",  "using", "with", "_se", "_r"};
constexpr std::array<std::string_view, 13> spss_words = {
    "ALL", "AND", "BY", "EQ", "GE", "GT", "LE", "LT", "NE", "NOT", "OR", "TO", "WITH"};

bool is_among(Words words, std::string_view name) {
  return std::ranges::find(words, name) != words.end();
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return capitals;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

bool is_stata_type(std::string_view name) {  // str1 to str2045
  return name.size() > 3 && name.starts_with("str") &&
         std::ranges::all_of(name.substr(3), is_digit);
}

bool is_stata_name(std::string_view name) {
  constexpr std::size_t longest = 32;
  const auto is_allowed = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  return !name.empty() && character_count(name) <= longest &&
         std::ranges::all_of(name, is_allowed) && !is_digit(name[0]) &&
         !is_among(stata_words, name) && !is_stata_type(name);
}

bool is_spss_name(std::string_view name) {
  constexpr std::size_t longest = 64;
  const auto is_allowed = [](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view("._$#@").find(c) != std::string_view::npos;
  };
  if (name.empty() || name.size() > longest) return false;
  return std::ranges::all_of(name, is_allowed) && (is_letter(name[0]) || name[0] == '@') &&
         !name.ends_with('.') && !is_among(spss_words, in_capitals(name));
}

// Two names that differ in capitals alone are one to SPSS.
Status check_capitals(const std::vector<std::string>& names) {
  std::map<std::string, std::string> seen;
  for (const std::string& name : names) {
    const auto [first, is_new] = seen.emplace(in_capitals(name), name);
    if (is_new) continue;
    return Error{ErrorKind::invalid_data,
                 fmt::format("SPSS takes {} and {} for one name; rename one of them, or write "
                             "another format, such as .parquet.",
                             told(first->second), told(name))};
  }
  return Done{};
}

}  // namespace

std::string in_words(Package package) {
  if (package == Package::stata) return "Stata";
  return package == Package::spss ? "SPSS" : "SAS";
}

Status check_names(const std::vector<std::string>& names, Package package) {
  std::vector<std::string> refused;
  std::ranges::copy_if(names, std::back_inserter(refused), [&](const std::string& name) {
    return package == Package::stata ? !is_stata_name(name) : !is_spss_name(name);
  });
  if (refused.empty()) return package == Package::spss ? check_capitals(names) : Done{};
  const char* rule = package == Package::stata
                         ? "at most 32 letters, digits and underscores, and no digit first"
                         : "at most 64 letters, digits, underscores and points, and a letter first";
  return Error{ErrorKind::invalid_data,
               fmt::format("{} does not allow these names of columns ({}): {}; rename them, or "
                           "write another format, such as .parquet.",
                           in_words(package), rule, told(refused))};
}

}  // namespace overhand::io
