#include "option_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "overhand/core/text.h"

namespace overhand::cli {
namespace {

template <class Number>
std::optional<Number> number_in(const std::string& text, Number low, Number high) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number);
  const bool is_number = problem == std::errc{} && rest == end;
  if (!is_number || !(number >= low && number <= high)) return std::nullopt;
  return number;
}

std::set<const CLI::Option*>& options_that_take_empty() {
  static std::set<const CLI::Option*> options;
  return options;
}

CLI::Validator not_empty() {
  return {[](std::string& text) {
            return text.empty() ? std::string("its value is empty") : std::string();
          },
          ""};
}

}  // namespace

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  return {[low, high](std::string& text) -> std::string {
            const auto number = number_in(text, low, high);
            if (!number) return fmt::format("a whole number from {} to {} is needed", low, high);
            text = fmt::format("{}", *number);  // CLI11 would read 010 as 8
            return {};
          },
          ""};
}

CLI::Validator seed_number() { return whole_number(0, std::numeric_limits<std::uint64_t>::max()); }

CLI::Validator duration() {
  return {[](std::string& text) -> std::string {
            const std::map<char, double> seconds_of = {{'s', 1}, {'m', 60}, {'h', 3600}};
            const auto unit = text.empty() ? seconds_of.end() : seconds_of.find(text.back());
            const auto number = number_in(text.substr(0, text.size() - 1), 0.0, 1e6);
            if (unit == seconds_of.end() || !number || *number == 0) {
              return "a time such as 90s, 2m or 1h is needed";
            }
            text = fmt::format("{}", *number * unit->second);
            return {};
          },
          ""};
}

CLI::Validator amount_of_bytes() {
  return {[](std::string& text) -> std::string {
            const std::map<char, double> bytes_of = {
                {'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}};
            const char last = text.empty() ? ' ' : static_cast<char>(std::toupper(text.back()));
            const auto unit = bytes_of.find(last);
            const auto number = number_in(text.substr(0, text.size() - 1), 0.0, 1e9);
            if (unit == bytes_of.end() || !number || *number * unit->second < 1e6) {
              return "an amount of memory such as 500M or 2G is needed";
            }
            text = fmt::format("{}", static_cast<std::uint64_t>(*number * unit->second));
            return {};
          },
          ""};
}

CLI::Validator real_number(double low, double high) {
  return {[low, high](std::string& text) -> std::string {
            if (number_in(text, low, high)) return {};
            return fmt::format("a number from {} to {} is needed", low, high);
          },
          ""};
}

CLI::Validator one_of(std::vector<std::string> words) {
  return {[words = std::move(words)](std::string& text) -> std::string {
            if (std::ranges::find(words, text) != words.end()) return {};
            const auto meant = most_like(text, words);
            if (meant) return fmt::format("there is no '{}'; did you mean {}?", text, *meant);
            return fmt::format("there is no '{}'; it is one of {}", text, fmt::join(words, ", "));
          },
          ""};
}

CLI::Option* take_empty(CLI::Option* option) {
  options_that_take_empty().insert(option);
  return option;
}

void refuse_empty_values(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      const bool is_flag = option->get_expected_max() == 0;
      if (!is_flag && !options_that_take_empty().contains(option)) option->check(not_empty());
    }
  }
}

}  // namespace overhand::cli
