#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "overhand/masking/cart_internal.h"
#include "overhand/masking/decision_tree_internal.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::Seeded;

Table related_columns(std::size_t records) {
  return testing::related_table(records, 3, 21, [](std::span<double> record) {
    record[1] = record[0] * record[0] + 0.1 * record[1];  // no straight line finds this
    record[2] = 5 * record[0];
  });
}

Table masked(const Table& original, const CartOptions& options) {
  const Seeded seeded(2);
  auto result = cart(original, options, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return result ? std::move(result->table) : Table();
}

TEST(Cart, DrawsEveryValueFromItsColumn) {
  const Table original = related_columns(500);
  for (const char* order : {"", "x3,x1,x2"}) {
    const Table after = masked(original, {.order = {order}});
    for (std::size_t j = 0; j < 3; ++j) {
      const Reals before = reals(original.columns()[j]);
      const std::set<double> known(before.begin(), before.end());
      for (const double value : reals(after.columns()[j])) EXPECT_TRUE(known.contains(value));
      EXPECT_EQ(after.columns()[j].values.index(), original.columns()[j].values.index());
      EXPECT_NE(after.columns()[j].values, original.columns()[j].values);
    }
  }
}

TEST(Cart, FollowsWhatIsNotLinear) {
  const Table after = masked(related_columns(2000), {});
  double error = 0;
  for (std::size_t i = 0; i < 2000; ++i) {
    const double first = testing::reals_of(after, 0)[i];
    error += std::pow(testing::reals_of(after, 1)[i] - first * first, 2);
  }
  EXPECT_LT(std::sqrt(error / 2000), 0.35);  // independent draws: about 2
}

TEST(Cart, DrawsTheFirstColumnWithReplacement) {
  const Table original = testing::normal_table(2000, 2, 5);
  const Reals first = testing::reals_of(masked(original, {}), 0);
  const std::set<double> distinct(first.begin(), first.end());
  // n (1 - 1/e) = 1264 with standard deviation 14: false alarm below 1e-9.
  EXPECT_NEAR(static_cast<double>(distinct.size()), 1264, 90);
}

// The best first split by trying every cut of every predictor.
TEST(DecisionTree, SplitsWhereTheSquaresFallMost) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Table table = testing::normal_table(40, 3, seed);
    std::vector<Reals> x;
    for (std::size_t j = 0; j < 3; ++j) x.push_back(testing::reals_of(table, j));
    for (double& value : x[0]) value = std::round(2 * value);  // ties
    double best = -1;
    std::uint32_t column = 0;
    for (std::uint32_t j = 0; j < 2; ++j) {
      for (const double cut : x[j]) {
        double sum[2] = {0, 0};
        double count[2] = {0, 0};
        for (std::size_t i = 0; i < 40; ++i) {
          const int side = x[j][i] < cut ? 0 : 1;
          sum[side] += x[2][i];
          ++count[side];
        }
        if (count[0] < 5 || count[1] < 5) continue;
        const double explained = sum[0] * sum[0] / count[0] + sum[1] * sum[1] / count[1];
        if (explained > best + 1e-9) {
          best = explained;
          column = j;
        }
      }
    }
    const SortedColumns columns = sort_columns(x);
    const std::vector<std::uint32_t> predictors = {0, 1};
    const DecisionTree tree = grow_tree(columns, predictors, {columns.values[2]}, {5, 1e-8});
    ASSERT_FALSE(tree.nodes[0].is_leaf);
    EXPECT_EQ(tree.nodes[0].column, column);
    double sum[2] = {0, 0};
    double count[2] = {0, 0};
    for (std::size_t i = 0; i < 40; ++i) {
      const int side = x[column][i] < tree.nodes[0].cut ? 0 : 1;
      sum[side] += x[2][i];
      ++count[side];
    }
    EXPECT_NEAR(sum[0] * sum[0] / count[0] + sum[1] * sum[1] / count[1], best, 1e-9);
  }
}

TEST(DecisionTree, HasLeavesOfMinBucketAndEveryRowInItsOwn) {
  const Table table = related_columns(1000);
  const SortedColumns columns = sort_columns(
      {testing::reals_of(table, 0), reals(table.columns()[2]), testing::reals_of(table, 1)});
  const std::vector<std::uint32_t> predictors = {1, 0};
  const DecisionTree tree = grow_tree(columns, predictors, {columns.values[2]}, {7, 1e-8});
  EXPECT_GT(tree.nodes.size(), 60U);
  for (std::uint32_t row = 0; row < 1000; ++row) {
    const auto leaf = tree.leaf_of([&](std::uint32_t j) { return columns.values[j][row]; });
    EXPECT_GE(leaf.size(), 7U);
    EXPECT_EQ(std::ranges::count(leaf, row), 1);
  }
}

TEST(DecisionTree, StaysWholeWhereNothingIsExplained) {
  const SortedColumns columns = sort_columns({{1, 2, 3, 4, 5, 6}, {7, 7, 7, 7, 7, 7}});
  const std::vector<std::uint32_t> first = {0};
  const std::vector<std::uint32_t> second = {1};
  EXPECT_EQ(grow_tree(columns, first, {columns.values[1]}, {1, 0}).nodes.size(),
            1U);  // constant response
  EXPECT_EQ(grow_tree(columns, second, {columns.values[0]}, {1, 0}).nodes.size(),
            1U);  // constant predictor
}

// Gini's impurity of the two sides, by the definition.
double impurity(const Reals& classes, const std::vector<bool>& is_left) {
  double sum = 0;
  for (const bool side : {false, true}) {
    std::map<double, double> counts;
    double size = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      if (is_left[i] != side) continue;
      ++counts[classes[i]];
      ++size;
    }
    sum += size;
    for (const auto& [level, count] : counts) sum -= count * count / size;
  }
  return sum;
}

// Of two classes the best of all subsets of a predictor's levels, as CART's theorem says.
TEST(DecisionTree, SplitsLevelsWhereTheImpurityFallsMost) {
  random::Stream stream(random::key_from_seed(3), {random::Purpose::test});
  for (int table = 0; table < 30; ++table) {
    constexpr std::size_t records = 60;
    constexpr std::size_t levels = 5;
    Reals x(records);
    Reals y(records);
    for (std::size_t i = 0; i < records; ++i) {
      x[i] = random::uniform_below(levels, stream);
      y[i] = random::uniform_below(3 + static_cast<std::uint32_t>(x[i]), stream) == 0 ? 1 : 0;
    }
    const auto side_of = [&](const auto& goes_left) {
      std::vector<bool> side(records);
      for (std::size_t i = 0; i < records; ++i) side[i] = goes_left(static_cast<std::size_t>(x[i]));
      return side;
    };
    double best = 1e300;
    for (std::size_t subset = 1; subset + 1 < (1U << levels); ++subset) {
      const auto side = side_of([&](std::size_t level) { return (subset >> level & 1U) != 0; });
      const auto left = std::ranges::count(side, true);
      if (left < 2 || left > static_cast<std::ptrdiff_t>(records) - 2) continue;
      best = std::min(best, impurity(y, side));
    }
    const SortedColumns columns = sort_columns({x, y}, {levels, 2});
    const std::vector<std::uint32_t> predictors = {0};
    const DecisionTree tree = grow_tree(columns, predictors, {columns.values[1], 2}, {2, 0, 1});
    ASSERT_FALSE(tree.nodes[0].is_leaf);
    const auto& left = tree.nodes[0].left_levels;
    EXPECT_NEAR(impurity(y, side_of([&](std::size_t level) { return left[level] != 0; })), best,
                1e-9);
  }
}

TEST(DecisionTree, SendsALevelThatItHasNotSeenWhereMostWent) {
  const SortedColumns columns =
      sort_columns({{0, 0, 0, 0, 0, 1, 1}, {0, 0, 0, 0, 0, 9, 9}}, {3, 0});
  const std::vector<std::uint32_t> predictors = {0};
  const DecisionTree tree = grow_tree(columns, predictors, {columns.values[1]}, {1, 0});
  const auto leaf = [&](double level) {
    return tree.leaf_of([&](std::uint32_t) { return level; });
  };
  EXPECT_EQ(leaf(0).size(), 5U);
  EXPECT_EQ(leaf(1).size(), 2U);
  EXPECT_EQ(leaf(2).size(), 5U);
}

// Gaps where another column is large: 400 of 2000 there, none elsewhere. Drawn one by one from
// leaves they stay there, and their number has a standard deviation of at most 20.
TEST(Cart, DrawsGapsWhereTheyWere) {
  Table original = testing::normal_table(2000, 2, 9);
  const Reals first = testing::reals_of(original, 0);
  const Reals sorted = testing::sorted_reals(original.columns()[0]);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] >= sorted[1600]) testing::set_real(original.columns()[1], i, missing_real);
  }
  const Table after = masked(original, {});
  std::size_t there = 0;
  std::size_t elsewhere = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (!is_missing(testing::reals_of(after, 1)[i])) continue;
    ++(testing::reals_of(after, 0)[i] >= sorted[1600] ? there : elsewhere);
  }
  EXPECT_NEAR(static_cast<double>(there), 400, 110);
  EXPECT_LT(elsewhere, 5U);
}

TEST(Cart, SaysWhatIsWrong) {
  const Seeded seeded(1);
  const auto error_of = [&](const CartOptions& options) {
    const auto result = cart(related_columns(50), options, seeded.context);
    return result ? "" : result.error().message;
  };
  EXPECT_EQ(error_of({.order = {"x1,x2"}}), "order must name all 3 columns, not 2.");
  EXPECT_EQ(error_of({.order = {"x1,x2,x2"}}), "order names column 'x2' twice.");
  EXPECT_EQ(error_of({.order = {"x1,x2,age"}}),
            "In order: There is no column 'age'; the columns are x1, x2, x3.");
}

}  // namespace
}  // namespace overhand::masking
