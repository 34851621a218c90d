#include "overhand/utility/weighted.h"

#include <gtest/gtest.h>

namespace overhand::utility {
namespace {

// Weights 1, 2, 3, 4 of the values 10, 20, 30, 40: a tenth of the weight is at 10, three tenths up
// to 20, six up to 30.
TEST(WeightedFigures, AreAsComputedByHand) {
  const WeightedFigures found = weighted_figures(Reals{40, 10, 30, 20}, Reals{4, 1, 3, 2});
  EXPECT_EQ(found.total, 300);
  EXPECT_EQ(found.mean, 30);
  EXPECT_EQ(found.quantiles, (std::array<double, 5>{10, 20, 30, 40, 40}));
}

// The share of twenty equal weights up to the first is 0.05 itself, whatever 0.1 + 0.1 + ... says.
TEST(WeightedFigures, OfEqualWeightsAreTheOrderStatistics) {
  Reals values;
  for (int i = 1; i <= 20; ++i) values.push_back(i);
  const WeightedFigures found = weighted_figures(values, Reals(20, 0.1));
  EXPECT_EQ(found.quantiles, (std::array<double, 5>{1, 5, 10, 15, 19}));
}

TEST(WeightedFigures, LeaveOutGapsAndWhoStandsForNobody) {
  const WeightedFigures found =
      weighted_figures(Reals{missing_real, 5, 7, 1000}, Reals{100, 1, 3, 0});
  EXPECT_EQ(found.total, 26);
  EXPECT_EQ(found.mean, 6.5);
  EXPECT_EQ(found.quantiles, (std::array<double, 5>{5, 5, 7, 7, 7}));
  EXPECT_EQ(weighted_figures(Reals{missing_real}, Reals{1}).total, 0);
}

Table survey(Reals pay, Reals weights) {
  return Table({Column("pay", std::move(pay)), Column("town", Texts{"a", "b", "a", "b"}),
                Column("w", std::move(weights), Role::keep)});
}

TEST(WeightedReference, ComparesByTheWeightsOfEachTable) {
  const auto reference = WeightedReference::prepare(survey({1, 2, 3, 4}, {1, 1, 1, 1}), "w");
  ASSERT_TRUE(reference);
  const auto changes = reference->compared(survey({1, 2, 3, 4}, {2, 1, 1, 1}), {});
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->columns.size(), 1U);  // neither the text nor the weight
  const WeightedColumn& pay = changes->columns.front();
  EXPECT_EQ(pay.name, "pay");
  EXPECT_DOUBLE_EQ(pay.total_change(), 0.1);  // 10 and 11
  EXPECT_DOUBLE_EQ(pay.mean_change(), (2.5 - 2.2) / 2.5);
  EXPECT_EQ(pay.quantile_change(0), 0);  // 1 and 1
  EXPECT_EQ(pay.quantile_change(1), 0);  // 1 and 1
  EXPECT_EQ(pay.quantile_change(2), 0);  // 2 and 2
  EXPECT_EQ(pay.quantile_change(3), 0);  // 3 and 3
  EXPECT_EQ(pay.largest_quantile_change(), 0);
  ASSERT_EQ(changes->sums.size(), 1U);
  EXPECT_DOUBLE_EQ(changes->sums.front().change(), 0.25);  // 4 and 5
  const auto other = reference->compared(survey({1, 2, 3, 5}, {1, 1, 1, 1}), {});
  EXPECT_DOUBLE_EQ(other->columns.front().largest_quantile_change(), 1 / pay.sd);
  EXPECT_DOUBLE_EQ(other->columns.front().mean_quantile_change(), 1 / pay.sd / 5);
}

TEST(WeightedColumn, ThatChangesFromNothingHasChangedByAll) {
  WeightedColumn column{"a", 0, {.total = 0, .mean = 0}, {.total = 2, .mean = 0}};
  column.masked.quantiles[2] = 1;
  EXPECT_EQ(column.total_change(), 1);
  EXPECT_EQ(column.mean_change(), 0);
  EXPECT_EQ(column.largest_quantile_change(), 1);
}

}  // namespace
}  // namespace overhand::utility
