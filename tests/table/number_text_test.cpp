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

TEST(NumberText, IsNegativeAsBookkeepersWriteIt) {
  EXPECT_EQ(plain("1.234,50-", ','), "-1234.50");
  EXPECT_EQ(plain("(1,234.50)", '.'), "-1234.50");
  EXPECT_EQ(plain("5-", '.'), "-5");
  EXPECT_TRUE(number_text("5-", '.')->is_negative_by_bookkeeping);
  EXPECT_FALSE(number_text("-5", '.')->is_negative_by_bookkeeping);
  for (const char* cell : {"-5-", "+5-", "(-5)", "(5", "5)", "()", "((5))", "5--", "(5)-"}) {
    EXPECT_EQ(plain(cell, '.'), "none") << cell;
  }
}

std::string unit(const std::vector<std::string_view>& cells, char decimal = '.') {
  const auto found = unit_of(cells, decimal);
  return found ? found->before + "|" + found->behind : "none";
}

TEST(NumberText, MayHaveAUnitThatAllCellsHave) {
  EXPECT_EQ(unit({"1.234,50 \u20ac", "-7 \u20ac", "5,5- \u20ac"}, ','), "| \u20ac");
  EXPECT_EQ(unit({"$1,234.50", "$7", "$(7)"}), "$|");
  EXPECT_EQ(unit({"$5", "($7.50)", "-$8"}), "$|");
  EXPECT_EQ(unit({"($7.50)", "$5"}), "$|");
  EXPECT_EQ(unit({"-EUR 5", "EUR 7"}), "EUR |");
  EXPECT_EQ(unit({"(5 \u20ac)", "7 \u20ac"}), "| \u20ac");
  EXPECT_EQ(unit({"5 %", "17.5 %"}), "| %");
  EXPECT_EQ(unit({"5%", "-3%"}), "|%");
  EXPECT_EQ(unit({"40.5 kg", "7 kg"}), "| kg");
  EXPECT_EQ(unit({"EUR 40.5", "EUR 7"}), "EUR |");
  EXPECT_EQ(unit({"40.5EUR", "7EUR"}), "|EUR");
}

TEST(NumberText, KeepsTheSignThatStandsAroundItsUnit) {
  const Unit dollars{"$", ""};
  EXPECT_EQ(dollars.number_in("$5.00"), "5.00");
  EXPECT_EQ(dollars.number_in("($5.00)"), "(5.00)");
  EXPECT_EQ(dollars.number_in("-$5.00"), "-5.00");
  EXPECT_EQ(dollars.number_in("$-5.00"), "-5.00");
  EXPECT_EQ(dollars.number_in("5.00"), "");
  EXPECT_EQ(dollars.number_in("(5.00)"), "");
}

TEST(NumberText, HasNoUnitWhereItIsACodeOrSeveral) {
  EXPECT_EQ(unit({"($5)", "(-$5)"}), "none");
  EXPECT_EQ(unit({"(5", "$5)"}), "none");
  EXPECT_EQ(unit({"5 kg", "7 g"}), "none");
  EXPECT_EQ(unit({"5 kg", "7"}), "none");
  EXPECT_EQ(unit({"K17", "K18"}), "none");
  EXPECT_EQ(unit({"room 17", "room 18"}), "none");
  EXPECT_EQ(unit({"KFZ 17", "KFZ 18"}), "none");
  EXPECT_EQ(unit({"17b", "18b"}), "none");
  EXPECT_EQ(unit({"D 01067", "D 10115"}), "none");
  EXPECT_EQ(unit({"120/80", "130/90"}), "none");
  EXPECT_EQ(unit({"5", "7"}), "none");
  EXPECT_EQ(unit({"kg", "kg"}), "none");
  EXPECT_EQ(unit({"5 of twelve", "7 of twelve"}), "none");
  EXPECT_EQ(unit({""}), "none");
  EXPECT_EQ(unit({}), "none");
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
