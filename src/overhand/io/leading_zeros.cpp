#include <cstring>

#include "overhand/core/letters.h"
#include "overhand/io/csv_records_internal.h"
#include "overhand/io/leading_zeros_internal.h"

namespace overhand::io {
namespace {

using Bytes [[gnu::vector_size(16)]] = unsigned char;

Bytes bytes_at(std::string_view text, std::size_t at) {
  Bytes bytes;
  std::memcpy(&bytes, text.data() + at, sizeof(Bytes));
  return bytes;
}

// Of a number behind its first digit: 007.5, 007e+3.
bool is_in_number(char c) {
  return is_digit(c) || std::string_view(".,eE+-").find(c) != std::string_view::npos;
}

}  // namespace

// Whether a zero before a digit stands behind the end of a cell or a blank. Many bytes at a time:
// every byte of every file goes by here.
bool LeadingZeros::has_candidate(std::string_view block) const {
  const auto delimiter = static_cast<unsigned char>(delimiter_);
  Bytes found{};
  std::size_t at = 0;
  for (; at + sizeof(Bytes) + 2 <= block.size(); at += sizeof(Bytes)) {
    const Bytes before = bytes_at(block, at);
    const Bytes begins = (before == delimiter) | (before == '\n') | (before == '\r') |
                         (before == '"') | (before == ' ');
    const Bytes digit = bytes_at(block, at + 2) - '0';
    found |= begins & (bytes_at(block, at + 1) == '0') & (digit < 10);
  }
  for (; at + 2 < block.size(); ++at) {
    const bool begins = ends_cell(block[at]) || block[at] == ' ';
    if (begins && block[at + 1] == '0' && is_digit(block[at + 2])) return true;
  }
  for (std::size_t i = 0; i < sizeof(Bytes); ++i) {
    if (found[i] != 0) return true;
  }
  return false;
}

// And not 01:30, 01/02/2020 or, behind a blank, the second half of a date and time.
bool LeadingZeros::is_number(std::string_view text, std::size_t zero) const {
  std::size_t end = zero;
  while (end < text.size() && text[end] != delimiter_ && is_in_number(text[end])) ++end;
  if (end < text.size() && !ends_cell(text[end]) && text[end] != ' ') return false;
  while (text[zero - 1] == ' ') --zero;
  return ends_cell(text[zero - 1]);
}

// Counts the cells back to the beginning of the line.
void LeadingZeros::note(std::string_view lines, std::size_t zero) {
  std::size_t at = lines.find_last_not_of(' ', zero - 1);
  if (lines[at] == '"') --at;
  std::size_t column = 0;
  for (; line_ends.find(lines[at]) == std::string_view::npos; --at) {
    is_anywhere_ = is_anywhere_ || lines[at] == '"';
    column += lines[at] == delimiter_ ? 1 : 0;
  }
  if (column < found_.size()) found_[column] = true;
}

// `lines` begin with the end of the line before them.
void LeadingZeros::search(std::string_view lines) {
  constexpr std::size_t block_size = 4096;
  for (std::size_t begin = 0; begin < lines.size() && !is_anywhere_; begin += block_size) {
    const std::string_view block = lines.substr(begin, block_size + 2);
    if (!has_candidate(block)) continue;
    for (std::size_t i = begin + 1; i + 1 < begin + block.size(); ++i) {
      const bool is_candidate = lines[i] == '0' && is_digit(lines[i + 1]) &&
                                (ends_cell(lines[i - 1]) || lines[i - 1] == ' ');
      if (is_candidate && is_number(lines, i)) note(lines, i);
    }
  }
}

void LeadingZeros::look(std::string_view part) {
  constexpr std::size_t longest = std::size_t{1} << 23;  // no line that is read is as long
  if (is_anywhere_) return;
  const std::size_t first = part.find_first_of(line_ends);
  line_ += part.substr(0, first);
  is_anywhere_ = line_.size() > longest;
  if (first == std::string_view::npos && !part.empty()) return;
  search(line_);
  if (part.empty()) return;
  const std::size_t last = part.find_last_of(line_ends);
  search(part.substr(first, last - first));
  line_ = part.substr(last);
}

}  // namespace overhand::io
