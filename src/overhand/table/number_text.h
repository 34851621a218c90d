// Numbers as people write them: 1234.5, 1,234.5, 1.234,5, 1 234,5 and 1'234.5, negative ones as
// -5, 5- (SAP) or (5) (accounts), and all of a column with a unit: 5 kg, $5, -$5, ($5), 5 %.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace overhand {

struct NumberText {
  std::string plain;            // as std::from_chars reads it
  std::string_view group = {};  // the sign between the thousands, if there is one
  bool is_whole = true;
  bool is_negative_by_bookkeeping = false;  // 5- or (5)
};

// The number that the cell says where `decimal` is the decimal sign. Thousands may be set apart by
// the other of point and comma, by blanks or by apostrophes.
std::optional<NumberText> number_text(std::string_view cell, char decimal);

// What stands before and behind the numbers of a column, blanks included.
struct Unit {
  std::string before;
  std::string behind;

  // What is left of a cell, with a minus or brackets that stand around the unit; empty where the
  // cell lacks the unit.
  std::string number_in(std::string_view cell) const;
};

// The unit that all cells have, each around a number: money before or behind it, % or up to four
// letters apart from it behind. None where there is none: K17 and room 17 are codes.
std::optional<Unit> unit_of(const std::vector<std::string_view>& cells, char decimal);

// 01234: a code, not an amount.
bool has_leading_zero(std::string_view cell);

// 89490200000000000017: a whole number in digits alone, beyond 2^53, where reals lose the last
// ones.
bool has_more_digits_than_a_real(std::string_view cell);

// What the cells of one column say about the decimal sign.
enum class DecimalVote {
  none,            // no number has a sign that could be one, or it is no column of numbers
  point,           // 1.5: a point for certain
  comma,           // 1,5: a comma for certain
  point_or_group,  // 1.234: with a decimal comma it is a thousand times as much
  comma_or_group,  // 1,234: the same with a decimal point
};

class DecimalEvidence {
 public:
  // A cell that is not missing. False as soon as it is no column of numbers.
  bool add(std::string_view cell);
  DecimalVote vote() const;

 private:
  bool with_point_ = true;  // every cell is a number if a point is the decimal sign
  bool with_comma_ = true;
  char sign_ = '\0';  // of the first number that differs by the reading
};

}  // namespace overhand
