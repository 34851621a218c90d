#include "overhand/masking/option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "overhand/table/column_list.h"

namespace overhand::masking {
namespace {

Error wrong_type(const Option& option, const char* expected) {
  return {ErrorKind::invalid_option, fmt::format("{} must be {}.", option.name, expected)};
}

template <class Number>
Result<OptionValue> parse_number(const Option& option, const std::string& text,
                                 const char* expected) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc{} || rest != end) return wrong_type(option, expected);
  return OptionValue(number);
}

Status check_number(const Option& option, double number) {
  const double minimum = option.limits.minimum;
  const double maximum = option.limits.maximum;
  if (!std::isfinite(number)) return wrong_type(option, "a finite number");
  if (number >= minimum && number <= maximum) return Done{};
  const std::string bound = number < minimum ? fmt::format("at least {:.15g}", minimum)
                                             : fmt::format("at most {:.15g}", maximum);
  return Error{ErrorKind::invalid_option,
               fmt::format("{} must be {}, not {:.15g}.", option.name, bound, number)};
}

Status check_text(const Option& option, const std::string& text) {
  const auto& choices = option.limits.choices;
  if (std::ranges::find(choices, text) != choices.end()) return Done{};
  return Error{ErrorKind::invalid_option,
               fmt::format("{} must be one of {}.", option.name, fmt::join(choices, ", "))};
}

}  // namespace

ColumnList ColumnList::of(const std::vector<std::string>& names) { return {name_list(names)}; }

std::string text_of(const OptionValue& value) {
  return std::visit(
      [](const auto& v) -> std::string {
        if constexpr (requires { v.typed; })
          return v.typed;
        else
          return fmt::format("{}", v);
      },
      value);
}

Result<OptionValue> parse_option(const Option& option, const std::string& text) {
  if (std::holds_alternative<std::int64_t>(option.default_value)) {
    return parse_number<std::int64_t>(option, text, "a whole number");
  }
  if (std::holds_alternative<double>(option.default_value)) {
    return parse_number<double>(option, text, "a number");
  }
  if (std::holds_alternative<bool>(option.default_value)) {
    if (text != "true" && text != "false") return wrong_type(option, "true or false");
    return OptionValue(text == "true");
  }
  if (std::holds_alternative<ColumnList>(option.default_value))
    return OptionValue(ColumnList{text});
  if (std::holds_alternative<MatrixList>(option.default_value))
    return OptionValue(MatrixList{text, {}});
  return OptionValue(text);
}

namespace internal {

Status check_limits(const Option& option, const OptionValue& value) {
  const bool whole_for_real = std::holds_alternative<std::int64_t>(value) &&
                              std::holds_alternative<double>(option.default_value);
  if (value.index() != option.default_value.index() && !whole_for_real) {
    return wrong_type(option, "of the type of its default");
  }
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    auto checked = check_number(option, static_cast<double>(*whole));
    if (!checked || std::in_range<int>(*whole)) return checked;
    return wrong_type(option, "between -2147483648 and 2147483647");
  }
  if (const auto* real = std::get_if<double>(&value)) return check_number(option, *real);
  if (const auto* text = std::get_if<std::string>(&value)) return check_text(option, *text);
  const auto* matrices = std::get_if<MatrixList>(&value);
  if (matrices != nullptr && !matrices->typed.empty() && matrices->matrices.empty()) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("{} names files, which are not read here.", option.name)};
  }
  return Done{};
}

std::size_t place_among(const std::vector<std::string>& choices, const OptionValue& value) {
  const auto found = std::ranges::find(choices, std::get<std::string>(value));
  return static_cast<std::size_t>(found - choices.begin());
}

}  // namespace internal
}  // namespace overhand::masking
