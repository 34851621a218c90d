// The corpus of tests/dialects: every file is read as it is meant, or the right question is asked;
// what was read is written in the same dialect and reads back as the same.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/table/cell_text.h"
#include "support/folder.h"

namespace overhand::io {
namespace {

using Json = nlohmann::json;

// The columns as expected.json tells them: name, type, cells.
Json told(const Table& table) {
  Json columns = Json::array();
  for (const Column& column : table.columns()) {
    Json cells = Json::array();
    for (std::size_t row = 0; row < column.size(); ++row) {
      const auto text = cell_text(column, row);
      cells.push_back(text ? Json(*text) : Json());
    }
    columns.push_back({column.name, name_of(column.type), cells});
  }
  return columns;
}

std::string told(Encoding encoding) {
  constexpr std::array names = {"", " utf-16le", " utf-16be", " windows-1252"};
  return names[static_cast<std::size_t>(encoding)];
}

// "; , mark crlf": the signs, and what is not as usual.
std::string told(const Dialect& dialect) {
  constexpr std::array line_ends = {"", " crlf", " cr"};
  const std::string delimiter =
      dialect.delimiter == '\t' ? "tab" : std::string(1, dialect.delimiter);
  return delimiter + " " + dialect.decimal + told(dialect.encoding) +
         (dialect.has_mark ? " mark" : "") + line_ends[static_cast<std::size_t>(dialect.line_end)] +
         (dialect.says_delimiter ? " sep" : "") + (dialect.has_header ? "" : " headless");
}

ReadOptions options_of(const Json& said) {
  ReadOptions options;
  if (said.contains("delimiter")) options.delimiter = said["delimiter"].get<std::string>()[0];
  if (said.contains("decimal")) options.decimal = said["decimal"].get<std::string>()[0];
  if (said.contains("missing")) options.missing = said["missing"].get<std::vector<std::string>>();
  if (said.contains("header")) options.header = said["header"] ? Header::present : Header::absent;
  return options;
}

// The sentence without the file, and with what to say.
std::string told(const Error& error) {
  const auto words = [](const Remedy& remedy) -> std::string {
    if (remedy.action == Action::say_header) return "say header";
    if (remedy.action == Action::say_no_header) return "say no header";
    const bool is_sign = remedy.action != Action::say_encoding;
    return is_sign ? "say '" + remedy.value + "'" : "say " + remedy.value;
  };
  const std::string sentence = in_full(error, words);
  const std::size_t name = error.place.file.size();
  return sentence.substr(name + 2);
}

class Dialects : public testing::FolderTest {
 protected:
  void SetUp() override {
    const std::string command =
        std::string(OVERHAND_PYTHON) + " " + OVERHAND_DIALECTS + " " + path("");
    ASSERT_EQ(std::system(command.c_str()), 0);
    cases_ = Json::parse(testing::content(path("expected.json")));
  }

  Json cases_;
};

TEST_F(Dialects, AreManyAndOdd) { EXPECT_GE(cases_.size(), 60U); }

TEST_F(Dialects, AreReadAsMeantOrAskedAbout) {
  for (const Json& expected : cases_) {
    const std::string file = expected["file"];
    SCOPED_TRACE(file);
    const auto read = read_all_columns(path(file), options_of(expected["said"]));
    if (expected.contains("sentence")) {
      EXPECT_EQ(read ? "read" : told(read.error()), expected["sentence"]);
      continue;
    }
    if (!read) {
      ADD_FAILURE() << told(read.error());
      continue;
    }
    EXPECT_EQ(told(read->table), expected["columns"]);
    EXPECT_EQ(told(read->layout.dialect.value()), expected["dialect"]);
  }
}

TEST_F(Dialects, AreWrittenAsTheyCame) {
  for (const Json& expected : cases_) {
    if (expected.contains("sentence")) continue;
    const std::string file = expected["file"];
    SCOPED_TRACE(file);
    const auto options = options_of(expected["said"]);
    const auto read = read_all_columns(path(file), options);
    if (!read) continue;  // told above
    ASSERT_TRUE(write_table(read->table, path("again-" + file), {}, read->layout));
    const auto again = read_all_columns(path("again-" + file), options);
    if (!again) {
      ADD_FAILURE() << told(again.error());
      continue;
    }
    EXPECT_EQ(told(again->table), expected["columns"]);
    EXPECT_EQ(again->layout.dialect, read->layout.dialect);
  }
}

}  // namespace
}  // namespace overhand::io
