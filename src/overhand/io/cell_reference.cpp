#include <algorithm>

#include "overhand/core/letters.h"
#include "overhand/core/text.h"
#include "overhand/io/cell_reference_internal.h"

namespace overhand::io {
namespace {

constexpr std::size_t letters = 26;

}  // namespace

std::optional<CellReference> cell_reference(std::string_view text) {
  std::size_t column = 0;
  std::size_t length = 0;
  for (; length < text.size() && is_capital(text[length]); ++length) {
    column = column * letters + static_cast<std::size_t>(text[length] - 'A') + 1;
    if (column > most_sheet_columns) return std::nullopt;
  }
  const auto row = number_of<std::size_t>(text.substr(length));
  if (column == 0 || !row || *row == 0 || *row > most_sheet_rows) return std::nullopt;
  return CellReference{*row - 1, column - 1};
}

std::string column_letters(std::size_t column) {
  std::string text;
  for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / letters) {
    text += static_cast<char>('A' + (rest - 1) % letters);
  }
  std::ranges::reverse(text);
  return text;
}

std::optional<CellRange> cell_range(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto first = cell_reference(text.substr(0, colon));
  const auto last =
      colon == std::string_view::npos ? first : cell_reference(text.substr(colon + 1));
  if (!first || !last) return std::nullopt;
  return CellRange{*first, *last};
}

}  // namespace overhand::io
