#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "overhand/masking/rotation_internal.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;

void expect_rotation(const Matrix& q) {
  const Matrix product = q * q.transpose();
  const Matrix one = Matrix::Identity(q.rows(), q.cols());
  EXPECT_LT(double((product - one).cwiseAbs().maxCoeff()), 1e-10);
  EXPECT_LT(double((q.rowwise().sum().array() - statistics::Ordered(1)).abs().maxCoeff()), 1e-10);
}

double fourth_powers(const Matrix& q) { return double(q.array().square().square().sum()); }

TEST(Rotation, IsOrthogonalAndKeepsTheMean) {
  const testing::Seeded seeded(1);
  for (const Eigen::Index size : {2, 3, 7, 20, 39, 64, 65, 90}) {
    random::Stream stream(seeded.context.key, {random::Purpose::test});
    expect_rotation(random_rotation(size, stream));
    expect_rotation(random_flat_rotation(size, stream));
  }
}

// All entries equal in size would have a sum of 1; a uniform rotation has about 3.
TEST(Rotation, IsFlat) {
  const testing::Seeded seeded(1);
  random::Stream stream(seeded.context.key, {random::Purpose::test});
  for (const Eigen::Index size : {12, 20, 25, 31, 39, 50, 64}) {
    EXPECT_LT(fourth_powers(flat_rotation(size)), 1.35) << size;
    EXPECT_GT(fourth_powers(random_rotation(size, stream)), 2) << size;
  }
}

std::vector<double> sorted_entries(const Matrix& q) {
  std::vector<double> entries;
  for (Eigen::Index i = 0; i < q.size(); ++i) entries.push_back(double(q.data()[i]));
  std::ranges::sort(entries);
  return entries;
}

TEST(Rotation, PermutesOneFlatRotation) {
  const testing::Seeded seeded(1);
  random::Stream stream(seeded.context.key, {random::Purpose::test});
  const Matrix first = random_flat_rotation(20, stream);
  const Matrix second = random_flat_rotation(20, stream);
  EXPECT_EQ(sorted_entries(first), sorted_entries(flat_rotation(20)));
  EXPECT_EQ(sorted_entries(first), sorted_entries(second));
  EXPECT_GT(double((first - second).cwiseAbs().maxCoeff()), 0.1);
}

// The flattest rotation of three to five records is one, up to the order of its rows.
TEST(Rotation, OfFewRecordsIsDrawnAnew) {
  const testing::Seeded seeded(1);
  random::Stream stream(seeded.context.key, {random::Purpose::test});
  for (const Eigen::Index size : {3, 4, 5, 9}) {
    const auto first = sorted_entries(random_flat_rotation(size, stream));
    EXPECT_NE(first, sorted_entries(random_flat_rotation(size, stream))) << size;
  }
}

// Of 4,000 draws each of 8 records is the first one's largest donor 500 times, but for chance: 6
// standard errors of 21 make a false alarm in 2e-8.
TEST(Rotation, GivesEveryRecordTheSameChance) {
  const testing::Seeded seeded(2);
  random::Stream stream(seeded.context.key, {random::Purpose::test});
  std::vector<int> counts(8);
  for (int draw = 0; draw < 4000; ++draw) {
    Eigen::Index donor = 0;
    random_flat_rotation(8, stream).row(0).maxCoeff(&donor);
    ++counts[static_cast<std::size_t>(donor)];
  }
  for (const int count : counts) EXPECT_NEAR(count, 500, 126);
}

}  // namespace
}  // namespace overhand::masking
