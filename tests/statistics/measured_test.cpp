#include "overhand/statistics/measured.h"

#include <gtest/gtest.h>

#include "overhand/statistics/mixed_association.h"
#include "support/profiles.h"

namespace overhand::statistics {
namespace {

Measured measured(const Table& table) {
  auto result = measured_of(table, measured_names(table), "original");
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

Category category(std::vector<Code> codes, std::size_t levels) {
  return {"c", false, std::vector<std::string>(levels, "level"), levels, std::move(codes)};
}

Order order_of(const Category& category) {
  Order order = same_rows(category.codes.size());
  std::ranges::stable_sort(order, {}, [&](Row row) { return category.codes[row]; });
  return order;
}

double v(const Category& a, const Category& b) { return cramers_v(a, order_of(a), b); }

TEST(Measured, TakesEachTypeAsWhatItIs) {
  const auto levels = [] {
    DictionaryBuilder builder;
    builder.code_of("low");
    builder.code_of("high");
    return std::move(builder).finish();
  };
  const Table table({{"when", type::Timestamp{TimeUnit::millisecond}, Integers{1500, 3000}},
                     {"grade", type::Category{true}, Texts(Cells<Code>{1, -1}, levels())},
                     {"day", type::Date{}, Integers{10, missing_integer}},
                     {"yes", type::Boolean{}, Integers{1, 0}},
                     {"long", type::Duration{TimeUnit::second}, Integers{5, 7}},
                     {"x", Integers{4, 5}},
                     {"name", Texts{"b", "a"}}});
  const Measured all = measured(table);
  EXPECT_EQ(names_of(all),
            (std::vector<std::string>{"when", "day", "long", "x", "grade", "yes", "name"}));
  EXPECT_EQ(all.numbers.amounts, 4U);
  EXPECT_EQ(all.numbers.names.back(), "grade");  // by the places of its levels
  EXPECT_EQ(all.numbers.columns[0], (Reals{1.5, 3}));
  EXPECT_EQ(all.numbers.gaps, (std::vector<std::size_t>{0, 1, 0, 0, 1}));
  EXPECT_EQ(all.numbers.columns[4][0], 2);
  EXPECT_EQ(all.categories[0].codes, (std::vector<Code>{2, Category::gap}));
  EXPECT_EQ(all.categories[1].codes, (std::vector<Code>{2, 1}));
  EXPECT_EQ(all.categories[2].name_of(1), "b");
  EXPECT_TRUE(all.is_mixed);
  EXPECT_FALSE(measured(testing::normal_table(5, 2, 1)).is_mixed);
}

TEST(Measured, GivesALevelOneCodeInBothTables) {
  const Measured original = measured(Table({{"c", Texts{"a", "b", std::nullopt}}}));
  const auto masked = measured_like(original, Table({{"c", Texts{"new", "b", "a"}}}), "masked");
  ASSERT_TRUE(masked);
  EXPECT_EQ(original.categories[0].codes, (std::vector<Code>{1, 2, 0}));
  EXPECT_EQ(masked->categories[0].codes, (std::vector<Code>{3, 2, 1}));
  EXPECT_EQ(masked->categories[0].known_levels, 2U);
  // A category of a CSV that is all numbers comes as numbers from another file.
  const Measured codes = measured(Table({{"c", Texts{"1", "20"}}}));
  const auto numbers = measured_like(codes, Table({{"c", Integers{20, 1}}}), "masked");
  ASSERT_TRUE(numbers);
  EXPECT_EQ(numbers->categories[0].codes, (std::vector<Code>{2, 1}));
}

TEST(Measured, SaysWhatCannotBeMeasured) {
  const auto error_of = [](const Result<Measured>& result) {
    return result ? "" : result.error().message;
  };
  const Table far({{"x", Reals{1, HUGE_VAL}}});
  EXPECT_EQ(error_of(measured_of(far, {"x"}, "masked")),
            "Column 'x' of the masked table has an infinite value.");
  EXPECT_EQ(error_of(measured_of(far, {"b"}, "masked")), "The masked table has no column 'b'.");
  EXPECT_EQ(error_of(measured_of(far, {}, "masked")), "There is no column to measure.");
  EXPECT_EQ(error_of(measured_of(Table({{"x", Reals{1}}}), {"x"}, "masked")),
            "There must be at least 2 records to measure, and the masked table has 1.");
  const Measured numbers = measured(Table({{"x", Reals{1, 2}}}));
  EXPECT_EQ(error_of(measured_like(numbers, Table({{"x", Texts{"a", "b"}}}), "masked")),
            "Column 'x' of the masked table is text, and that of the original is a number.");
  const Measured dates = measured(Table({{"x", type::Date{}, Integers{1, 2}}}));
  EXPECT_EQ(error_of(measured_like(dates, Table({{"x", Integers{1, 2}}}), "masked")),
            "Column 'x' of the masked table is a number, and that of the original is a date.");
}

// Numbers 0, 1, 2 and a gap: mean 1, sd 1. Levels a, a, b and a gap.
TEST(Distances, OfMixedRecordsAreAddedUpByHand) {
  const Table table(
      {{"x", Reals{0, 1, 2, missing_real}}, {"c", Texts{"a", "a", "b", std::nullopt}}});
  const Profile profile = testing::profile_of(table);
  const auto distance = [&](std::size_t i, std::size_t k) {
    return risk::squared_distance(profile.standardised_record(i), profile.standardised_record(k),
                                  profile.caps);
  };
  EXPECT_DOUBLE_EQ(distance(0, 1), 1);      // 1 sd, the same level
  EXPECT_DOUBLE_EQ(distance(0, 2), 2 + 1);  // 2 sd are capped, another level
  EXPECT_DOUBLE_EQ(distance(0, 3), 2 + 1);  // a gap against a value, in both
  EXPECT_DOUBLE_EQ(distance(3, 3), 0);
}

TEST(MixedAssociation, CramersVIsThatOfTheDefinition) {
  // 2 x 2 with counts 3, 1, 1, 3: chi^2 = 8 (9 - 1)^2 / 4^4 = 2, V = sqrt(2 / 8) = 1/2.
  const Category a = category({1, 1, 1, 1, 2, 2, 2, 2}, 2);
  const Category b = category({1, 1, 1, 2, 1, 2, 2, 2}, 2);
  EXPECT_DOUBLE_EQ(v(a, b), 0.5);
  EXPECT_DOUBLE_EQ(v(b, a), 0.5);
  EXPECT_DOUBLE_EQ(v(a, a), 1);
  EXPECT_EQ(v(a, category({1, 1, 1, 1, 1, 1, 1, 1}, 1)), 0);
  // A gap is a level: the same table with gaps in place of level 2.
  EXPECT_DOUBLE_EQ(v(a, category({1, 1, 1, 0, 1, 0, 0, 0}, 2)), 0.5);
  // Independent: every cell is what its margins say.
  EXPECT_NEAR(v(category({1, 1, 2, 2}, 2), category({1, 2, 1, 2}, 2)), 0, 1e-8);
}

TEST(MixedAssociation, TheCorrelationRatioIsThatOfTheDefinition) {
  // Levels of means 2 and 6, in all 4: between 2*4 + 2*4 = 16, in all 1+1+1+1 more: sqrt(16/20).
  const Category levels = category({1, 1, 2, 2}, 2);
  EXPECT_DOUBLE_EQ(correlation_ratio(levels, {1, 3, 5, 7}), std::sqrt(16.0 / 20));
  EXPECT_EQ(correlation_ratio(levels, {4, 4, 4, 4}), 0);
  EXPECT_DOUBLE_EQ(correlation_ratio(levels, {2, 2, 6, missing_real}), 1);
}

TEST(MixedAssociation, TheMatrixTakesEachPairByItsTypes) {
  const Table table(
      {{"x", Reals{1, 3, 5, 7}}, {"y", Reals{7, 5, 3, 1}}, {"c", Texts{"a", "a", "b", "b"}}});
  const Profile profile = testing::profile_of(table);
  const auto correlation = related({profile.numbers.columns}, false).correlation;
  const Square matrix = association_matrix(profile, correlation);
  EXPECT_DOUBLE_EQ(matrix(0, 1), -1);
  EXPECT_DOUBLE_EQ(matrix(0, 2), std::sqrt(16.0 / 20));
  EXPECT_DOUBLE_EQ(matrix(2, 1), std::sqrt(16.0 / 20));
  EXPECT_EQ(matrix(2, 2), 1);
}

TEST(Association, BesideGapsIsThatOfTheCompletePairs) {
  const Related gaps = related({{1, 2, missing_real, 4}, {2, 1, 9, 6}}, true);
  const Related complete = related({{1, 2, 4}, {2, 1, 6}}, false);
  EXPECT_DOUBLE_EQ(gaps.covariance(0, 1), complete.covariance(0, 1));
  EXPECT_DOUBLE_EQ(gaps.correlation(0, 1), complete.correlation(0, 1));
}

}  // namespace
}  // namespace overhand::statistics
