#include <gtest/gtest.h>

#include "overhand/io/leading_zeros_internal.h"

namespace overhand::io {
namespace {

// The columns that may have codes, as "01" for none of two and the second: read in parts of each
// size, the answer is the same.
std::string found_in(const std::string& text, std::size_t columns) {
  std::string first;
  for (std::size_t size = 1; size <= text.size(); ++size) {
    LeadingZeros zeros(';', columns);
    for (std::size_t at = 0; at < text.size(); at += size)
      zeros.look(std::string_view(text).substr(at, size));
    zeros.look("");
    std::string found;
    for (std::size_t j = 0; j < columns; ++j) found += zeros.may_be_in(j) ? '1' : '0';
    if (size == 1) first = found;
    EXPECT_EQ(found, first) << "in parts of " << size;
  }
  return first;
}

TEST(LeadingZeros, AreFoundInTheirColumn) {
  EXPECT_EQ(found_in("1;01067;3\n4;5;6\n", 3), "010");
  EXPECT_EQ(found_in("01;2;3\n4;5;6\n", 3), "100");
  EXPECT_EQ(found_in("1;2;3\r\n4;5;06", 3), "001");
  EXPECT_EQ(found_in("1;2;3\r4;5;\"06\"\r", 3), "001");
  EXPECT_EQ(found_in("1; 02;3\n", 3), "010");
  EXPECT_EQ(found_in("1;02.5;00,5\n", 3), "011");
}

TEST(LeadingZeros, AreNotThoseOfNumbersDatesAndTimes) {
  EXPECT_EQ(found_in("0;0.5;0,5\n10;-0.5;100\n", 3), "000");
  EXPECT_EQ(found_in("01:30;01/02/2020;2020-01-01 00:10:00\n", 3), "000");
  EXPECT_EQ(found_in("x01;01x;a 01\n", 3), "000");
}

TEST(LeadingZeros, EndAtADelimiterThatMayStandInNumbers) {
  LeadingZeros zeros(',', 3);
  zeros.look("1,01067,Ulm\n2,,x\n");
  zeros.look("");
  EXPECT_FALSE(zeros.may_be_in(0));
  EXPECT_TRUE(zeros.may_be_in(1));
  EXPECT_FALSE(zeros.may_be_in(2));
}

TEST(LeadingZeros, MayBeAnywhereBehindQuotes) {
  EXPECT_EQ(found_in("\"a;b\";01\n", 2), "11");
  EXPECT_EQ(found_in("\"a\nb\";7\n", 2), "00");
}

TEST(LeadingZeros, AreFoundFarIntoAFile) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "12;345.25;x\n";
  LeadingZeros zeros(';', 3);
  zeros.look(text);
  EXPECT_FALSE(zeros.may_be_in(1));
  zeros.look("12;045;x\n");
  EXPECT_TRUE(zeros.may_be_in(1) || (zeros.look(""), zeros.may_be_in(1)));
  EXPECT_FALSE(zeros.may_be_in(0));
}

}  // namespace
}  // namespace overhand::io
