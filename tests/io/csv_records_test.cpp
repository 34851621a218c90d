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

TEST(CsvRecords, FindTheLineOfARow) {
  const std::string text = "a,b\n1,2\n\n\"3\n\",4\n5,6\n";
  EXPECT_EQ(line_of_row(text, ',', 0), 2U);
  EXPECT_EQ(line_of_row(text, ',', 1), 4U);
  EXPECT_EQ(line_of_row(text, ',', 2), 6U);
}

TEST(CsvRecords, FindTheFirstRaggedOne) {
  EXPECT_FALSE(first_ragged_record("a\tb\n1\t2\n", '\t'));
  const auto ragged = first_ragged_record("a,b\n1,2\n1,2,3\n", ',');
  ASSERT_TRUE(ragged);
  EXPECT_EQ(ragged->record.line, 3U);
  EXPECT_EQ(ragged->record.fields, 3U);
  EXPECT_EQ(ragged->expected_fields, 2U);
}

}  // namespace
}  // namespace overhand::io
