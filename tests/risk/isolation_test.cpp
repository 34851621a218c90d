// Where the risk sits, by the definition: originals ordered by the distance to their nearest other.
#include "overhand/risk/isolation.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/profiles.h"

namespace overhand::risk {
namespace {

using statistics::Profile;

const random::Key key = random::key_from_seed(1);

std::optional<LinkedByIsolation> found(const Profile& x, const Profile& m, Partners sources,
                                       const SampleOptions& linkage = {}) {
  const Neighbours neighbours(x);
  const Nearest nearest = nearest_originals(neighbours, m, linkage, key);
  return linked_by_isolation(neighbours, {x, m, nearest}, sources, key);
}

LinkedByIsolation by_definition(const Profile& x, const Profile& m, Partners sources) {
  const std::size_t n = x.row_count();
  const auto others = testing::nearest_by_definition(x, x);
  const auto nearest = testing::nearest_by_definition(x, m);
  LinkedByIsolation result;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t source = sources[i];
    std::size_t before = 0;
    for (std::uint32_t other = 0; other < n; ++other) {
      const auto of = [&](std::uint32_t row) { return std::pair{others[row].distance, row}; };
      before += static_cast<std::size_t>(of(other) < of(source));
    }
    const std::size_t tenth = before * 10 / n;
    const double own = squared_distance(m.standardised_record(i), x.standardised_record(source));
    ++result.records[tenth];
    result.share[tenth] += static_cast<double>(own <= nearest[i].distance);
  }
  for (std::size_t t = 0; t < 10; ++t) {
    if (result.records[t] > 0) result.share[t] /= static_cast<double>(result.records[t]);
  }
  return result;
}

void expect_by_definition(const Table& original, double noise_percent) {
  std::vector<std::uint32_t> sources = same_rows(original.row_count());
  std::ranges::reverse(sources);
  sources.back() = sources.front();  // a source may serve twice
  const Profile x = testing::profile_of(original);
  const Profile m =
      testing::profile_of(testing::with_noise(gather(original, sources), noise_percent, 5));
  const auto result = found(x, m, sources);
  ASSERT_TRUE(result);
  const LinkedByIsolation expected = by_definition(x, m, sources);
  EXPECT_EQ(result->share, expected.share);
  EXPECT_EQ(result->records, expected.records);
}

TEST(Isolation, IsThatOfTheDefinition) {
  expect_by_definition(testing::normal_table(237, 3, 1), 30);
  expect_by_definition(testing::tied_table(150, 3, 3, 2), 0);  // duplicates are 0 apart
  expect_by_definition(testing::normal_table(10, 1, 3), 100);
}

TEST(Isolation, TheLoneAreLinkedMoreOftenThanTheCrowd) {
  const Table original = testing::normal_table(2000, 4, 4);
  const Profile x = testing::profile_of(original);
  const Profile m = testing::profile_of(testing::with_noise(original, 40, 6));
  const auto result = found(x, m, same_rows(2000));
  EXPECT_GT(result->share[9], result->share[0] + 0.2);  // 200 records each: sd below 0.05, 4 sd
}

TEST(Isolation, OfALargeTableIsThatOfASample) {
  const Table original = testing::normal_table(12000, 2, 7);
  const Profile x = testing::profile_of(original);
  const auto rows = same_rows(12000);
  const auto unchanged = found(x, x, rows);
  ASSERT_TRUE(unchanged);
  EXPECT_EQ(std::accumulate(unchanged->records.begin(), unchanged->records.end(), 0U),
            isolation_sample.sample);
  for (const std::size_t records : unchanged->records) EXPECT_EQ(records, 200U);
  for (const double share : unchanged->share) EXPECT_EQ(share, 1);
  const auto of_sampled_linkage = found(x, x, rows, {.largest_exact = 1000, .sample = 500});
  for (const std::size_t records : of_sampled_linkage->records) EXPECT_EQ(records, 50U);
}

TEST(Isolation, NeedsTenRecords) {
  const Profile nine = testing::profile_of(testing::normal_table(9, 2, 8));
  EXPECT_FALSE(found(nine, nine, same_rows(9)));
}

}  // namespace
}  // namespace overhand::risk
