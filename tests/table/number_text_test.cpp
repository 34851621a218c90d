#include "overhand/table/number_text.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

std::string plain(std::string_view cell, char decimal) {
  const auto number = number_text(cell, decimal);
  return number ? number->plain : "none";
}

TEST(NumberText, IsReadWithItsDecimalSign) {
  EXPECT_EQ(plain("1.5", '.'), "1.5");
  EXPECT_EQ(plain("1,5", ','), "1.5");
  EXPECT_EQ(plain("1,5", '.'), "none");
  EXPECT_EQ(plain("-12,", ','), "-12.");
  EXPECT_EQ(plain("+,5", ','), "0.5");
  EXPECT_EQ(plain("-.5", '.'), "-0.5");
  EXPECT_EQ(plain(" 7 ", '.'), "7");
  EXPECT_EQ(plain("1,5e+3", ','), "1.5e3");
  EXPECT_EQ(plain("2E-3", '.'), "2E-3");
}

TEST(NumberText, MayHaveItsThousandsSetApart) {
  EXPECT_EQ(plain("1.234,56", ','), "1234.56");
  EXPECT_EQ(plain("1,234.56", '.'), "1234.56");
  EXPECT_EQ(plain("1 234 567", '.'), "1234567");
  EXPECT_EQ(plain("1\u00a0234,5", ','), "1234.5");
  EXPECT_EQ(plain("1\u202f234,5", ','), "1234.5");
  EXPECT_EQ(plain("1'234.5", '.'), "1234.5");
  EXPECT_EQ(plain("1\u2019234.5", '.'), "1234.5");
  EXPECT_EQ(plain("-12.345.678", ','), "-12345678");
}

TEST(NumberText, HasGroupsOfThreeOrNone) {
  for (const char* cell :
       {"1,23", "1,2345", "1234,567", "0,123", "1,234,56", "1 23", "1,234 567", ",123", "1,,234"}) {
    EXPECT_EQ(plain(cell, '.'), "none") << cell;
  }
}

TEST(NumberText, IsNothingElse) {
  for (const char* cell : {"", " ", "-", ".", "+", "e5", "1e", "1e+", "--1", "1.2.3.", "x1", "1x",
                           "0x10", "inf", "nan", "12:30", "1/2"}) {
    EXPECT_EQ(plain(cell, '.'), "none") << cell;
  }
}

TEST(NumberText, BeginningWithAZeroIsACode) {
  EXPECT_TRUE(has_leading_zero("01234"));
  EXPECT_TRUE(has_leading_zero(" 00"));
  EXPECT_FALSE(has_leading_zero("0"));
  EXPECT_FALSE(has_leading_zero("0.5"));
  EXPECT_FALSE(has_leading_zero("10"));
}

TEST(NumberText, OfMoreDigitsThanARealIsACode) {
  for (const char* cell :
       {"9007199254740993", "-9007199254740993", " 89490200000000000017 ", "+10000000000000000"}) {
    EXPECT_TRUE(has_more_digits_than_a_real(cell)) << cell;
  }
  for (const char* cell : {"", "-", "9007199254740992", "000000000000000000000017", "1e22",
                           "12345678901234567.5", "9 007 199 254 740 993", "x9007199254740993"}) {
    EXPECT_FALSE(has_more_digits_than_a_real(cell)) << cell;
  }
}

DecimalVote vote_of(std::initializer_list<const char*> cells) {
  DecimalEvidence evidence;
  for (const char* cell : cells) evidence.add(cell);
  return evidence.vote();
}

TEST(DecimalEvidence, VotesByTheColumnAsAWhole) {
  EXPECT_EQ(vote_of({"1", "2"}), DecimalVote::none);
  EXPECT_EQ(vote_of({"1.234", "17"}), DecimalVote::point_or_group);
  EXPECT_EQ(vote_of({"1,234", "17"}), DecimalVote::comma_or_group);
  EXPECT_EQ(vote_of({"1.234", "1.5"}), DecimalVote::point);
  EXPECT_EQ(vote_of({"1.234", "1.234,5"}), DecimalVote::comma);
  EXPECT_EQ(vote_of({"1,5"}), DecimalVote::comma);
  EXPECT_EQ(vote_of({"1 234"}), DecimalVote::none);  // the same in both readings
  EXPECT_EQ(vote_of({"1,5", "x"}), DecimalVote::none);
  EXPECT_EQ(vote_of({"1,5", "1.5"}), DecimalVote::none);
  EXPECT_EQ(vote_of({}), DecimalVote::none);
}

}  // namespace
}  // namespace overhand
