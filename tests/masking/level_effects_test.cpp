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
  values << 1, 2, 2, -2, -2, -1;
  const Indicators levels{{{0, 0, 0, 1, 1, 1}}, 2};
  const Matrix effects = level_effects(levels, values);
  EXPECT_DOUBLE_EQ(double(effects(0, 0)), 5.0 / 4);
  EXPECT_DOUBLE_EQ(double(effects(1, 0)), -5.0 / 4);
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
  EXPECT_NEAR(means[0], 0, 0.02);  // few are beyond 2.5
  EXPECT_NEAR(means[1], 0, 0.02);
}

TEST(LevelEffects, OfAnOutlierAreThoseOfALargeValue) {
  Matrix values(4, 1);
  values << 200, 0, 0, 0;
  const Matrix effects = level_effects({{{0, 0, 0, 0}}, 1}, values);
  EXPECT_DOUBLE_EQ(double(effects(0, 0)), 2.5 / 5);
}

// One in a hundred thousand normal variates is beyond 4.4; the mean of 400 is within .2 of 0, and
// their standard deviation within .15 of 1, as likely.
TEST(LevelEffects, AreBlurredByWhatOneHolderAdds) {
  constexpr Eigen::Index columns = 400;
  Matrix effects = Matrix::Zero(2, columns);
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  blur({{{0, 0, 0, 0, 1}}, 2}, stream, effects);
  const Matrix times_holders = effects.row(0).transpose() * statistics::Ordered(4.0);
  const Reals values = statistics::as_reals(times_holders.col(0));
  EXPECT_NEAR(statistics::standard_deviation(values), 1, 0.15);
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
