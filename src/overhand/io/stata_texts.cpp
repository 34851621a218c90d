#include <arrow/api.h>
#include <arrow/io/interfaces.h>

#include <algorithm>

#include "overhand/io/stata_texts_internal.h"

namespace overhand::io {
namespace {

constexpr std::string_view first_mark = "<stata_dta>";
constexpr std::string_view last_mark = "</stata_dta>";
constexpr std::string_view map_mark = "<map>";

std::uint64_t number_in(std::string_view bytes, bool is_big_endian) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = is_big_endian ? i : bytes.size() - 1 - i;
    number = number << 8 | static_cast<unsigned char>(bytes[at]);
  }
  return number;
}

std::optional<std::string> bytes_at(arrow::io::RandomAccessFile& file, std::int64_t position,
                                    std::int64_t count) {
  const auto bytes = file.ReadAt(position, count);
  if (!bytes.ok()) return std::nullopt;
  return (*bytes)->ToString();
}

bool ends_as_it_should(arrow::io::RandomAccessFile& file, std::int64_t size) {
  const auto length = static_cast<std::int64_t>(last_mark.size());
  return size >= length && bytes_at(file, size - length, length) == last_mark;
}

// "</strls>" and what follows are no part of the section.
std::optional<std::string> long_texts(arrow::io::RandomAccessFile& file, std::int64_t size,
                                      std::string_view head, bool is_big_endian) {
  constexpr std::size_t entry = 8;
  constexpr std::size_t of_texts = 10;
  const std::size_t map = head.find(map_mark);
  if (map == std::string_view::npos) return std::nullopt;
  const std::string_view entries = head.substr(map + map_mark.size());
  if (entries.size() < (of_texts + 2) * entry) return std::nullopt;
  const auto place = [&](std::size_t number) {
    return number_in(entries.substr(number * entry, entry), is_big_endian);
  };
  const std::uint64_t begin = place(of_texts);
  const std::uint64_t end = place(of_texts + 1);
  if (begin > end || end > static_cast<std::uint64_t>(size)) return std::nullopt;
  return bytes_at(file, static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end - begin));
}

}  // namespace

std::optional<StataTexts> StataTexts::read(arrow::io::RandomAccessFile& file) {
  constexpr std::int64_t far_enough = 4096;
  const auto size = file.GetSize();
  const auto head = bytes_at(file, 0, far_enough);
  if (!size.ok() || !head) return std::nullopt;
  StataTexts texts;
  if (!head->starts_with(first_mark)) return texts;  // an older version, which has no marks
  if (!ends_as_it_should(file, *size)) return std::nullopt;
  texts.is_117_ = head->find("<release>117</release>") != std::string::npos;
  texts.is_119_ = head->find("<release>119</release>") != std::string::npos;
  texts.is_big_endian_ = head->find("<byteorder>MSF</byteorder>") != std::string::npos;
  if (!texts.is_119_) return texts;
  const auto section = long_texts(file, *size, *head, texts.is_big_endian_);
  if (!section || !texts.add_all(*section)) return std::nullopt;
  return texts;
}

// Each text has a mark, its variable (4 bytes) and record (8), a type (1) and its length (4).
bool StataTexts::add_all(std::string_view section) {
  constexpr std::string_view opening = "<strls>";
  constexpr std::string_view mark = "GSO";
  constexpr std::size_t header = 3 + 4 + 8 + 1 + 4;
  constexpr char ends_in_zero = '\x82';
  if (!section.starts_with(opening)) return false;
  section.remove_prefix(opening.size());
  while (section.starts_with(mark)) {
    if (section.size() < header) return false;
    const std::string_view variable = section.substr(3, 4);
    const std::string_view record = section.substr(7, 8);
    const std::size_t length = number_in(section.substr(16, 4), is_big_endian_);
    if (length > section.size() - header) return false;
    std::string_view text = section.substr(header, length);
    if (section[15] == ends_in_zero) text = text.substr(0, text.find('\0'));
    // A reference has three and five bytes of these: the low ones.
    const std::size_t skipped = is_big_endian_ ? 1 : 0;
    const std::string reference =
        std::string(variable.substr(skipped, 3)) + std::string(record.substr(3 * skipped, 5));
    texts_.emplace(reference, text);
    section.remove_prefix(header + length);
  }
  return section.starts_with("</strls>");
}

std::optional<std::string_view> StataTexts::at(std::string_view reference) const {
  if (std::ranges::all_of(reference, [](char c) { return c == '\0'; })) return std::string_view();
  const auto found = texts_.find(std::string(reference));
  if (found == texts_.end()) return std::nullopt;
  return found->second;
}

}  // namespace overhand::io
