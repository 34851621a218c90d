#include "overhand/io/guessed_encoding.h"

#include <algorithm>

namespace overhand::io {
namespace {

bool is_beyond_ascii(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

bool has_letters_beyond_ascii(const Column& column) {
  if (is_beyond_ascii(column.name)) return true;
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts == nullptr) return false;
  for (std::size_t code = 0; code < texts->dictionary().size(); ++code) {
    if (is_beyond_ascii(texts->dictionary()[code])) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> column_of_guessed_letters(const Table& table, const Layout& layout,
                                                     const ReadOptions& reading) {
  const bool is_guessed =
      !reading.encoding && layout.dialect && layout.dialect->encoding == Encoding::windows1252;
  if (!is_guessed) return std::nullopt;
  const auto first = std::ranges::find_if(table.columns(), has_letters_beyond_ascii);
  if (first == table.columns().end()) return std::nullopt;
  return first->name;
}

}  // namespace overhand::io
