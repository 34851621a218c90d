#include "overhand/utility/analysis.h"

#include <gtest/gtest.h>

#include "support/mixed.h"

namespace overhand::utility {
namespace {

Analysis analysed(const Table& original, const Table& masked, std::string_view text) {
  auto result = analysis_of(original, masked, *formula_of(text));
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

const Coefficient& named(const Analysis& analysis, const std::string& name) {
  const auto found = std::ranges::find(analysis.coefficients, name, &Coefficient::name);
  EXPECT_NE(found, analysis.coefficients.end()) << name;
  return *found;
}

TEST(Overlap, IsTheMeanShareOfWhatBothIntervalsHave) {
  EXPECT_DOUBLE_EQ(interval_overlap({0, 2}, {0, 2}), 1);
  EXPECT_DOUBLE_EQ(interval_overlap({0, 2}, {1, 5}), (0.5 + 0.25) / 2);  // 1 of 2 and 1 of 4
  EXPECT_DOUBLE_EQ(interval_overlap({0, 4}, {1, 2}), (0.25 + 1) / 2);
  EXPECT_EQ(interval_overlap({0, 1}, {2, 3}), 0);
  EXPECT_EQ(interval_overlap({1, 1}, {1, 1}), 1);
}

TEST(ModelFormula, IsTakenApartAsInR) {
  const auto formula = formula_of("income ~ age + `net + gross`");
  ASSERT_TRUE(formula);
  EXPECT_EQ(formula->response, "income");
  EXPECT_EQ(formula->terms, (std::vector<std::string>{"age", "net + gross"}));
  for (const char* wrong : {"income", "~ age", "income ~", "a ~ b ~ c", "a ~ b + + c", ""}) {
    const auto result = formula_of(wrong);
    ASSERT_FALSE(result) << wrong;
    EXPECT_NE(result.error().message.find("income ~ age + edu"), std::string::npos) << wrong;
  }
  EXPECT_EQ(formula_of("a ~ b + b").error().message, "'a ~ b + b' names column 'b' twice.");
}

// y = 1, 3, 2, 5, 4 on x = 1 to 5: slope 8/10, intercept 3 - 2.4, residuals -.4, .8, -1, 1.2, -.6:
// squares 3.6, variance 1.2, error of the slope sqrt(1.2 / 10), of the intercept
// sqrt(1.2 (1/5 + 9/10)).
TEST(Analysis, OfANumberIsLeastSquares) {
  const Table table({{"y", Reals{1, 3, 2, 5, 4, 99}}, {"x", Reals{1, 2, 3, 4, 5, missing_real}}});
  const Analysis found = analysed(table, table, "y ~ x");
  EXPECT_FALSE(found.is_logistic);
  EXPECT_EQ(found.records, 5U);
  const Estimate slope = *named(found, "x").original;
  EXPECT_NEAR(slope.value, 0.8, 1e-12);
  EXPECT_NEAR((slope.interval.high - slope.value) / 1.959963984540054, std::sqrt(0.12), 1e-12);
  const Estimate intercept = *named(found, "(intercept)").original;
  EXPECT_NEAR(intercept.value, 0.6, 1e-12);
  EXPECT_NEAR((intercept.interval.high - 0.6) / 1.959963984540054, std::sqrt(1.32), 1e-12);
  EXPECT_DOUBLE_EQ(mean_overlap(found), 1);
}

// Means of levels: the first is the intercept, the others are held against it.
TEST(Analysis, TakesACategoryByItsLevelsAgainstTheFirst) {
  const Table table({{"y", Reals{1, 3, 5, 7, 8, 8.5}},
                     {"edu", Texts{"low", "low", "high", "high", "mid", "mid"}}});
  const Analysis found = analysed(table, table, "y ~ edu");
  ASSERT_EQ(found.coefficients.size(), 3U);
  EXPECT_NEAR(named(found, "(intercept)").original->value, 6, 1e-12);  // high: texts by letters
  EXPECT_NEAR(named(found, "edu = low").original->value, -4, 1e-12);
  EXPECT_NEAR(named(found, "edu = mid").original->value, 2.25, 1e-12);
}

// Of 4 with x = 0 one is a yes, of 4 with x = 1 three are: the log odds are -log 3 and log 3, with
// errors sqrt(1/1 + 1/3) and sqrt(2 (1/1 + 1/3)).
TEST(Analysis, OfACategoryIsLogistic) {
  const Table table({{"yes", type::Boolean{}, Integers{1, 0, 0, 0, 1, 1, 1, 0}},
                     {"x", Reals{0, 0, 0, 0, 1, 1, 1, 1}}});
  const Analysis found = analysed(table, table, "yes ~ x");
  EXPECT_TRUE(found.is_logistic);
  const Estimate intercept = *named(found, "(intercept)").original;
  EXPECT_NEAR(intercept.value, -std::log(3), 1e-9);
  EXPECT_NEAR(intercept.interval.high - intercept.value, 1.959963984540054 * std::sqrt(4.0 / 3),
              1e-6);
  const Estimate slope = *named(found, "x").original;
  EXPECT_NEAR(slope.value, 2 * std::log(3), 1e-9);
  EXPECT_NEAR(slope.interval.high - slope.value, 1.959963984540054 * std::sqrt(8.0 / 3), 1e-6);
}

TEST(Analysis, LeavesOutWhatTheRecordsDoNotTell) {
  Table table = testing::normal_table(50, 2, 1);
  table.columns().push_back({"twice", reals(table.columns()[1])});
  const Analysis found = analysed(table, table, "x1 ~ x2 + twice");
  EXPECT_TRUE(named(found, "x2").original);
  EXPECT_FALSE(named(found, "twice").original);
  EXPECT_EQ(named(found, "twice").overlap, 0);
  // Told apart entirely: there is no maximum.
  const Table apart({{"c", Texts{"a", "a", "b", "b"}}, {"x", Reals{1, 2, 3, 4}}});
  EXPECT_FALSE(named(analysed(apart, apart, "c ~ x"), "x").original);
}

TEST(Analysis, SaysWhatIsWrong) {
  const Table table = testing::mixed_table(100, 1);
  const auto error_of = [&](const Table& of, const char* text) {
    const auto result = analysis_of(of, of, *formula_of(text));
    return result ? "" : result.error().message;
  };
  EXPECT_EQ(
      error_of(table, "income ~ nothing"),
      "'income ~ nothing': 'nothing' is none of the columns that are masked or kept, which are "
      "income, age, born, school, is_employed, town.");
  const Table one({{"c", Texts{"a", "a"}}, {"x", Reals{1, 2}}});
  EXPECT_EQ(error_of(one, "c ~ x"),
            "Column 'c' has one level in the original: nothing can be told apart.");
  TextsBuilder many;
  for (int i = 0; i < 60; ++i) many.append(std::to_string(i));
  const Table levels({{"c", std::move(many).finish()}, {"x", Reals(60, 1)}});
  EXPECT_EQ(error_of(levels, "x ~ c"),
            "Column 'c' has 60 levels, and an analysis takes at most 50.");
}

TEST(Analyses, OfEachColumnOnTheOthersSeeWhatIsLost) {
  const Table original = testing::mixed_table(2000, 2);
  const auto same = usual_analyses(original, original);
  ASSERT_EQ(same.size(), 4U);  // school has too many gaps, town too many levels
  for (const Analysis& one : same) EXPECT_DOUBLE_EQ(mean_overlap(one), 1);
  Table shuffled = original;
  std::vector<Row> rows = same_rows(2000);
  std::ranges::rotate(rows, rows.begin() + 17);
  shuffled.columns()[0] = gather(shuffled.columns()[0], rows);
  const auto lost = usual_analyses(original, shuffled);
  ASSERT_EQ(lost.size(), 4U);
  EXPECT_LT(mean_overlap(lost[0]), 0.8);
}

}  // namespace
}  // namespace overhand::utility
