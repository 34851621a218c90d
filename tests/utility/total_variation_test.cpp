#include "overhand/utility/total_variation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/mixed_tables.h"
#include "support/profiles.h"

namespace overhand::utility {
namespace {

// Shares .5, .25, .25 against .25, .5, .25: (.25 + .25 + 0) / 2.
TEST(TotalVariation, IsHalfTheSumOfTheDifferencesOfShares) {
  const Table original({{"c", Texts{"a", "a", "b", std::nullopt}}, {"x", Reals{1, 2, 3, 4}}});
  const Table masked({{"c", Texts{"b", "b", "a", std::nullopt}}, {"x", Reals{1, 2, 3, 4}}});
  const auto [x, m] = testing::profiles_of(original, masked);
  EXPECT_DOUBLE_EQ(total_variation(x.categories[0], m.categories[0]), 0.25);
  EXPECT_DOUBLE_EQ(level_distances(x, m).largest, 0.25);
  EXPECT_DOUBLE_EQ(level_distances(x, m).mean, 0.25);  // a number without gaps does not count
  EXPECT_EQ(level_distances(x, x).largest, 0);
}

TEST(TotalVariation, CountsGapsOfNumbersAndNewLevels) {
  const Table original({{"c", Texts{"a", "a"}}, {"x", Reals{1, missing_real}}});
  const Table masked({{"c", Texts{"b", "c"}}, {"x", Reals{1, 2}}});
  const auto [x, m] = testing::profiles_of(original, masked);
  EXPECT_DOUBLE_EQ(level_distances(x, m).largest, 1);
  EXPECT_DOUBLE_EQ(level_distances(x, m).mean, 0.75);
}

// Half the sum of the differences of shares, over all that occurs in one of the columns.
double by_definition(const std::map<std::string, std::size_t>& before,
                     const std::map<std::string, std::size_t>& after, double rows,
                     double masked_rows) {
  const auto share = [](const auto& counts, const std::string& level, double all) {
    const auto found = counts.find(level);
    return found == counts.end() ? 0 : static_cast<double>(found->second) / all;
  };
  auto levels = before;
  levels.insert(after.begin(), after.end());
  double sum = 0;
  for (const auto& [level, count] : levels) {
    sum += std::abs(share(before, level, rows) - share(after, level, masked_rows));
  }
  return sum / 2;
}

TEST(TotalVariation, IsThatOfTheDefinitionForTablesOfAnySize) {
  random::Stream stream(random::key_from_seed(5), {random::Purpose::test});
  for (int round = 0; round < 50; ++round) {
    const std::size_t rows = 2 + random::uniform_below(30, stream);
    const std::size_t masked_rows = 2 + random::uniform_below(30, stream);
    const Table original({testing::mixed_column(6, rows, testing::Spread::few, true, stream)});
    const Table masked({testing::mixed_column(6, masked_rows, testing::Spread::few, true, stream)});
    const double expected = by_definition(
        testing::counts_of(original.columns()[0]), testing::counts_of(masked.columns()[0]),
        static_cast<double>(rows), static_cast<double>(masked_rows));
    const auto [x, m] = testing::profiles_of(original, masked);
    EXPECT_NEAR(total_variation(x.categories[0], m.categories[0]), expected, 1e-12);
    EXPECT_NEAR(level_distances(x, m).largest, expected, 1e-12);
  }
}

TEST(TotalVariation, OfNumbersWithoutGapsAloneIsNone) {
  const auto [x, m] =
      testing::profiles_of(testing::normal_table(5, 2, 1), testing::normal_table(5, 2, 2));
  EXPECT_EQ(level_distances(x, m).largest, 0);
  EXPECT_EQ(level_distances(x, m).mean, 0);
}

}  // namespace
}  // namespace overhand::utility
