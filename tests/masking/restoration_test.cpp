#include <gtest/gtest.h>

#include <cmath>

#include "overhand/masking/restoration_internal.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;

// 200 cells of 20 with other means, and scores that have lost them and half of the correlation.
CellBlock block_of(std::uint64_t seed) {
  const Matrix noise = statistics::as_matrix(testing::normal_table(4000, 3, seed));
  CellBlock block{{0}, noise, {}, std::vector<Gaps>(3)};
  block.original.col(1) += block.original.col(0);
  for (Eigen::Index cell = 0; cell < 200; ++cell) {
    block.original.middleRows(20 * cell, 20).array() += statistics::Ordered(double(cell % 7));
    block.starts.push_back(static_cast<std::size_t>(20 * (cell + 1)));
  }
  block.scores = block.original + statistics::as_matrix(testing::normal_table(4000, 3, seed + 1));
  return block;
}

double covariance_error(const CellBlock& block) {
  const Matrix x = statistics::covariance(statistics::standardise(block.original));
  return double((statistics::covariance(block.scores) - x).cwiseAbs().maxCoeff());
}

double mean_error(const CellBlock& block) {
  const Matrix x = statistics::standardise(block.original);
  double largest = 0;
  for (std::size_t cell = 0; cell + 1 < block.starts.size(); ++cell) {
    const auto begin = static_cast<Eigen::Index>(block.starts[cell]);
    const Matrix missed = x.middleRows(begin, 20) - block.scores.middleRows(begin, 20);
    largest = std::max(largest, double(missed.colwise().mean().cwiseAbs().maxCoeff()));
  }
  return largest;
}

TEST(Restoration, GivesBackTheCovarianceAndTheMeansOfCells) {
  CellBlock block = block_of(1);
  const double before = covariance_error(block);
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  const Restoration restoration(block, stream);
  EXPECT_GT(before, 0.3);
  EXPECT_LT(covariance_error(block), 1e-6);
  EXPECT_LT(mean_error(block), 0.1);
}

TEST(Restoration, OfOtherCellsByWhatWasLearnt) {
  CellBlock learnt = block_of(1);
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  const Restoration restoration(learnt, stream);
  CellBlock other = block_of(5);
  restoration.restore(other);
  EXPECT_LT(covariance_error(other), 0.05);  // the sampling error of a covariance here is 0.016
  EXPECT_LT(mean_error(other), 0.15);
}

TEST(Restoration, OfTheSameCellsIsTheSame) {
  CellBlock whole = block_of(3);
  CellBlock again = whole;
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  const Restoration restoration(whole, stream);
  restoration.restore(again);
  EXPECT_LT(double((whole.scores - again.scores).cwiseAbs().mean()), 0.005);
}

TEST(Restoration, LeavesGapsAtTheMean) {
  CellBlock block = block_of(7);
  block.gaps[1].before.assign(4000, 0);
  block.gaps[1].before[5] = 1;
  block.gaps[1].after.assign(4000, 0);
  block.gaps[1].after[8] = 1;
  CellBlock again = block;
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  const Restoration restoration(block, stream);
  restoration.restore(again);
  EXPECT_TRUE(block.scores.allFinite());
  EXPECT_TRUE(again.scores.allFinite());
}

// The first column is larger where the level is, before; after, levels and values are strangers.
TEST(Restoration, GivesTheMeansOfLevelsBack) {
  CellBlock block = block_of(9);
  Indicators& before = block.levels_before;
  Indicators& after = block.levels_after;
  before = after = {std::vector<std::vector<std::int32_t>>(1), 2};
  for (std::int32_t i = 0; i < 4000; ++i) {
    before.of_category[0].push_back(i % 2);
    after.of_category[0].push_back((i / 2) % 2);
    block.original(i, 0) += statistics::Ordered(double(i % 2));
  }
  const auto difference = [](const Matrix& values, const Indicators& levels) {
    double sum = 0;
    for (std::int32_t i = 0; i < 4000; ++i) {
      sum += double(values(i, 0)) * (levels.of_category[0][i] == 1 ? 1 : -1) / 2000;
    }
    return sum;
  };
  const double wanted = difference(statistics::standardise(block.original), before);
  EXPECT_GT(wanted, 0.3);
  EXPECT_LT(std::abs(difference(block.scores, after)), 0.1);
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  const Restoration restoration(block, stream);
  EXPECT_NEAR(difference(block.scores, after), wanted, 0.02);
}

}  // namespace
}  // namespace overhand::masking
