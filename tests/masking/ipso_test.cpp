#include <gtest/gtest.h>

#include <cmath>

#include "overhand/masking/ipso_internal.h"
#include "support/moments.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::covariance;
using testing::mean;
using testing::Seeded;

// Scales from 1 to 1e5, correlations, a sum of columns and whole numbers.
Table related_columns(std::size_t records) {
  return testing::related_table(records, 4, 31, [](std::span<double> record) {
    record[1] = 1e5 * (0.7 * record[0] + record[1]) + 4e5;
    record[2] = record[0] + record[1];
    record[3] = 10 * (record[0] + record[3]);
  });
}

void expect_same_moments(const Table& original, const Table& masked) {
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    const Reals x = reals(original.columns()[j]);
    const Reals y = reals(masked.columns()[j]);
    EXPECT_NEAR(mean(y), mean(x), 1e-10 * (std::abs(mean(x)) + std::sqrt(covariance(x, x))));
    for (std::size_t l = 0; l < original.column_count(); ++l) {
      const Reals u = reals(original.columns()[l]);
      const Reals v = reals(masked.columns()[l]);
      EXPECT_NEAR(covariance(y, v), covariance(x, u),
                  1e-10 * std::sqrt(covariance(x, x) * covariance(u, u)));
    }
  }
}

Masked masked(const Table& original, const std::string& given) {
  const Seeded seeded(3);
  auto result = ipso(original, {.given = {given}}, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

TEST(Ipso, KeepsMeansCovariancesAndIdentities) {
  for (const std::size_t records : {6, 50, 3000}) {
    const Table original = related_columns(records);
    const Masked result = masked(original, "");
    expect_same_moments(original, result.table);
    EXPECT_FALSE(result.lineage);
    EXPECT_NE(testing::reals_of(result.table, 0), testing::reals_of(original, 0));
    for (std::size_t i = 0; i < records; ++i) {
      EXPECT_NEAR(testing::reals_of(result.table, 2)[i],
                  testing::reals_of(result.table, 0)[i] + testing::reals_of(result.table, 1)[i],
                  1e-2);  // the root of rounding, of 1e5
    }
  }
}

TEST(Ipso, KeepsTheRegressionOnTheGivenColumns) {
  const Table original = related_columns(800);
  const Masked result = masked(original, "x4,x1");
  expect_same_moments(original, result.table);  // so the regression coefficients too
  ASSERT_TRUE(result.lineage);
  EXPECT_EQ(result.table.columns()[3].values,
            gather(original.columns()[3].values, *result.lineage));
  EXPECT_EQ(result.table.columns()[0].values,
            gather(original.columns()[0].values, *result.lineage));
  EXPECT_NE(result.table.columns()[1].values,
            gather(original.columns()[1].values, *result.lineage));
}

TEST(Ipso, MakesRecordsUnrelatedToTheOriginalOnes) {
  const Table original = testing::normal_table(5000, 2, 6);
  const Reals& x = testing::reals_of(original, 0);
  const Reals y = testing::reals_of(masked(original, "").table, 0);
  EXPECT_NEAR(covariance(x, y), 0, 0.085);  // 6 standard errors: false alarm 2e-9
}

TEST(Ipso, SaysWhatIsWrong) {
  const Seeded seeded(1);
  const auto error_of = [&](const Table& table, const std::string& given) {
    const auto result = ipso(table, {.given = {given}}, seeded.context);
    return result ? "" : result.error().message;
  };
  const Table table = related_columns(50);
  EXPECT_EQ(error_of(table, "x1,x2,x3,x4"), "given names all columns, so none is left to mask.");
  EXPECT_EQ(error_of(table, "x1,x1"), "given names column 'x1' twice.");
  EXPECT_EQ(error_of(table, "x1,x2,x3"),
            "The columns in given determine each other, or one is constant; leave one out.");
  EXPECT_EQ(error_of(testing::table_of({{1, 2}, {3, 5}}), ""),
            "ipso needs more records than columns: there are 2 records and 2 columns.");
}

}  // namespace
}  // namespace overhand::masking
