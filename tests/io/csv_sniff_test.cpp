#include <gtest/gtest.h>

#include "overhand/io/cells_internal.h"
#include "overhand/io/csv_head_internal.h"
#include "overhand/io/csv_sniff_internal.h"
#include "overhand/io/decimal_question_internal.h"

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

using Words = std::vector<std::string>;

Result<CsvHead> head_of(std::string_view text, Header header = Header::detect) {
  const auto found = sniff_csv(text, true, {}, ',');
  if (!found) return found.error();
  return csv_head(*found, text, header);
}

TEST(CsvHead, HasTheNamesAndWhereTheRecordsBegin) {
  const auto head = head_of("age,\"home, town\"\r\n31,Rom\r\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->names, (Words{"age", "home, town"}));
  EXPECT_TRUE(head->has_header);
  EXPECT_EQ(head->body, 18U);
  EXPECT_EQ(head->records_before, 1U);
}

TEST(CsvHead, CountsExcelsLineAsARecordBefore) {
  const auto head = head_of("sep=;\nage;hours\n31;40\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->names, (Words{"age", "hours"}));
  EXPECT_EQ(head->records_before, 2U);
}

TEST(CsvHead, OfARecordIsAskedAboutOrSaid) {
  const std::string_view text = "31,2000\n47,1800\n";
  const auto asked = head_of(text);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().message,
            "the first line looks like a record, not like names of columns.");
  ASSERT_EQ(asked.error().remedies.size(), 2U);
  EXPECT_EQ(asked.error().remedies[0].action, Action::say_no_header);
  EXPECT_EQ(asked.error().remedies[1].action, Action::say_header);
  const auto absent = head_of(text, Header::absent);
  ASSERT_TRUE(absent);
  EXPECT_EQ(absent->names, (Words{"column1", "column2"}));
  EXPECT_EQ(absent->body, 0U);
  EXPECT_FALSE(absent->has_header);
  EXPECT_EQ(head_of(text, Header::present)->names, (Words{"31", "2000"}));
}

TEST(CsvHead, SeesNumbersOfThePeopleWhoWroteIt) {
  EXPECT_FALSE(head_of("1.234,5;7\n2.345,5;8\n3.456,5;9\n"));
  EXPECT_TRUE(head_of("sum;7\n2.345,5;8\n"));
}

TEST(CsvHead, WithoutARecordBelowIsNone) {
  EXPECT_EQ(head_of("age,hours\n").error().message, "there is a header, but no record below it.");
}

DecimalClue clue_of(const char* column, const std::vector<std::string_view>& cells) {
  DecimalSearch search;
  for (std::size_t row = 0; row < cells.size(); ++row) search.add(cells[row], row);
  return search.clue(column);
}

std::string agreed(const std::vector<DecimalClue>& clues, char delimiter = ';', char likely = '.') {
  const auto sign = agreed_decimal(clues, delimiter, likely,
                                   [](std::size_t row) { return Place{.line = row + 2}; });
  if (sign) return std::string(1, *sign);
  return position_of(sign.error().place) + ": " + sign.error().message;
}

TEST(DecimalQuestion, IsAnsweredByAnyColumnThatSays) {
  EXPECT_EQ(agreed({clue_of("a", {"1,5"}), clue_of("b", {"1", "2"})}), ",");
  EXPECT_EQ(agreed({clue_of("a", {"1.5"}), clue_of("b", {"1,234"})}), ".");
  EXPECT_EQ(agreed({clue_of("a", {"1.234,5"})}), ",");
  EXPECT_EQ(agreed({clue_of("a", {"1,234,567"})}), ".");
}

TEST(DecimalQuestion, HasTheLikelyAnswerWhereNothingDependsOnIt) {
  EXPECT_EQ(agreed({}, ';', ','), ",");
  EXPECT_EQ(agreed({clue_of("a", {"1", "20"})}, ';', '.'), ".");
  EXPECT_EQ(agreed({clue_of("a", {"1,5", "no number"})}, ';', '.'), ".");  // text says nothing
}

TEST(DecimalQuestion, IsAskedWithBothReadingsAndNoCell) {
  EXPECT_EQ(agreed({clue_of("a", {"7", "8,765"})}),
            "line 3: a number like 1,234 in column 'a' can be 1234 (with a decimal point) or "
            "1.234 (with a decimal comma).");
  EXPECT_EQ(agreed({clue_of("a", {"8.765"})}),
            "line 2: a number like 1.234 in column 'a' can be 1.234 (with a decimal point) or "
            "1234 (with a decimal comma).");
}

TEST(DecimalQuestion, IsAskedWhereColumnsContradict) {
  EXPECT_EQ(agreed({clue_of("a", {"1.5"}), clue_of("b", {"1", "2,5"})}),
            "line 3: column 'b' has numbers with a decimal comma, like 1,5, and column 'a' "
            "numbers with a decimal point, like 1.5.");
  EXPECT_EQ(agreed({clue_of("a", {"1.5"}), clue_of("b", {"2,5"})}, ','), ".");
}

TEST(Cells, LookLikeNumbers) {
  for (const char* cell : {"1", "-1.5", "+2", " 7 ", "1e5", "1e999", ".5", "inf"}) {
    EXPECT_TRUE(is_number_cell(cell)) << cell;
  }
  for (const char* cell : {"", " ", "+-1", "1,5", "1 2", "12a", "--1", "0x1f"}) {
    EXPECT_FALSE(is_number_cell(cell)) << cell;
  }
}

TEST(Cells, LookLikeYearsCodesAndGaps) {
  EXPECT_TRUE(is_year_cell("1800") && is_year_cell(" 2019 ") && is_year_cell("2200"));
  EXPECT_FALSE(is_year_cell("1799") || is_year_cell("2201") || is_year_cell("2019.0"));
  EXPECT_TRUE(is_hexadecimal_cell("0x1f") && is_hexadecimal_cell(" 0XAB"));
  EXPECT_FALSE(is_hexadecimal_cell("x1f") || is_hexadecimal_cell("10x1"));
  for (const char* cell : {"", "NA", "NaN", "nan"}) EXPECT_TRUE(is_missing_cell(cell)) << cell;
  for (const char* cell : {"n/a", "N/A", "null", "NULL", ".", "-"}) {
    EXPECT_FALSE(is_missing_cell(cell)) << cell;
    EXPECT_TRUE(is_missing_among_numbers(cell)) << cell;
  }
}

}  // namespace
}  // namespace overhand::io
