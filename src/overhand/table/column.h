// Column: a name, values of one type, and what is to be done with them.
//
// A missing value is a value of the type itself, so that a shuffle moves it like any other: NaN in
// a column of reals, the smallest integer in a column of integers, nullopt in a column of texts.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace overhand {

using Reals = std::vector<double>;
using Integers = std::vector<std::int64_t>;
using Texts = std::vector<std::optional<std::string>>;
using Values = std::variant<Reals, Integers, Texts>;

constexpr double missing_real = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t missing_integer = std::numeric_limits<std::int64_t>::min();

inline bool is_missing(double value) { return std::isnan(value); }
inline bool is_missing(std::int64_t value) { return value == missing_integer; }
inline bool is_missing(const std::optional<std::string>& value) { return !value; }

// An integer as a real, missing as missing.
inline double as_real(double value) { return value; }
inline double as_real(std::int64_t value) {
  return is_missing(value) ? missing_real : static_cast<double>(value);
}

enum class Role {
  mask,  // the method changes it
  keep,  // it goes out as it is, with its record
};

// The type that a column has in its file: io's affair, and opaque to everyone else. A kept column
// carries it along, so that it goes out in the type in which it came.
struct StoredAs;

struct Column {
  std::string name;
  Values values;
  Role role = Role::mask;
  std::shared_ptr<const StoredAs> stored_as = nullptr;

  std::size_t size() const {
    return std::visit([](const auto& v) { return v.size(); }, values);
  }
  bool is_number() const { return !std::holds_alternative<Texts>(values); }
};

// The values of a column of numbers, as reals.
Reals reals(const Column& column);

// The values at `rows`, in that order.
Values gather(const Values& values, std::span<const std::uint32_t> rows);
Column gather(const Column& column, std::span<const std::uint32_t> rows);

}  // namespace overhand
