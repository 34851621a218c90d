// Option: one choice that a method leaves open, as data. A method's describe() names each option
// with its limits, and here alone values are held against them.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/level_matrix.h"

namespace overhand::masking {

// Columns that an option names, as a person types them: age,"last, first". Which those are the
// table says (names_meant).
struct ColumnList {
  std::string typed = {};

  static ColumnList of(const std::vector<std::string>& names);
  bool operator==(const ColumnList&) const = default;
};

// Matrices in files, which a face has read: town=town.csv,sex=sex.csv.
struct MatrixList {
  std::string typed = {};
  std::vector<LevelMatrix> matrices = {};

  bool operator==(const MatrixList&) const = default;
};

// A text is one of the option's choices.
using OptionValue = std::variant<std::int64_t, double, bool, std::string, ColumnList, MatrixList>;
using OptionValues = std::map<std::string, OptionValue>;

struct OptionLimits {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<double> grid = {};          // the values that tuning tries: the paper's
  std::vector<std::string> choices = {};  // of an enum: the names of its values, in their order
  // The default is the method as it is without the option: it adds nothing to the key of a release,
  // so that a method may gain options and give the same bytes.
  bool is_default_neutral = false;
  bool is_required = false;  // nothing can stand in for what a person says
};

struct Option {
  std::string name;
  OptionValue default_value;
  std::string help;
  OptionLimits limits;
};

// "100", "69.5", "true", "exact": as a person would type it.
std::string text_of(const OptionValue& value);

// What a person typed, as a value of the option's type; of a MatrixList the names of the files,
// which are still to be read. Fails with the option's name.
Result<OptionValue> parse_option(const Option& option, const std::string& text);

namespace internal {

Status check_limits(const Option& option, const OptionValue& value);
std::size_t place_among(const std::vector<std::string>& choices, const OptionValue& value);

template <class Field>
OptionValue as_value(const Field& field, const OptionLimits& limits) {
  static_assert(!std::is_same_v<Field, std::string>, "an enum with choices, or a ColumnList");
  if constexpr (std::is_enum_v<Field>)
    return limits.choices.at(static_cast<std::size_t>(field));
  else if constexpr (std::is_same_v<Field, int>)
    return std::int64_t{field};
  else
    return field;
}

// Integers serve where reals are expected; nothing else is converted.
template <class Field>
Status set_field(Field& field, const Option& option, const OptionValue& value) {
  if (auto checked = check_limits(option, value); !checked) return checked;
  if constexpr (std::is_enum_v<Field>)
    field = static_cast<Field>(place_among(option.limits.choices, value));
  else if constexpr (std::is_same_v<Field, int>)
    field = static_cast<int>(std::get<std::int64_t>(value));
  else if constexpr (std::is_same_v<Field, double>) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    field = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
  } else
    field = std::get<Field>(value);
  return Done{};
}

}  // namespace internal
}  // namespace overhand::masking
