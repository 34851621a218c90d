#include "overhand/table/identifiers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

namespace overhand {
namespace {

// `distinct` names in `records` records; the others repeat the first.
Column names(const char* name, std::size_t records, std::size_t distinct) {
  TextsBuilder texts;
  for (std::size_t i = 0; i < records; ++i) texts.append(fmt::format("p{}", i % distinct));
  return {name, std::move(texts).finish(), Role::keep};
}

Column running(std::int64_t first, std::size_t records) {
  Integers numbers(records);
  std::iota(numbers.begin(), numbers.end(), first);
  return {"id", numbers};
}

bool is_nearly_unique(const Column& column) { return is_nearly_unique(count_values(column)); }

TEST(Identifiers, NineOfTenValuesAreDifferentAmongTwentyOrMore) {
  EXPECT_TRUE(is_nearly_unique(names("a", 20, 18)));
  EXPECT_FALSE(is_nearly_unique(names("a", 20, 17)));
  EXPECT_FALSE(is_nearly_unique(names("a", 19, 19)));
}

TEST(Identifiers, MissingValuesDoNotCount) {
  Reals values(100, missing_real);
  std::iota(values.begin(), values.begin() + 30, 0.5);
  const Column column{"a", values};
  EXPECT_EQ(count_values(column).present, 30U);
  EXPECT_EQ(count_values(column).distinct, 30U);
  EXPECT_TRUE(is_nearly_unique(column));
  EXPECT_EQ(count_values({"a", Texts(50, std::nullopt)}).present, 0U);
}

TEST(Identifiers, NumbersThatRunLookLikeOneMeasurementsDoNot) {
  EXPECT_TRUE(looks_like_identifier(running(1000, 40)));
  EXPECT_TRUE(looks_like_identifier(running(-20, 40)));
  const auto whole = std::get<Cells<std::int64_t>>(running(1, 39).values);
  Integers with_gap(whole.begin(), whole.end());
  with_gap.push_back(1000);
  const Column gap("id", with_gap);
  EXPECT_FALSE(looks_like_identifier(gap));
  EXPECT_TRUE(is_nearly_unique(gap));
  EXPECT_FALSE(looks_like_identifier({"weight", reals(running(1, 40))}));
  EXPECT_TRUE(looks_like_identifier(names("name", 40, 40)));
  Integers phones(40);
  std::iota(phones.begin(), phones.end(), 30'000'000);
  phones.back() = 99'999'999;
  EXPECT_TRUE(looks_like_identifier({"phone", phones}));  // all different, of one length
}

// `records` numbers, all different, without a step of their own.
Integers scattered(std::size_t records, std::int64_t first, std::int64_t factor) {
  Integers numbers(records);
  for (std::size_t i = 0; i < records; ++i) {
    numbers[i] = first + factor * static_cast<std::int64_t>(i * i) + static_cast<std::int64_t>(i);
  }
  return numbers;
}

TEST(Identifiers, LongNumbersOfAnyLengthLookLikeOne) {
  EXPECT_TRUE(looks_like_identifier({"phone", scattered(40, 30'000'000, 9'999'991)}));
  const std::int64_t huge = 5'700'000'000'000'000;
  EXPECT_TRUE(looks_like_identifier({"uid", scattered(40, -4 * huge, huge)})) << "of either sign";
  Integers mixed = scattered(40, 30'000'000, 9'999'991);
  for (std::size_t i = 0; i < 4; ++i) mixed[i] = static_cast<std::int64_t>(100 + i * i);
  EXPECT_TRUE(looks_like_identifier({"phone", mixed}));
  mixed[4] = 17;
  EXPECT_FALSE(looks_like_identifier({"sales", mixed})) << "fewer than 9 of 10";
  EXPECT_FALSE(looks_like_identifier({"sales", scattered(40, 3'000'000, 3'001)}));
}

TEST(Identifiers, LongNumbersThatAFormatMadeRealsLookLikeOne) {
  Reals cards(40);
  for (std::size_t i = 0; i < 40; ++i)
    cards[i] = 12'345'678'901'234'568.0 + 48.0 * static_cast<double>(i * i + i);
  EXPECT_TRUE(looks_like_identifier({"x", cards}));
  cards[0] = missing_real;
  cards[1] = 11'111'111;
  EXPECT_TRUE(looks_like_identifier({"x", cards})) << "some are shorter";
  cards[2] = 0.5;
  EXPECT_FALSE(looks_like_identifier({"x", cards}));
  Reals masses(40);
  for (std::size_t i = 0; i < 40; ++i) masses[i] = 1.989e30 * static_cast<double>(i + 1);
  EXPECT_FALSE(looks_like_identifier({"mass", masses})) << "nobody has a number that long";
}

TEST(Identifiers, NumbersThatFillHalfTheirRangeLookLikeOne) {
  Integers every_other(40);
  Integers every_seventh(40);
  for (std::size_t i = 0; i < 40; ++i) {
    every_other[i] = static_cast<std::int64_t>(500 + 2 * i);
    every_seventh[i] = static_cast<std::int64_t>(400'000 + 7 * (i + i / 2));
  }
  EXPECT_TRUE(looks_like_identifier({"id", every_other}));
  EXPECT_TRUE(looks_like_identifier({"id", every_seventh})) << "by their own step, with gaps";
  every_seventh.back() += 1;
  EXPECT_FALSE(looks_like_identifier({"pay", every_seventh}));
  every_other.back() = missing_integer;
  EXPECT_TRUE(looks_like_identifier({"id", every_other})) << "one has none";
  for (std::size_t i = 0; i < 8; ++i) every_other[i] = 500;
  EXPECT_FALSE(looks_like_identifier({"id", every_other})) << "several have the same";
}

TEST(Identifiers, ARefusalNamesAllAtOnce) {
  Column number = running(1, 40);
  number.role = Role::keep;
  const Table table({names("name", 40, 40), names("region", 40, 4), number, running(7, 40)});
  const auto problem = problem_with_kept_identifiers(table);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->message,
            "Columns 'name', 'id' are to be kept, with nearly as many values as records: who knows "
            "a value finds the record.");
  EXPECT_EQ(problem->remedies.front().action, Action::drop);
  EXPECT_EQ(problem->remedies.front().columns, (std::vector<std::string>{"name", "id"}));
  EXPECT_FALSE(problem_with_kept_identifiers(Table({names("region", 40, 4), running(1, 40)})));
}

}  // namespace
}  // namespace overhand
