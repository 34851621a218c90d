#include "overhand/io/csv_records_internal.h"
#include "overhand/io/text_end_internal.h"

namespace overhand::io {
namespace {

constexpr std::size_t longest_last_record = std::size_t{1} << 16;

std::string_view end_of(std::string_view text, std::size_t most) {
  return text.substr(text.size() - std::min(text.size(), most));
}

}  // namespace

// Every byte of every file goes by here, so that no more than its end is looked at.
void TextEnd::look(std::string_view part) {
  const std::size_t letter = part.find_last_not_of(blanks());
  if (letter == std::string_view::npos) {
    end_ += part;
  } else if (letter >= longest_last_record) {
    end_ = part.substr(letter - longest_last_record);
  } else {
    end_ = std::string(end_of(end_, longest_last_record)).append(part);
  }
}

std::size_t TextEnd::last_letter() const { return end_.find_last_not_of(blanks()); }

std::size_t TextEnd::empty_records() const {
  const std::size_t letter = last_letter();
  std::string_view behind = end_;
  if (letter != std::string::npos) {
    const std::size_t line_end = end_.find_first_of(line_ends, letter);
    if (line_end == std::string::npos) return 0;
    behind.remove_prefix(line_end);
  }
  CsvRecords records(behind, delimiter_);
  std::size_t count = 0;
  while (records.next_with_fields()) ++count;
  return count;
}

Fields TextEnd::last_record() const {
  const std::size_t letter = last_letter();
  if (letter == std::string::npos) return {};
  const std::size_t before = end_.find_last_of(line_ends, letter);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(end_.find_first_of(line_ends, letter), end_.size());
  return cells_of(std::string_view(end_).substr(begin, end - begin), delimiter_);
}

}  // namespace overhand::io
