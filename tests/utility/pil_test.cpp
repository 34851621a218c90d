// PIL, rank errors, margins and correlations where the answer is known by hand. Agreement with R on
// whole tables: tests/tuning/reference_test.cpp.
#include "overhand/utility/pil.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overhand/utility/errors.h"
#include "overhand/utility/kolmogorov_smirnov.h"
#include "overhand/utility/rank_errors.h"
#include "support/csv.h"
#include "support/profiles.h"

namespace overhand::utility {
namespace {

Pil pil_of(const Table& original, const Table& masked) {
  const auto x = testing::profile_of(original);
  const auto m = testing::profile_of(masked);
  const auto before = associations_of(x);
  return PilReference(x, before).loss(m, associations_of(m));
}

TEST(Pil, AgreesWithREveryGroup) {
  for (const auto& pair : testing::read_json(testing::golden("metrics.json"))) {
    const std::string dataset = pair.at("dataset");
    const std::string mask = pair.at("mask");
    SCOPED_TRACE(dataset + " " + mask);
    const Pil pil = pil_of(testing::read_csv(testing::golden(dataset + "_original.csv")),
                           testing::read_csv(testing::golden(dataset + "_" + mask + ".csv")));
    const auto& expected = pair.at("PIL");
    EXPECT_NEAR(pil.means, expected.at("mean").get<double>(), 1e-6);
    EXPECT_NEAR(pil.variances, expected.at("var").get<double>(), 1e-6);
    EXPECT_NEAR(pil.covariances, expected.at("cov").get<double>(), 1e-6);
    EXPECT_NEAR(pil.correlations, expected.at("cor").get<double>(), 1e-6);
    EXPECT_NEAR(pil.quantiles, expected.at("quant").get<double>(), 1e-6);
  }
}

TEST(Pil, AShiftMovesMeansAndQuantilesOnly) {
  const Table original = testing::normal_table(400, 3, 1);
  Table masked = original;
  for (Column& column : masked.columns()) {
    testing::change_each(column, [](double& value) { value += 1; });
  }
  const Pil pil = pil_of(original, masked);
  EXPECT_NEAR(pil.means, 1, 1e-9);
  EXPECT_GT(pil.quantiles, 0.9);
  EXPECT_NEAR(pil.variances + pil.covariances + pil.correlations, 0, 1e-9);
}

TEST(Pil, AConstantColumnLosesAllOnceItChanges) {
  const Table original = testing::table_of({{5, 5, 5, 5}});
  EXPECT_EQ(pil_of(original, original).pil, 0);
  const Pil moved = pil_of(original, testing::table_of({{6, 6, 6, 6}}));
  EXPECT_EQ(moved.means, 1);
  EXPECT_EQ(moved.variances, 0);
  EXPECT_EQ(pil_of(original, testing::table_of({{5, 6, 5, 5}})).variances, 1);
}

TEST(RankErrors, OppositeOrdersAreTheLargest) {
  for (const std::size_t rows : {2, 7, 100}) {
    Reals values(rows);
    std::iota(values.begin(), values.end(), 1.0);
    const auto x = testing::profile_of(testing::table_of({values}));
    std::ranges::reverse(values);
    const auto m = testing::profile_of(testing::table_of({values}));
    const random::Key key = random::key_from_seed(1);
    const auto result =
        rank_errors(tie_broken_ranks(x, Side::original, key),
                    tie_broken_ranks(m, Side::masked, key), same_rows(rows), {false});
    EXPECT_DOUBLE_EQ(result.brmae, 1);
    EXPECT_DOUBLE_EQ(result.brmse, 1);
  }
}

TEST(ValueErrors, AreMeansOverAllCells) {
  const auto x = testing::profile_of(testing::table_of({{1, 2, 3}, {4, 4, 4}}));
  const auto m = testing::profile_of(testing::table_of({{1, 3, 1}, {4, 4, 4}}));
  const ValueErrors errors = value_errors(x, m, same_rows(3));
  EXPECT_DOUBLE_EQ(errors.mae, 0.5);
  EXPECT_DOUBLE_EQ(errors.mse, 5.0 / 6);
  EXPECT_DOUBLE_EQ(errors.il1s, 3 / std::sqrt(2.0));  // sd 1; the constant column is left out
  EXPECT_EQ(errors.is_unchanged, (std::vector<bool>{false, true}));
}

TEST(KolmogorovSmirnov, IsTheLargestGapOfTheDistributions) {
  EXPECT_EQ(kolmogorov_smirnov(Reals{1, 2, 3, 4}, Reals{1, 2, 3, 4}), 0);
  EXPECT_EQ(kolmogorov_smirnov(Reals{1, 2}, Reals{3, 4, 5}), 1);
  EXPECT_EQ(kolmogorov_smirnov(Reals{1, 2, 3, 4}, Reals{1, 1, 1, 4}), 0.5);
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov(Reals{1, 1, 2}, Reals{1, 2}), 2.0 / 3 - 0.5);
}

TEST(Associations, AreThoseOfPearsonAndSpearman) {
  const auto both = associations_of(testing::profile_of(
      testing::table_of({{1, 2, 3, 4, 5}, {1, 4, 9, 16, 26}, {2, 1, 2, 5, 5}, {7, 7, 7, 7, 7}})));
  EXPECT_NEAR(both.correlation(0, 1), 0.9768929120780444, 1e-14);
  EXPECT_NEAR(both.rank_correlation(0, 1), 1, 1e-15);
  EXPECT_NEAR(both.rank_correlation(0, 2), 7.5 / std::sqrt(10 * 9), 1e-12);
  EXPECT_EQ(both.correlation(0, 3), 0);
}

}  // namespace
}  // namespace overhand::utility
