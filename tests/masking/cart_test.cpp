#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "overhand/masking/cart_internal.h"
#include "overhand/masking/decision_tree_internal.h"
#include "overhand/table/cell_text.h"
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

// Records by the two values that they got, over many maskings of a table of two columns.
using Drawn = std::map<std::pair<std::string, std::string>, double>;

Drawn drawn(const Table& original, std::uint64_t maskings) {
  Drawn counts;
  for (std::uint64_t seed = 1; seed <= maskings; ++seed) {
    const Seeded seeded(seed);
    const auto result = cart(original, {}, seeded.context);
    EXPECT_TRUE(result);
    for (std::size_t row = 0; row < original.row_count(); ++row) {
      counts[{*cell_text(result->table.columns()[0], row),
              *cell_text(result->table.columns()[1], row)}] += 1;
    }
  }
  return counts;
}

// The sum of (seen - expected)^2 / expected, were each original record as likely as any other.
double chi_square(const Drawn& seen, const Table& original, std::uint64_t maskings) {
  Drawn expected;
  for (std::size_t row = 0; row < original.row_count(); ++row) {
    expected[{*cell_text(original.columns()[0], row), *cell_text(original.columns()[1], row)}] +=
        static_cast<double>(maskings);
  }
  double sum = 0;
  for (const auto& [pair, count] : seen) EXPECT_TRUE(expected.contains(pair));
  for (const auto& [pair, count] : expected) {
    const auto found = seen.find(pair);
    const double difference = (found == seen.end() ? 0 : found->second) - count;
    sum += difference * difference / count;
  }
  return sum;
}

// A group, and numbers that tell it: its records are a leaf.
Table grouped_numbers(std::size_t first, std::size_t second) {
  Reals group;
  Reals value;
  for (std::size_t i = 0; i < first + second; ++i) {
    group.push_back(i < first ? 0 : 1);
    value.push_back((i < first ? 1000 : 2000) + static_cast<double>(i));
  }
  return Table({{"group", group}, {"value", value}});
}

// synthpop: the first column is drawn from its values with replacement, each other one from the
// observed values of the record's leaf, uniformly and with replacement. With two known leaves every
// pair of the original is then equally likely. A false alarm has a probability below 1e-9 in each
// (chi-square with 19 and 3 degrees of freedom).
TEST(Cart, DrawsFromALeafUniformlyAndWithReplacement) {
  const Table numbers = grouped_numbers(10, 10);
  EXPECT_LT(chi_square(drawn(numbers, 1000), numbers, 1000), 84);
  TextsBuilder group;
  TextsBuilder level;
  for (std::size_t i = 0; i < 20; ++i) {
    group.append(i < 10 ? "left" : "right");
    level.append(i < 7 ? "a" : i < 19 ? "b" : "c");
  }
  const Table levels({{"group", std::move(group).finish()}, {"level", std::move(level).finish()}});
  EXPECT_LT(chi_square(drawn(levels, 1000), levels, 1000), 51);
}

// With replacement: two records of one masking that are in one leaf of ten share their value in one
// case of ten. 300 maskings of 20 records have about 27,000 such pairs, which are independent in
// twos: standard deviation below 0.002, false alarm below 1e-9 at six of them.
TEST(Cart, DrawsOfALeafDoNotDependOnEachOther) {
  const Table original = grouped_numbers(10, 10);
  double pairs = 0;
  double same = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Seeded seeded(seed);
    const Table after = cart(original, {}, seeded.context)->table;
    const Reals group = testing::reals_of(after, 0);
    const Reals value = testing::reals_of(after, 1);
    for (std::size_t i = 0; i < 20; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (group[i] != group[k]) continue;
        pairs += 1;
        same += value[i] == value[k] ? 1 : 0;
      }
    }
  }
  EXPECT_NEAR(same / pairs, 0.1, 0.012);
}

// rpart as synthpop calls it: leaves of 5 records at least, and a node of fewer than 15 is one.
TEST(Cart, HasLeavesOfFiveAndSplitsFifteen) {
  const auto mixes = [](const Table& original) {
    const Drawn seen = drawn(original, 30);
    return std::ranges::any_of(seen, [](const auto& pair) {
      return (pair.first.first == "0") != (pair.first.second < "2000");
    });
  };
  EXPECT_FALSE(mixes(grouped_numbers(5, 10)));
  EXPECT_TRUE(mixes(grouped_numbers(5, 9)));
  EXPECT_TRUE(mixes(grouped_numbers(4, 11)));
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
