#include "commands/reading_words.h"

#include "overhand/table/column_list.h"

namespace overhand::commands {
namespace {

using io::Encoding;
using io::Header;
using io::LastRow;

std::string word_for(const std::optional<char>& sign) {
  if (!sign) return {};
  return *sign == '\t' ? "tab" : std::string(1, *sign);
}

}  // namespace

std::string_view word_for(io::Encoding encoding) {
  switch (encoding) {
    case Encoding::utf8:
      return "utf-8";
    case Encoding::utf16_little:
      return "utf-16le";
    case Encoding::utf16_big:
      return "utf-16be";
    case Encoding::windows1252:
      return "windows-1252";
  }
  return {};
}

std::vector<std::string> reading_words(const io::ReadOptions& reading) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  if (reading.header == Header::present) words.emplace_back("--header");
  if (reading.header == Header::absent) words.emplace_back("--no-header");
  add("--delimiter", word_for(reading.delimiter));
  add("--decimal", word_for(reading.decimal));
  if (reading.encoding) add("--encoding", std::string(word_for(*reading.encoding)));
  add("--sheet", reading.sheet);
  if (reading.skip > 0) add("--skip", std::to_string(reading.skip));
  if (reading.last_row == LastRow::totals) words.emplace_back("--totals");
  if (reading.last_row == LastRow::record) words.emplace_back("--no-totals");
  if (!reading.missing.empty()) words.push_back("--missing=" + name_list(reading.missing));
  return words;
}

}  // namespace overhand::commands
