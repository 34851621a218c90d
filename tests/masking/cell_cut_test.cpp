#include <gtest/gtest.h>

#include <cmath>

#include "overhand/masking/cell_cut_internal.h"
#include "overhand/masking/cells_internal.h"
#include "overhand/random/normal.h"
#include "overhand/random/uniform.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

TEST(CellCut, IsAMultipleOfKNearTheMedian) {
  const Table table = testing::normal_table(1000, 1, 3);
  const Reals scores = testing::reals_of(table, 0);
  EXPECT_EQ(best_cut(scores, 20).lower, 500U);
  EXPECT_EQ(best_cut(scores, 30).lower, 510U);
  EXPECT_EQ(best_cut(std::span(scores).first(70), 30).lower, 30U);
}

TEST(CellCut, LiesInTheValleyBetweenTwoClusters) {
  Reals scores;
  for (int i = 0; i < 1000; ++i) scores.push_back((i % 4 == 0 ? 100.0 : 0.0) + i * 1e-3);
  EXPECT_EQ(best_cut(scores, 20).lower, 750U);
}

TEST(CellCut, LeavesKOnBothSides) {
  Reals scores(100);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = i < 5 ? -1000.0 : double(i);
  const std::size_t cut = best_cut(scores, 20).lower;
  EXPECT_GE(cut, 20U);
  EXPECT_LE(cut, 80U);
}

// Halving made 35, 45 and 60 the same cells.
TEST(CellCut, MakesCellsOfNearlyKForEveryK) {
  const auto points =
      statistics::standardise(statistics::as_matrix(testing::normal_table(1000, 5, 2)));
  for (std::size_t k = 20; k <= 60; ++k) {
    const double mean = 1000.0 / static_cast<double>(principal_component_cells(points, k).count());
    EXPECT_GE(mean, static_cast<double>(k));
    EXPECT_LE(mean, 1.15 * static_cast<double>(k)) << k;
  }
}

TEST(CellCut, TellsClustersFromOneCloud) {
  const statistics::Matrix cloud = statistics::as_matrix(testing::normal_table(3000, 4, 2));
  EXPECT_FALSE(is_clustered(cloud, 20));
  statistics::Matrix clusters = cloud;
  for (Eigen::Index i = 0; i < clusters.rows(); ++i) {
    for (Eigen::Index j = 0; j < 4; ++j)
      clusters(i, j) += statistics::Ordered(50.0 * static_cast<double>((i * (j + 3)) % 7));
  }
  EXPECT_TRUE(is_clustered(clusters, 20));
}

}  // namespace
}  // namespace overhand::masking
