#include "overhand/table/missing_text.h"

#include <algorithm>

namespace overhand {

bool is_missing_cell(std::string_view cell) {
  return std::ranges::find(missing_spellings, cell) != missing_spellings.end();
}

bool is_missing_among_numbers(std::string_view cell) {
  return std::ranges::find(missing_among_numbers, cell) != missing_among_numbers.end();
}

}  // namespace overhand
