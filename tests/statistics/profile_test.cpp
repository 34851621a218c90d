#include "overhand/statistics/profile.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overhand/statistics/association.h"
#include "support/moments.h"
#include "support/profiles.h"

namespace overhand::statistics {
namespace {

Profile profile_of_columns(std::vector<Reals> columns) {
  return testing::profile_of(testing::table_of(std::move(columns)));
}

TEST(Profile, HasTheMomentsOfEachColumn) {
  const Table table = testing::normal_table(1000, 3, 1);
  const Profile profile = testing::profile_of(table);
  for (std::size_t j = 0; j < 3; ++j) {
    const Reals& values = testing::reals_of(table, j);
    EXPECT_NEAR(profile.mean[j], testing::mean(values), 1e-15);
    EXPECT_NEAR(profile.sd[j], std::sqrt(testing::covariance(values, values)), 1e-14);
  }
}

TEST(Profile, HoldsRecordsAndColumnsOfTheSameCells) {
  const Profile profile = profile_of_columns({{5, 3, 4}, {1, 1, 9}});
  EXPECT_EQ(profile.row_count(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      const double value = profile.numbers.columns[j][i];
      EXPECT_EQ(profile.numbers.record(i)[j], value);
      EXPECT_DOUBLE_EQ(profile.standardised_record(i)[j],
                       (value - profile.mean[j]) / profile.sd[j]);
      EXPECT_EQ(profile.rank_record(i)[j], profile.ranks[j][i]);
    }
  }
}

TEST(Profile, RanksEqualValuesAlike) {
  const Profile profile = profile_of_columns({{7, 3, 7, 1}, {1, 2, 3, 4}});
  EXPECT_EQ(profile.ranks[0], (DoubledRanks{7, 4, 7, 2}));  // twice 3.5, 2, 3.5, 1
  EXPECT_EQ(profile.sorted[0], (Reals{1, 3, 7, 7}));
  EXPECT_EQ(profile.order[0], (Order{3, 1, 0, 2}));
}

TEST(Profile, AConstantColumnHasNoSpreadWhateverRoundingSays) {
  const Profile profile = profile_of_columns({Reals(77, 0.1), Reals(77, 1e300)});
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(profile.sd[j], 0);
    EXPECT_EQ(profile.mean[j], profile.numbers.columns[j][0]);
    for (std::size_t i = 0; i < 77; ++i) EXPECT_EQ(profile.standardised_record(i)[j], 0);
  }
}

TEST(Profile, OfDistancesHasNoRanks) {
  const Table table = testing::normal_table(20, 2, 1);
  const Profile whole = testing::profile_of(table);
  const Profile part = distance_profile(*measured_of(table, measured_names(table), "test"));
  EXPECT_EQ(part.standardised, whole.standardised);
  EXPECT_TRUE(part.ranks.empty());
}

TEST(Profile, SortedPartnersGoBySize) {
  const Profile original = profile_of_columns({{5, 3, 4}, {1, 2, 3}});
  const Profile masked = profile_of_columns({{10, 30, 20}, {9, 7, 8}});
  EXPECT_EQ(sorted_partners(original, masked, 0), (Order{1, 0, 2}));
  EXPECT_EQ(sorted_partners(original, masked, 1), (Order{2, 0, 1}));
}

TEST(Numbers, TakeOneUnitForBothTables) {
  const Table small = testing::table_of({{1, 2, 3}, {1, 2, 3}});
  const Table large = testing::table_of({{1e300, 2, 3}, {1, 2, 3}});
  const Numbers original = measured_of(small, measured_names(small), "original")->numbers;
  const Numbers masked = measured_of(large, measured_names(large), "masked")->numbers;
  const auto exponents = common_exponents(original, masked);
  EXPECT_GT(exponents[0], 900);
  EXPECT_EQ(exponents[1], 0);
  const Numbers scaled = rescaled(masked, exponents);
  EXPECT_EQ(std::ldexp(scaled.columns[0][0], exponents[0]), 1e300);
  EXPECT_EQ(std::ldexp(scaled.record(1)[0], exponents[0]), 2);
}

TEST(Association, IsThatOfTheDefinitionForAnyNumberOfBlocks) {
  for (const std::size_t records : {2U, 100U, 4096U, 9000U}) {
    const Table table = testing::normal_table(records, 3, 2);
    std::vector<Reals> columns;
    for (std::size_t j = 0; j < 3; ++j) columns.push_back(testing::reals_of(table, j));
    const Square found = covariances(columns);
    const Square related = correlations(found);
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        EXPECT_NEAR(found(a, b), testing::covariance(columns[a], columns[b]), 1e-12);
        EXPECT_NEAR(related(a, b), testing::correlation(columns[a], columns[b]), 1e-12);
        EXPECT_EQ(found(a, b), found(b, a));
      }
    }
  }
}

TEST(Association, WithAConstantIsNone) {
  const Square related = correlations(covariances({{1, 2, 3}, {0.1, 0.1, 0.1}}));
  EXPECT_EQ(related(0, 1), 0);
  EXPECT_EQ(related(1, 1), 0);
  EXPECT_NEAR(related(0, 0), 1, 1e-15);
}

TEST(Association, DifferencesAreOverThePairs) {
  const Square a{3, {1, 0.5, 0.2, 0.5, 1, 0, 0.2, 0, 1}};
  const Square b{3, {1, 0.4, 0.5, 0.4, 1, 0, 0.5, 0, 1}};
  const MeanAndLargest found = pair_differences(a, b);
  EXPECT_NEAR(found.mean, (0.1 + 0.3) / 3, 1e-15);
  EXPECT_NEAR(found.largest, 0.3, 1e-15);
  EXPECT_EQ(pair_differences({1, {1}}, {1, {1}}).mean, 0);
}

}  // namespace
}  // namespace overhand::statistics
