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

// x = 1, 2, 3, 4, moved by 1/2: mean 2.5, second moment 1.25, so that the mean has variance
// 1.25 / 4 and the loss is erf(0.5 / sqrt(0.3125) / sqrt 2).
TEST(Pil, OfAMeanIsByItsLargeSampleVariance) {
  const Pil pil =
      pil_of(testing::table_of({{1, 2, 3, 4}}), testing::table_of({{1.5, 2.5, 3.5, 4.5}}));
  EXPECT_NEAR(pil.means, std::erf(0.5 / std::sqrt(0.3125) / std::sqrt(2.0)), 1e-12);
  EXPECT_NEAR(pil.variances, 0, 1e-12);
  EXPECT_EQ(pil.covariances, 0);
  EXPECT_EQ(pil.correlations, 0);
  EXPECT_NEAR(pil.pil, (pil.means + pil.variances + pil.quantiles) / 3, 1e-12);
}

// The variance of a variance is (m4 - m2^2) / n: of 1, 2, 3, 4 m2 = 1.25 and m4 = 41/16. Twice as
// far apart the variance is 20/3 and not 5/3.
TEST(Pil, OfAVarianceIsByTheFourthMoment) {
  const Pil pil =
      pil_of(testing::table_of({{1, 2, 3, 4}}), testing::table_of({{-0.5, 1.5, 3.5, 5.5}}));
  const double variance = (41.0 / 16 - 1.25 * 1.25) / 4;
  EXPECT_NEAR(pil.variances, std::erf(5 / std::sqrt(variance) / std::sqrt(2.0)), 1e-12);
  EXPECT_NEAR(pil.means, 0, 1e-12);
}

// x = -1, -1, 1, 1 and y = -1, 1, -1, 1 have covariance 0 with variance m22 - m11^2 = 1, by 4
// records; y turned into x has the covariance 4/3.
TEST(Pil, OfACovarianceIsByTheMixedMoments) {
  const Pil pil = pil_of(testing::table_of({{-1, -1, 1, 1}, {-1, 1, -1, 1}}),
                         testing::table_of({{-1, -1, 1, 1}, {-1, -1, 1, 1}}));
  EXPECT_NEAR(pil.covariances, std::erf(4.0 / 3 / std::sqrt(0.25) / std::sqrt(2.0)), 1e-12);
  EXPECT_NEAR(pil.correlations, std::erf(1 / std::sqrt(0.25) / std::sqrt(2.0)), 1e-12);
  EXPECT_NEAR(pil.means + pil.variances + pil.quantiles, 0, 1e-12);
}

TEST(Pil, DoesNotDependOnTheUnitOfAColumn) {
  const Table original = testing::normal_table(60, 3, 4);
  const Table masked = testing::with_noise(original, 40, 5);
  const auto in_unit = [](Table table, double unit) {
    for (Column& column : table.columns()) {
      testing::change_each(column, [&](double& value) { value = value * unit + 7 * unit; });
    }
    return table;
  };
  const Pil own = pil_of(original, masked);
  ASSERT_GT(own.pil, 0.05);
  for (const double unit : {1e-6, 1e3, 1e150}) {
    const auto [x, m] = testing::profiles_of(in_unit(original, unit), in_unit(masked, unit));
    const auto before = associations_of(x);
    EXPECT_NEAR(PilReference(x, before).loss(m, associations_of(m)).pil, own.pil, 1e-6) << unit;
  }
}

// Gaps in both tables at the same places: the loss is that of the records that are whole.
TEST(Pil, BesideGapsIsThatOfTheValuesThatAreThere) {
  const Reals x = {1, 2, 3, 4, missing_real, missing_real};
  const Reals y = {2, 1, 4, 8, 5, missing_real};
  const Reals moved = {2, 2, 3, 7, missing_real, missing_real};
  const auto [original, masked] =
      testing::profiles_of(testing::table_of({x, y}), testing::table_of({moved, y}));
  const auto before = associations_of(original);
  const Pil gaps = PilReference(original, before).loss(masked, associations_of(masked));
  const Pil whole = pil_of(testing::table_of({{1, 2, 3, 4}}), testing::table_of({{2, 2, 3, 7}}));
  EXPECT_NEAR(gaps.means, whole.means / 2, 1e-12);  // the other column has not changed
  EXPECT_NEAR(gaps.variances, whole.variances / 2, 1e-12);
  EXPECT_NEAR(gaps.quantiles, whole.quantiles / 2, 1e-12);
  const Pil pairs = pil_of(testing::table_of({{1, 2, 3, 4}, {2, 1, 4, 8}}),
                           testing::table_of({{2, 2, 3, 7}, {2, 1, 4, 8}}));
  EXPECT_NEAR(gaps.covariances, pairs.covariances, 1e-12);
  EXPECT_NEAR(gaps.correlations, pairs.correlations, 1e-12);
}

TEST(Pil, OfAColumnThatIsEmptiedIsAll) {
  const Table original = testing::table_of({{1, 2, 3, 4}, {1, 3, 2, 4}});
  const Table emptied = testing::table_of({Reals(4, missing_real), {1, 3, 2, 4}});
  const auto [x, m] = testing::profiles_of(original, emptied);
  const auto before = associations_of(x);
  const Pil pil = PilReference(x, before).loss(m, associations_of(m));
  EXPECT_EQ(pil.means, 0.5);
  EXPECT_EQ(pil.variances, 0.5);
  EXPECT_NEAR(pil.quantiles, 0.5, 1e-12);
}

}  // namespace
}  // namespace overhand::utility
