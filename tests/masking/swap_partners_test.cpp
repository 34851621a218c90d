#include <gtest/gtest.h>

#include <map>
#include <set>

#include "overhand/masking/swap_partners_internal.h"
#include "support/chi_square.h"

namespace overhand::masking {
namespace {

// The partner of a unit is drawn uniformly from all that it can have. The chi-square is exceeded by
// one seed in a thousand.
TEST(Partners, AreDrawnUniformlyFromOtherAreasOfTheProfile) {
  const Classes profile = {0, 1, 0, 0, 1, 0, 0, 0, 0, 1};
  const Classes area = {0, 0, 1, 2, 1, 0, 2, 1, 3, 0};
  std::vector<bool> moved(10, false);
  moved[7] = true;
  Partners partners(profile, area, moved);
  partners.remove(3);
  random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
  std::map<Row, double> found;
  for (int i = 0; i < 6000; ++i) ++found[*partners.draw(0, stream)];
  ASSERT_EQ(found.size(), 3U);
  std::vector<double> counts;
  for (const Row unit : {2U, 6U, 8U}) counts.push_back(found[unit]);
  EXPECT_LT(testing::chi_square(counts, std::vector<double>(3, 2000)), 13.8);  // 2 degrees
  std::set<Row> others;
  for (int i = 0; i < 50; ++i) others.insert(*partners.draw(4, stream));
  EXPECT_EQ(others, std::set<Row>({1, 9}));
  partners.remove(9);
  partners.remove(1);
  EXPECT_FALSE(partners.draw(4, stream));
}

}  // namespace
}  // namespace overhand::masking
