#include "overhand/utility/total_variation.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace overhand::utility
