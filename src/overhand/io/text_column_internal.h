// What the cells of a text file's column mean, where Arrow's reader sees text only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::io {

struct TextRules {
  char decimal = '.';
  std::vector<std::string> missing = {};  // texts that are said to mean a missing value
  bool codes_are_texts = true;            // 01234 and 89490200000000000017 are no numbers
  bool words_are_truths = false;          // true and false, in one spelling, are no texts
};

// The column as numbers, dates, times or truths where every cell is one; else as text. A cell such
// as "-" or "n/a" is missing among numbers and dates, and stays what it is among texts. `unsure` is
// set where the cells are dates whose days and months cannot be told apart: they stay text.
Column typed(const Column& texts, const TextRules& rules, bool& unsure);

// The column as text.
Column untyped(const Column& texts, const TextRules& rules);

// Whether a cell means a missing value, were the column one of numbers or dates.
bool is_missing_number(std::string_view cell, const TextRules& rules);

}  // namespace overhand::io
