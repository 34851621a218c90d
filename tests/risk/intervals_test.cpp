// RID and SDID against their definitions, threshold by threshold.
#include <gtest/gtest.h>

#include <cmath>

#include "overhand/risk/rid.h"
#include "overhand/risk/sdid.h"
#include "support/profiles.h"

namespace overhand::risk {
namespace {

using statistics::Profile;

template <class IsNear>
double mean_share(std::size_t rows, std::size_t columns, const IsNear& is_near) {
  double sum = 0;
  for (int t = 0; t < 10; ++t) {
    const double threshold = 0.01 + t * 0.01;
    for (std::size_t i = 0; i < rows; ++i) {
      bool all = true;
      for (std::size_t j = 0; j < columns; ++j) all = all && is_near(i, j, threshold);
      sum += all ? 1 : 0;
    }
  }
  return sum / 10 / static_cast<double>(rows);
}

double rid_by_definition(const Profile& x, const Profile& m, Partners partners) {
  const auto n = static_cast<double>(x.row_count());
  return mean_share(x.row_count(), x.column_count(), [&](std::size_t i, std::size_t j, double q) {
    return std::abs(x.ranks[j][partners[i]] / 2.0 - m.ranks[j][i] / 2.0) <= n * q;
  });
}

double sdid_by_definition(const Profile& x, const Profile& m, Partners partners) {
  return mean_share(x.row_count(), x.column_count(), [&](std::size_t i, std::size_t j, double k) {
    const double value = x.numbers.columns[j][partners[i]];
    const double centre = m.numbers.columns[j][i];
    return value >= centre - m.sd[j] * k && value <= centre + m.sd[j] * k;
  });
}

TEST(IntervalDisclosure, IsThatOfTheDefinition) {
  int partly = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::size_t rows = 2 + seed * 3;
    const Table original = seed % 2 == 0 ? testing::normal_table(rows, 1 + seed % 4, seed)
                                         : testing::tied_table(rows, 1 + seed % 4, 30, seed);
    const Profile x = testing::profile_of(original);
    const Profile m = testing::profile_of(testing::with_noise(original, 4, seed));
    auto partners = same_rows(rows);
    if (seed % 3 == 0) std::swap(partners[0], partners[1]);
    const double expected = sdid_by_definition(x, m, partners);
    EXPECT_NEAR(interval_disclosure(x, m, partners).sdid, expected, 1e-12);
    EXPECT_NEAR(rid(x, m, partners), rid_by_definition(x, m, partners), 1e-12);
    partly += expected > 0 && expected < 1 ? 1 : 0;
  }
  EXPECT_GT(partly, 40);
}

TEST(IntervalDisclosure, IncludesTheBorders) {
  // Masked values 0 and 1 have sd sqrt(1/2); the original 0.1 sd away is inside at 10 % only.
  const Profile m = testing::profile_of(testing::table_of({{0, 1}}));
  const double border = m.sd[0] * (0.01 + 9 * 0.01);
  const auto inside = testing::profile_of(testing::table_of({{border, 50}}));
  const auto outside = testing::profile_of(testing::table_of({{std::nextafter(border, 1), 50}}));
  const auto rows = same_rows(2);
  EXPECT_NEAR(interval_disclosure(inside, m, rows).sdid, 0.05, 1e-15);
  EXPECT_EQ(interval_disclosure(outside, m, rows).sdid, 0);
}

TEST(IntervalDisclosure, ConstantColumnsDiscloseExactlyWhatIsUnchanged) {
  const Profile m = testing::profile_of(testing::table_of({{0.1, 0.1, 0.1}}));
  const auto rows = same_rows(3);
  EXPECT_EQ(interval_disclosure(m, m, rows).sdid, 1);
  EXPECT_EQ(interval_disclosure(m, m, rows).drisk, 1);
  const Profile other = testing::profile_of(testing::table_of({{0.2, 0.2, 0.2}}));
  EXPECT_EQ(interval_disclosure(other, m, rows).sdid, 0);
  EXPECT_EQ(rid(other, m, rows), 1);  // ranks know no values
}

}  // namespace
}  // namespace overhand::risk
