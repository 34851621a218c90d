// The paper's simulated tables (appendix A1.3, A1.4).
#include "overhand/simulation/paper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace overhand::simulation {
namespace {

constexpr std::size_t rows = 20000;

double mean_of(const Table& table, std::size_t column) {
  const Reals values = reals(table.columns()[column]);
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The mean of an exponential column is 1/lambda, give or take 1/(lambda sqrt(n)): a ratio of two
// means is further from 1 than this with a probability below 1e-8.
TEST(Simulation, OneRateForAllColumnsOfAnExponentialTable) {
  const Table table = exponential({.rows = rows, .columns = 5}, random::key_from_seed(11));
  const double bound = 6 * std::sqrt(2.0 / rows);
  for (std::size_t j = 1; j < table.column_count(); ++j) {
    EXPECT_NEAR(mean_of(table, j) / mean_of(table, 0), 1, bound) << j;
  }
}

TEST(Simulation, ARateForEachExponentialTable) {
  const Table one = exponential({.rows = rows, .columns = 1}, random::key_from_seed(11));
  const Table other = exponential({.rows = rows, .columns = 1}, random::key_from_seed(12));
  EXPECT_GT(std::abs(mean_of(one, 0) / mean_of(other, 0) - 1), 0.1);
}

// Standard errors of 1/sqrt(n): a failure by chance has a probability below 1e-8.
TEST(Simulation, MeansDifferBetweenGaussianColumnsAndAreZeroInTheTimedOnes) {
  const Table table = gaussian({.rows = rows, .columns = 2}, random::key_from_seed(11));
  EXPECT_GT(std::abs(mean_of(table, 0) - mean_of(table, 1)), 0.1);
  const Table timed = timing({.rows = rows, .columns = 2}, random::key_from_seed(11));
  EXPECT_NEAR(mean_of(timed, 0), 0, 6 / std::sqrt(rows));
  EXPECT_NEAR(mean_of(timed, 1), 0, 6 / std::sqrt(rows));
}

}  // namespace
}  // namespace overhand::simulation
