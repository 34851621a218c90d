#include <gtest/gtest.h>

#include "overhand/io/xlsx_internal.h"
#include "overhand/io/xlsx_text_internal.h"

namespace overhand::io {
namespace {

std::string rows_of(Column column) {
  const Table table({std::move(column)});
  return SheetText(table).rows(0, table.row_count());
}

TEST(XlsxText, NumbersHaveAllTheirDigits) {
  EXPECT_EQ(rows_of({"a", Reals{0.1 + 0.2, missing_real}}),
            R"(<row r="2"><c r="A2"><v>0.30000000000000004</v></c></row><row r="3"></row>)");
  EXPECT_EQ(rows_of({"a", Integers{9007199254740991}}),
            R"(<row r="2"><c r="A2"><v>9007199254740991</v></c></row>)");
}

TEST(XlsxText, WhatNoNumberHoldsIsText) {
  constexpr auto text =
      R"(<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">{}</t></is></c></row>)";
  const auto expected = [&](const std::string& value) {
    return std::string(text).replace(std::string(text).find("{}"), 2, value);
  };
  EXPECT_EQ(rows_of({"a", Integers{9007199254740992}}), expected("9007199254740992"));
  EXPECT_EQ(rows_of({"a", type::Date{}, Integers{-30'000}}), expected("1887-11-12"));
  EXPECT_EQ(rows_of({"a", type::Timestamp{TimeUnit::microsecond}, Integers{1}}),
            expected("1970-01-01 00:00:00.000001"));
  EXPECT_EQ(rows_of({"a", type::Timestamp{TimeUnit::second, "UTC"}, Integers{0}}),
            expected("1970-01-01 00:00:00Z"));
}

TEST(XlsxText, DatesAreNumbersWithAStyle) {
  EXPECT_EQ(rows_of({"a", type::Date{}, Integers{0}}),
            R"(<row r="2"><c r="A2" s="1"><v>25569</v></c></row>)");
  EXPECT_EQ(rows_of({"a", type::Timestamp{TimeUnit::second}, Integers{43200}}),
            R"(<row r="2"><c r="A2" s="2"><v>25569.5</v></c></row>)");
  EXPECT_EQ(rows_of({"a", type::Boolean{}, Integers{1}}),
            R"(<row r="2"><c r="A2" t="b"><v>1</v></c></row>)");
}

TEST(XlsxText, EscapesGoBack) {
  for (const std::string text :
       {"a_x000D_b", "\r\x01", "_x0041_", "_x", "_x00", "plain", "_x005F_x0041_", "ä_x00e4_"}) {
    const std::string row = rows_of({"a", Texts{text}});
    const std::size_t begin = row.find("preserve\">") + 10;
    EXPECT_EQ(unescaped(row.substr(begin, row.find("</t>") - begin)), text) << row;
  }
  EXPECT_EQ(unescaped("_x00e4__x20AC_"), "ä€");
  EXPECT_EQ(unescaped("_xD83D__x0000_"), "_xD83D__x0000_");
}

TEST(XlsxText, SheetNamesAreThoseThatExcelAllows) {
  EXPECT_EQ(allowed_sheet_name("Visits 2024"), "Visits 2024");
  EXPECT_EQ(allowed_sheet_name("ääääääääääääääääääääääääääääääää"), "Sheet1");
  EXPECT_EQ(allowed_sheet_name("ääääääääääääääääääääääääääääääa"),
            "ääääääääääääääääääääääääääääääa");
  for (const char* name : {"", "a/b", "a:b", "a[b", "'a"})
    EXPECT_EQ(allowed_sheet_name(name), "Sheet1");
}

}  // namespace
}  // namespace overhand::io
