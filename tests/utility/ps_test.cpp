#include "overhand/utility/ps.h"

#include <gtest/gtest.h>

#include "support/csv.h"
#include "support/profiles.h"

namespace overhand::utility {
namespace {

Ps ps_of(const Table& original, const Table& masked, PsFit fit = PsFit::damped) {
  return propensity_score(testing::profile_of(original), testing::profile_of(masked), fit);
}

Table shifted(Table table, double by) {
  for (Column& column : table.columns()) {
    testing::change_each(column, [&](double& value) { value += by; });
  }
  return table;
}

TEST(Ps, IsZeroForAnUnchangedTable) {
  const Table table = testing::normal_table(300, 4, 1);
  const Ps result = ps_of(table, table);
  EXPECT_NEAR(result.ps, 0, 1e-12);
  EXPECT_TRUE(result.has_converged);
  EXPECT_TRUE(result.left_out.empty());
}

TEST(Ps, LeavesOutProductsWhereThereAreTooManyColumns) {  // 300 columns: 45,451 terms
  const Table table = testing::normal_table(50, 300, 9);
  const Ps result = ps_of(table, table);
  EXPECT_FALSE(result.has_products);
  EXPECT_NEAR(result.ps, 0, 1e-9);
  EXPECT_EQ(result.terms_with_products, 0U);
}

// 5 columns have 21 terms, a fifth of 105 records; 10 columns 66 terms.
TEST(Ps, FallsBackToSquaresWhereTermsAreMoreThanAFifthOfTheRecords) {
  const auto fresh = [](std::size_t originals, std::size_t masked, std::size_t columns) {
    return ps_of(testing::normal_table(originals, columns, 9),
                 testing::normal_table(masked, columns, 10));
  };
  EXPECT_TRUE(fresh(53, 52, 5).has_products);
  EXPECT_EQ(fresh(53, 52, 5).terms_with_products, 0U);
  const Ps fallen = fresh(52, 52, 5);
  EXPECT_FALSE(fallen.has_products);
  EXPECT_EQ(fallen.terms_with_products, 21U);
  // With products 66 coefficients of 140 records take about half of the deviance of pure noise.
  EXPECT_LT(fresh(70, 70, 10).ps, 0.45);
  EXPECT_TRUE(fresh(2, 2, 1).has_products) << "one column has none to leave out";
}

TEST(Ps, IsOneWhereTheTablesAreToldApart) {
  const Table table = testing::normal_table(300, 3, 2);
  const Ps result = ps_of(table, shifted(table, 100));
  EXPECT_NEAR(result.ps, 1, 1e-5);
  EXPECT_TRUE(result.has_converged);
}

// A fresh sample: N pMSE 8 is about chi-square with k - 1 = 14 degrees, so the ratio has mean 1 and
// sd sqrt(2/14) = 0.38; a ratio below 0.2 or above 3.2 has probability below 1e-4.
TEST(Ps, RatioOfAFreshSampleIsNearOne) {
  const Ps result = ps_of(testing::normal_table(4000, 4, 3), testing::normal_table(4000, 4, 4));
  EXPECT_GT(result.pmse_ratio, 0.2);
  EXPECT_LT(result.pmse_ratio, 3.2);
}

TEST(Ps, RatioIsFourTimesTheScaleOfPs) {  // equal sizes: ps = 4 pMSE, expectation (k - 1) / (8 N)
  const Table table = testing::normal_table(500, 3, 5);
  const Ps result = ps_of(table, testing::with_noise(table, 40, 6));
  EXPECT_NEAR(result.pmse_ratio, result.ps / 4 / (9.0 / (8 * 1000)), 1e-9);
}

TEST(Ps, LeavesOutAndNamesCombinationsOfOtherTerms) {
  Table table = testing::normal_table(200, 2, 7);
  Reals sum = testing::reals_of(table, 0);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += testing::reals_of(table, 1)[i];
  const double before = ps_of(table, shifted(table, 0.3)).ps;
  std::vector<Column> columns = table.columns();
  columns.push_back({"total", sum});
  columns.push_back({"constant", Reals(200, 4.5)});
  const Table wider(columns);
  Table moved = shifted(wider, 0.3);
  moved.columns()[2] = wider.columns()[2];
  testing::change_each(moved.columns()[2], [](double& value) { value += 0.6; });
  moved.columns()[3] = wider.columns()[3];
  const Ps result = ps_of(wider, moved);
  EXPECT_NEAR(result.ps, before, 1e-8);
  EXPECT_EQ(result.left_out,
            (std::vector<std::string>{"total", "constant", "constant^2", "x1*x2", "x1*total",
                                      "x1*constant", "x2*total", "x2*constant", "total*constant"}));
}

TEST(Ps, ComparesTablesOfDifferentSizes) {
  EXPECT_LT(ps_of(testing::normal_table(1500, 2, 8), testing::normal_table(500, 2, 9)).ps, 0.03);
  const Table table = testing::normal_table(100, 2, 10);
  EXPECT_NEAR(ps_of(testing::normal_table(300, 2, 11), shifted(table, 50)).ps, 1, 1e-5);
}

// R's undamped fit diverges on Tarragona's heavy tails and reports 1 (reference/NOTES.md, 7).
TEST(Ps, DampingFindsTheFitThatGlmMisses) {
  const std::string path = testing::data_file("tarragona.csv");
  if (!testing::exists(path)) GTEST_SKIP() << "needs " << path;
  const Table firms = testing::read_csv(path);
  const Table masked = testing::with_noise(firms, 15, 1);
  const Ps damped = ps_of(firms, masked);
  EXPECT_TRUE(damped.has_converged);
  EXPECT_LT(damped.ps, 0.5);  // R, another draw of the noise: 0.248
  EXPECT_GT(ps_of(firms, masked, PsFit::glm).ps, 0.9);
}

}  // namespace
}  // namespace overhand::utility
