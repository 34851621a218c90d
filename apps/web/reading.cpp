#include "reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "commands/reading_words.h"
#include "error_words.h"
#include "overhand/core/text.h"

namespace overhand::web {
namespace {

using io::Encoding;
using io::FileFormat;
using io::Header;
using io::LastRow;

// A value and the word for it in JSON.
template <class Value>
struct Word {
  Value value;
  std::string_view text;
};

constexpr std::array<Word<Header>, 3> headers = {
    {{Header::detect, ""}, {Header::present, "present"}, {Header::absent, "absent"}}};
constexpr std::array<Word<LastRow>, 3> last_rows = {
    {{LastRow::detect, ""}, {LastRow::record, "record"}, {LastRow::totals, "totals"}}};
constexpr std::array encodings = {Encoding::utf8, Encoding::utf16_little, Encoding::utf16_big,
                                  Encoding::windows1252};

template <class Value, std::size_t Count>
std::string text_of(Value value, const std::array<Word<Value>, Count>& words) {
  return std::string(std::ranges::find(words, value, &Word<Value>::value)->text);
}

template <class Value, std::size_t Count>
std::optional<Value> value_of(const std::string& text,
                              const std::array<Word<Value>, Count>& words) {
  const auto found = std::ranges::find(words, text, &Word<Value>::text);
  return found == words.end() ? std::nullopt : std::optional(found->value);
}

std::string text_of(const std::optional<char>& character) {
  return character ? std::string(1, *character) : "";
}

// The text under a key; "" where there is none.
Result<std::string> text_at(const Json& body, const char* key) {
  const Json value = body.value(key, Json(""));
  if (!value.is_string()) return malformed(key);
  return value.get<std::string>();
}

// One of `allowed`, or none for "".
Result<std::optional<char>> character_at(const Json& body, const char* key,
                                         std::string_view allowed) {
  const auto text = text_at(body, key);
  if (!text) return text.error();
  if (text->empty()) return std::optional<char>();
  if (text->size() != 1 || allowed.find(text->front()) == std::string_view::npos) {
    return malformed(key);
  }
  return std::optional(text->front());
}

Result<std::optional<Encoding>> encoding_at(const Json& body) {
  const auto text = text_at(body, "encoding");
  if (!text) return text.error();
  if (text->empty()) return std::optional<Encoding>();
  const auto* found = std::ranges::find(encodings, *text, commands::word_for);
  if (found == encodings.end()) return malformed("encoding");
  return std::optional(*found);
}

Result<Header> header_at(const Json& body) {
  const auto text = text_at(body, "header");
  if (!text) return text.error();
  const auto header = value_of(*text, headers);
  if (!header) return malformed("header");
  return *header;
}

Result<LastRow> last_row_at(const Json& body) {
  const auto text = text_at(body, "last_row");
  if (!text) return text.error();
  const auto last_row = value_of(*text, last_rows);
  if (!last_row) return malformed("last_row");
  return *last_row;
}

Result<std::size_t> skip_at(const Json& body) {
  const auto text = text_at(body, "skip");
  if (!text) return text.error();
  const auto lines = text->empty() ? std::size_t{0} : number_of<std::size_t>(*text);
  if (!lines) return malformed("skip");
  return *lines;
}

std::string count_text(std::size_t lines) { return lines == 0 ? "" : std::to_string(lines); }

std::string delimiter_words(char sign) {
  static const std::map<char, const char*> words = {{',', "commas"}, {';', "semicolons"},
                                                    {'\t', "tabs"},  {'|', "bars |"},
                                                    {':', "colons"}, {' ', "spaces"}};
  const auto found = words.find(sign);
  return fmt::format("Fields are separated by {}",
                     found == words.end() ? std::string(1, sign) : found->second);
}

Json choice(const std::string& words, const char* key, const std::string& value) {
  return {{"words", words}, {"reading", {{key, value}}}};
}

std::vector<Json> choices_of(const Remedy& remedy) {
  const std::string& value = remedy.value;
  switch (remedy.action) {
    case Action::say_header:
      return {choice("The first line holds the names", "header", "present")};
    case Action::say_no_header:
      return {choice("The first line is a record", "header", "absent")};
    case Action::say_delimiter:
      if (value.empty()) return {};
      return {choice(delimiter_words(value.front()), "delimiter", value)};
    case Action::say_decimal:
      return {
          choice(value == "," ? "Decimals have commas" : "Decimals have points", "decimal", value)};
    case Action::say_encoding:
      return {choice("The text is in " + value, "encoding", value)};
    case Action::say_skip:
      if (value.empty()) return {};
      return {choice("The table begins here", "skip", value)};
    case Action::say_totals:
      return {choice("It holds totals: leave it out", "last_row", "totals")};
    case Action::say_no_totals:
      return {choice("It is a record", "last_row", "record")};
    case Action::say_sheet: {
      std::vector<Json> sheets;
      for (const std::string& sheet : remedy.columns) {
        sheets.push_back(choice(sheet, "sheet", sheet));
      }
      return sheets;
    }
    default:
      return {};  // nothing that is said about a file
  }
}

}  // namespace

Result<io::ReadOptions> reading_of(const Json& body) {
  const auto header = header_at(body);
  const auto delimiter = character_at(
      body, "delimiter", std::string(io::usual_delimiters).append(io::rare_delimiters));
  const auto decimal = character_at(body, "decimal", ".,");
  const auto encoding = encoding_at(body);
  const auto sheet = text_at(body, "sheet");
  if (!header) return header.error();
  if (!delimiter) return delimiter.error();
  if (!decimal) return decimal.error();
  if (!encoding) return encoding.error();
  const auto skip = skip_at(body);
  const auto last_row = last_row_at(body);
  if (!sheet) return sheet.error();
  if (!skip) return skip.error();
  if (!last_row) return last_row.error();
  return io::ReadOptions{*header, *delimiter, *decimal, *encoding, *sheet, {}, *skip, *last_row};
}

Json reading_json(const io::ReadOptions& reading) {
  return {{"header", text_of(reading.header, headers)},
          {"delimiter", text_of(reading.delimiter)},
          {"decimal", text_of(reading.decimal)},
          {"encoding", reading.encoding ? commands::word_for(*reading.encoding) : ""},
          {"sheet", reading.sheet},
          {"skip", count_text(reading.skip)},
          {"last_row", text_of(reading.last_row, last_rows)}};
}

std::string kind_of(FileFormat format) {
  const io::Format kind{format};
  if (kind.is_text()) return "text";
  return kind.is_workbook() ? "workbook" : "other";
}

Json layout_json(const io::Layout& layout) {
  Json json = {{"kind", kind_of(layout.format)}};
  if (layout.dialect) {
    const io::Dialect& dialect = *layout.dialect;
    json["header"] = dialect.has_header;
    json["delimiter"] = text_of(dialect.delimiter);
    json["decimal"] = text_of(dialect.decimal);
    json["encoding"] = commands::word_for(dialect.encoding);
  }
  if (!layout.sheet.empty()) json["sheet"] = layout.sheet;
  return json;
}

Json choices_json(const Error& error) {
  Json choices = Json::array();
  for (const Remedy& remedy : error.remedies) {
    for (Json& choice : choices_of(remedy)) choices.push_back(std::move(choice));
  }
  return choices;
}

}  // namespace overhand::web
