// Column: a name, a type, values and what is to be done with them.
//
// A missing value is a value of the storage itself, so that a shuffle moves it like any other: NaN
// among reals, the smallest integer among integers, missing_code among codes.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "overhand/table/cells.h"
#include "overhand/table/labels.h"
#include "overhand/table/row.h"
#include "overhand/table/texts.h"
#include "overhand/table/type.h"

namespace overhand {

struct DateLayout;

// Numbers to work with; a column's own are Cells.
using Reals = std::vector<double>;
using Integers = std::vector<std::int64_t>;

using Values = std::variant<Cells<double>, Cells<std::int64_t>, Texts>;  // in the order of Storage

constexpr double missing_real = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t missing_integer = std::numeric_limits<std::int64_t>::min();

inline bool is_missing(double value) { return std::isnan(value); }
inline bool is_missing(std::int64_t value) { return value == missing_integer; }
inline bool is_missing(Code code) { return code == missing_code; }

// An integer as a real, missing as missing.
inline double as_real(double value) { return value; }
inline double as_real(std::int64_t value) {
  return is_missing(value) ? missing_real : static_cast<double>(value);
}

enum class Role {
  mask,  // the method changes it
  keep,  // it goes out as it is, with its record
  unit,  // it tells which records are one unit, and goes out as numbers drawn anew
};

struct Column {
  Column() = default;
  // Of the plain type of the storage: real, integer or text.
  Column(std::string column_name, Values cells, Role column_role = Role::mask);
  // Asserts that the type is stored so.
  Column(std::string column_name, Type column_type, Values cells, Role column_role = Role::mask);

  std::string name;
  Type type;
  Values values;
  Role role = Role::mask;
  // In which the column came, by the letters of Arrow's C data interface, so that it goes out so as
  // long as that holds its values; empty: as it is stored. Of a category the codes', and apart from
  // it the levels'.
  std::string format = {};
  std::string level_format = {};
  // Of dates and times in a text file: none where they are written as ISO 8601 says.
  std::shared_ptr<const DateLayout> date_layout = nullptr;
  char decimal = '.';                              // the sign of numbers in its texts
  std::shared_ptr<const Labels> labels = nullptr;  // where the file has some
  // Of a kept column: what stands in it for a gap, such as NA. It goes out as it stands.
  std::shared_ptr<const std::vector<std::string>> gap_texts = nullptr;

  std::size_t size() const {
    return std::visit([](const auto& cells) { return cells.size(); }, values);
  }
};

Storage storage_of(const Values& values);

// The column with other values: the same name, role and labels, and the same type and format unless
// the values are stored in another way.
Column with_values(const Column& column, Values values);

// The column without its values, but for its levels.
Column emptied(const Column& column);

// The values of a quantity, as reals.
Reals reals(const Column& column);

// How many values are missing.
std::size_t missing_count(const Values& values);

// The values at `rows`, in that order.
Values gather(const Values& values, std::span<const Row> rows);
Column gather(const Column& column, std::span<const Row> rows);

}  // namespace overhand
