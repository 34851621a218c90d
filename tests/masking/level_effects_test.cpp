#include <gtest/gtest.h>

#include "overhand/masking/level_effects_internal.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;

// Means of one column by the levels of a category, less the mean of all.
std::vector<double> means_by_level(const std::vector<std::int32_t>& levels, const Matrix& values) {
  std::vector<double> sums(2);
  std::vector<double> counts(2);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    sums[levels[i]] += double(values(static_cast<Eigen::Index>(i), 0));
    ++counts[levels[i]];
  }
  return {sums[0] / counts[0], sums[1] / counts[1]};
}

TEST(LevelEffects, AreTheMeansOfOneCategoryButForOneRecord) {
  Matrix values(6, 1);
  values << 1, 2, 3, -2, -2, -2;
  const Indicators levels{{{0, 0, 0, 1, 1, 1}}, 2};
  const Matrix effects = level_effects(levels, values);
  EXPECT_DOUBLE_EQ(double(effects(0, 0)), 6.0 / 4);
  EXPECT_DOUBLE_EQ(double(effects(1, 0)), -6.0 / 4);
}

TEST(LevelEffects, TakenAwayLeaveNothingOfTwoCategories) {
  constexpr Eigen::Index records = 4000;
  Matrix values = statistics::as_matrix(testing::normal_table(records, 1, 1));
  Indicators levels{{{}, {}}, 4};
  for (std::int32_t i = 0; i < records; ++i) {
    levels.of_category[0].push_back(i % 2);
    levels.of_category[1].push_back(2 + (i % 3 == 0 ? 1 : 0));
    values(i, 0) += statistics::Ordered(double(i % 2) - double(i % 3 == 0));
  }
  values = statistics::centre(std::move(values));
  add_effects(levels, level_effects(levels, values), -1, values);
  const auto means = means_by_level(levels.of_category[0], values);
  EXPECT_NEAR(means[0], 0, 0.002);
  EXPECT_NEAR(means[1], 0, 0.002);
}

TEST(LevelEffects, OfWhatHasNoneAreNone) {
  Matrix values(3, 1);
  values << 1, 2, 3;
  const Indicators levels{{{0, Indicators::no_effect, Indicators::no_effect}}, 1};
  const Matrix effects = level_effects(levels, values);
  EXPECT_DOUBLE_EQ(double(effects(0, 0)), 0.5);
  add_effects(levels, effects, 1, values);
  EXPECT_DOUBLE_EQ(double(values(0, 0)), 1.5);
  EXPECT_DOUBLE_EQ(double(values(1, 0)), 2);
  EXPECT_EQ(level_effects({}, values).rows(), 0);
}

}  // namespace
}  // namespace overhand::masking
