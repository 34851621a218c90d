#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "overhand/inspection/odd_values_internal.h"

namespace overhand::inspection {
namespace {

// 1.5, 2.5, ... with these in the first records.
Texts numbers_and(const std::vector<std::string>& texts, std::size_t records = 100,
                  char decimal = '.') {
  TextsBuilder builder;
  for (std::size_t i = 0; i < records; ++i) {
    builder.append(i < texts.size() ? texts[i] : fmt::format("{}{}5", i % 50, decimal));
  }
  return std::move(builder).finish();
}

// 0, 1, ..., 39 and these.
Column amounts_and(std::vector<std::int64_t> more) {
  for (std::int64_t value = 0; value < 40; ++value) more.push_back(value);
  return {"x", Integers(more)};
}

std::string told(const std::vector<Level>& levels) {
  std::string text;
  for (const Level& level : levels) text += fmt::format("{} ({}) ", level.value, level.records);
  return text;
}

TEST(OddValues, AreTheTextsAmongNumbers) {
  for (const char decimal : {'.', ','}) {
    const auto odd = texts_among_numbers(
        numbers_and({"k.A.", "k.A.", "k.A.", "<1", "<1", "once"}, 100, decimal));
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->records, 6U);
    EXPECT_EQ(told(odd->shared), "k.A. (3) <1 (2) ") << "and no single person's";
    EXPECT_FALSE(odd->are_whole);
  }
}

TEST(OddValues, AreNotThoseOfTexts) {
  EXPECT_FALSE(texts_among_numbers(numbers_and({})));
  EXPECT_FALSE(texts_among_numbers(numbers_and({"k.A.", "01067"}))) << "codes";
  EXPECT_FALSE(texts_among_numbers(numbers_and(std::vector<std::string>(50, "k.A.")))) << "half";
  EXPECT_FALSE(texts_among_numbers(numbers_and({"k.A."}, 20))) << "few levels";
  std::vector<std::string> many;
  for (int i = 0; i < 21; ++i) many.push_back(fmt::format("text {}", i));
  EXPECT_FALSE(texts_among_numbers(numbers_and(many)));
  EXPECT_FALSE(texts_among_numbers(Texts(30)));
}

TEST(OddValues, AreCodesFarFromAllAmounts) {
  EXPECT_EQ(told(codes_among_amounts(amounts_and({-9, -9, -8, 999}))), "-9 (2) -8 (1) 999 (1) ");
  EXPECT_EQ(told(codes_among_amounts({"x", Reals{0.5, 3.25, -99, missing_real}})), "-99 (1) ");
  EXPECT_EQ(told(codes_among_amounts(amounts_and({-99, -5}))), "-99 (1) ");
}

TEST(OddValues, AreNoAmountsThatLookLikeCodes) {
  EXPECT_EQ(told(codes_among_amounts(amounts_and({77}))), "") << "not far";
  EXPECT_EQ(told(codes_among_amounts(amounts_and({-9, -5}))), "") << "others are below 0 too";
  EXPECT_EQ(told(codes_among_amounts(amounts_and({500, -12}))), "") << "no such digits";
  EXPECT_EQ(told(codes_among_amounts({"x", Integers{0, 1, 2, 7}})), "") << "of one digit";
  EXPECT_EQ(told(codes_among_amounts({"x", Integers{-9, -99}})), "") << "nothing else";
}

TEST(OddValues, AreInfinite) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(told(infinite_values({"x", Reals{1, inf, -inf, inf}})), "-inf (1) inf (2) ");
  EXPECT_EQ(told(infinite_values({"x", Reals{1, missing_real}})), "");
}

}  // namespace
}  // namespace overhand::inspection
