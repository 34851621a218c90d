#include <gtest/gtest.h>

#include "overhand/io/csv_sniff_internal.h"

namespace overhand::io {
namespace {

// "; ," with "?" behind where the decimal sign is open, or the question.
std::string sniffed(std::string_view text, const ReadOptions& said = {}, char usual = ',',
                    bool is_whole = true) {
  const auto found = sniff_csv(text, is_whole, said, usual);
  if (!found) return found.error().message;
  const Dialect& dialect = found->dialect;
  const char delimiter = dialect.delimiter == '\t' ? 'T' : dialect.delimiter;
  return std::string{delimiter, ' ', dialect.decimal} + (found->is_decimal_open ? "?" : "");
}

TEST(CsvSniff, FindsTheDelimiterByWhichEveryRecordFits) {
  EXPECT_EQ(sniffed("a,b\n1,2\n"), ", .?");
  EXPECT_EQ(sniffed("a;b\n1;2\n"), "; ,?");
  EXPECT_EQ(sniffed("a\tb\n1\t2\n"), "T .?");
  EXPECT_EQ(sniffed("a|b\n1|2\n"), "| .?");
  EXPECT_EQ(sniffed("a,b;c\n1;2\n"), "; ,?");
  EXPECT_EQ(sniffed("a;b\n\"x,y;z\";2\n"), "; ,?");
  EXPECT_EQ(sniffed("a\n1\n"), ", .?");
}

TEST(CsvSniff, PrefersTheNameAmongThoseThatFit) {
  EXPECT_EQ(sniffed("a;x\tb;y\np;q\tr;s\n", {}, '\t'), "T .?");
  EXPECT_EQ(sniffed("a,b\n1,2\n", {}, '\t'), ", .?");
}

TEST(CsvSniff, PrefersTheOneThatMakesMoreNumbers) {
  EXPECT_EQ(sniffed("a,x;b,y\n1,5;2,5\n"), "; ,");
  EXPECT_EQ(sniffed("id,tag;kind,v\n1,a;b,2\n"), ", .?");
}

TEST(CsvSniff, AsksWhereTwoFitAsWell) {
  EXPECT_EQ(sniffed("a,b;c\nx,y;z\n"),
            "the fields can be separated by ',' (2 columns) or by ';' (2 columns).");
  EXPECT_EQ(sniffed("a,b;c\nx,y;z\n", {.delimiter = ';'}), "; ,?");
}

TEST(CsvSniff, LeavesBadRecordsToTheReader) {
  EXPECT_EQ(sniffed("a;b;c\n1;2;3\n4;5\n"), "; ,?");
  EXPECT_EQ(sniffed("a,b,c\n1;2;3\n4,5,6\n"), ", .?");
  EXPECT_EQ(sniffed("title\na;b\n1;2\n"), "; ,?");
  EXPECT_EQ(sniffed("note\nx; y\nz\n"), ", .?");  // one column
}

TEST(CsvSniff, HearsTheDecimalSign) {
  EXPECT_EQ(sniffed("a;b\n1,5;2\n"), "; ,");
  EXPECT_EQ(sniffed("a;b\n1.5;2\n"), "; .");
  EXPECT_EQ(sniffed("a;b\n1.234;2\n"), "; ,?");
  EXPECT_EQ(sniffed("a,b\n1.234,2\n"), ", .");
  EXPECT_EQ(sniffed("a,b\n\"1,234\",2\n"), ", .?");
  EXPECT_EQ(sniffed("a,b\n\"1,5\",2\n"), ", ,");
  EXPECT_EQ(sniffed("a;b\n1,5;1.5\n"), "; ,?");
  EXPECT_EQ(sniffed("a;b\n1.234;2\n", {.decimal = '.'}), "; .");
}

TEST(CsvSniff, AsksAboutOneColumnOfDecimals) {
  EXPECT_EQ(sniffed("a\n1,5\n2,5\n"), "2 fields, but the header has 1.");
  EXPECT_EQ(sniffed("a\n1,5\n2,5\n", {.decimal = ','}), "; ,");
}

TEST(CsvSniff, TakesExcelsWord) {
  const auto found = sniff_csv("sep=;\r\na;b\r\n1;2\r\n", true, {}, ',');
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->dialect.says_delimiter);
  EXPECT_EQ(found->sample.first.text, "a;b");
  EXPECT_EQ(found->sample.first.line, 2U);
  EXPECT_EQ(found->dialect.line_end, LineEnd::both);
}

TEST(CsvSniff, RefusesComments) {
  EXPECT_TRUE(sniffed("# by R\na;b\n1;2\n").starts_with("it begins with #"));
  EXPECT_EQ(sniffed("#a;b\n1;2\n"), "; ,?");
}

TEST(CsvSniff, NotesColumnsWithCodes) {
  const auto found = sniff_csv("a;zip\n1;01067\n2;10115\n", true, {}, ',');
  ASSERT_TRUE(found);
  EXPECT_EQ(found->has_codes, (std::vector<bool>{false, true}));
}

TEST(CsvSniff, DoesNotTrustAnUnfinishedRecord) {
  EXPECT_EQ(sniffed("a;b\n1;2\n3", {}, ',', false), "; ,?");
  EXPECT_EQ(sniffed("a;b", {}, ',', false),
            "not a table in CSV form: its first line does not end.");
  EXPECT_EQ(sniffed("", {}), "the file is empty.");
}

}  // namespace
}  // namespace overhand::io
