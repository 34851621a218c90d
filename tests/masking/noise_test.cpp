// noise and correlated_noise: the moments of what they add.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "overhand/masking/correlated_noise_internal.h"
#include "overhand/masking/noise_internal.h"
#include "support/moments.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::covariance;
using testing::mean;
using testing::Seeded;

constexpr std::size_t records = 20000;

// Columns x, y with correlation -0.6 and scales 1 and 100, and z = x + y.
Table related_columns() {
  const Table independent = testing::normal_table(records, 2, 3);
  Reals x(records);
  Reals y(records);
  Reals z(records);
  for (std::size_t i = 0; i < records; ++i) {
    x[i] = testing::reals_of(independent, 0)[i];
    y[i] = 100 * (-0.6 * x[i] + 0.8 * testing::reals_of(independent, 1)[i]);
    z[i] = x[i] + y[i];
  }
  return Table({{"x", x}, {"y", y}, {"z", z}});
}

// What was added to each column.
std::vector<Reals> added(const Table& original, const Table& masked) {
  std::vector<Reals> noise;
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    noise.push_back(testing::reals_of(masked, j));
    for (std::size_t i = 0; i < noise[j].size(); ++i)
      noise[j][i] -= testing::reals_of(original, j)[i];
  }
  return noise;
}

// Six standard errors: a false alarm has probability 2e-9 for each of the comparisons.
constexpr double errors = 6;

void expect_moments(const std::vector<Reals>& noise,
                    const std::vector<std::vector<double>>& expected) {
  const double n = records;
  for (std::size_t j = 0; j < noise.size(); ++j) {
    EXPECT_NEAR(mean(noise[j]), 0, errors * std::sqrt(expected[j][j] / n));
    for (std::size_t l = 0; l < noise.size(); ++l) {
      const double both = expected[j][j] * expected[l][l] + expected[j][l] * expected[j][l];
      EXPECT_NEAR(covariance(noise[j], noise[l]), expected[j][l], errors * std::sqrt(both / n));
    }
  }
}

TEST(Noise, AddsThatPercentOfEachDeviation) {
  const Table original = related_columns();
  const Seeded seeded(5);
  const auto masked = noise(original, {.percent = 30}, seeded.context);
  ASSERT_TRUE(masked);
  std::vector<std::vector<double>> expected(3, std::vector<double>(3));
  for (std::size_t j = 0; j < 3; ++j) {
    const Reals& x = testing::reals_of(original, j);
    expected[j][j] = 0.09 * covariance(x, x);
  }
  expect_moments(added(original, masked->table), expected);
}

TEST(CorrelatedNoise, AddsThatPercentOfTheCovariance) {
  const Table original = related_columns();
  const Seeded seeded(6);
  const auto masked = correlated_noise(original, {.percent = 30}, seeded.context);
  ASSERT_TRUE(masked);
  std::vector<std::vector<double>> expected(3, std::vector<double>(3));
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t l = 0; l < 3; ++l) {
      expected[j][l] =
          0.3 * covariance(testing::reals_of(original, j), testing::reals_of(original, l));
    }
  }
  expect_moments(added(original, masked->table), expected);
  for (std::size_t i = 0; i < records; ++i) {  // z = x + y: the covariance is singular
    ASSERT_NEAR(testing::reals_of(masked->table, 2)[i],
                testing::reals_of(masked->table, 0)[i] + testing::reals_of(masked->table, 1)[i],
                1e-4);
  }
}

TEST(FillNormal, GivesTheSameAsOneAtATime) {
  const random::Key key = random::key_from_seed(7);
  for (const std::size_t size : {0, 1, 63, 64, 65, 1000}) {
    random::Stream one(key, {random::Purpose::test, 1});
    random::Stream many(key, {random::Purpose::test, 1});
    Reals variates(size);
    random::fill_normal(variates, many);
    for (const double value : variates) EXPECT_EQ(value, random::normal(one));
  }
}

}  // namespace
}  // namespace overhand::masking
