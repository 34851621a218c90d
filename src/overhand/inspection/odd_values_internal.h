// Values that do not go with the others of their column: texts among numbers, codes among amounts,
// infinite numbers. Mostly they mean that a value is missing, but only a person can say so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/inspection/inspection.h"
#include "overhand/table/column.h"

namespace overhand::inspection {

struct TextsAmongNumbers {
  std::size_t records = 0;    // that have a text in place of a number
  std::vector<Level> shared;  // the texts that several of them have, the commonest first
  bool are_whole = true;      // the numbers
};

// Where more than half of the records have numbers, of more than few_levels values, and the others
// at most few_levels different texts. None where some of the numbers are codes, such as 01067.
std::optional<TextsAmongNumbers> texts_among_numbers(const Texts& texts);

struct AmountsInUnit {
  std::string unit;       // "kg"
  bool are_whole = true;  // the numbers
};

// Where all texts are numbers with one unit around them, of more than few_levels values, whose
// decimal sign can be told.
std::optional<AmountsInUnit> amounts_in_unit(const Texts& texts);

// -9, -99, 999: 7s, 8s or 9s alone, which are either the only values below 0 or farther from the
// others than those are from each other. By value.
std::vector<Level> codes_among_amounts(const Column& numbers);

// Whether all of them are days written as one number: 20231231.
bool are_days_in_digits(const Column& numbers);

// "inf", "-inf": those that are there.
std::vector<Level> infinite_values(const Column& numbers);

}  // namespace overhand::inspection
