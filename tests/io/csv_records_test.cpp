#include <gtest/gtest.h>

#include "overhand/io/csv_records_internal.h"

namespace overhand::io {
namespace {

TEST(CsvRecords, CountsLinesAndFieldsAcrossQuotes) {
  CsvRecords records("a,b\n\"1\n2\",\"x,y\"\"z\"\r\n\r\n3,4", ',');
  const auto header = records.next();
  const auto quoted = records.next();
  const auto blank = records.next();
  const auto last = records.next();
  ASSERT_TRUE(header && quoted && blank && last);
  EXPECT_EQ(header->line, 1U);
  EXPECT_EQ(quoted->line, 2U);
  EXPECT_EQ(quoted->fields, 2U);
  EXPECT_EQ(blank->fields, 0U);
  EXPECT_EQ(last->line, 5U);
  EXPECT_EQ(last->fields, 2U);
  EXPECT_FALSE(records.next());
}

TEST(CsvRecords, EndLinesInEveryWay) {
  CsvRecords records("a,b\r1,2\r\n3,4\n", ',');
  for (const std::size_t line : {1U, 2U, 3U}) {
    const auto record = records.next();
    ASSERT_TRUE(record);
    EXPECT_EQ(record->line, line);
    EXPECT_EQ(record->fields, 2U);
  }
  EXPECT_FALSE(records.next());
}

TEST(CsvRecords, TakeAQuoteInsideAFieldForALetter) {
  CsvRecords records("5\" disk,2\n\"x\"\"y\",4\n", ',');
  EXPECT_EQ(records.next()->fields, 2U);
  EXPECT_EQ(records.next()->fields, 2U);
  EXPECT_FALSE(records.next());
}

TEST(CsvRecords, SayThatAQuoteIsNeverClosed) {
  CsvRecords records("a,b\n1,\"2\n3,4\n", ',');
  EXPECT_TRUE(records.next()->is_closed);
  EXPECT_FALSE(records.next()->is_closed);
}

TEST(CsvRecords, HaveCells) {
  EXPECT_EQ(cells_of("a,\"b,\"\"c\"\"\",,\"\",5\"", ','),
            (std::vector<std::string>{"a", "b,\"c\"", "", "", "5\""}));
}

TEST(CsvRecords, FindTheLinesOfRows) {
  const std::string text = "a,b\n1,2\n\n\"3\n\",4\n5,6\n";
  EXPECT_EQ(lines_of_rows({text, ','}, 1, {0, 1, 2}), (std::vector<std::size_t>{2, 4, 6}));
  EXPECT_EQ(lines_of_rows({text, ','}, 0, {0, 2}), (std::vector<std::size_t>{1, 4}));
}

}  // namespace
}  // namespace overhand::io
