// Linkage alone gives what the whole evaluation gives.
#include "overhand/evaluation/linkage.h"

#include <gtest/gtest.h>

#include "overhand/masking/methods.h"
#include "support/mixed.h"
#include "support/profiles.h"

namespace overhand::evaluation {
namespace {

using Rows = std::vector<Row>;

const random::Key key = random::key_from_seed(1);

// As a method that puts its rows in random order masks, by these sources or by none.
Result<Linkage> linkage_by(const Table& original, const Table& masked,
                           const std::optional<Rows>& source,
                           const risk::SampleOptions& options = {}) {
  return linkage_of(original, **masking::find_method("cell_rotate"), {masked, source}, options,
                    key);
}

Table noisy(Table table, double deviation) {
  std::uint32_t j = 0;
  for (Column& column : table.columns()) {
    random::Stream stream(key, {random::Purpose::test, j++});
    testing::change_each(column,
                         [&](double& value) { value += deviation * random::normal(stream); });
  }
  return table;
}

// DBRL by the definition: the partner is nearest.
double by_definition(const Table& original, const Table& masked, const Rows& partners) {
  const auto x = testing::profile_of(original);
  const auto m = testing::profile_of(masked);
  const auto nearest = testing::nearest_by_definition(x, m);
  std::size_t linked = 0;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    const double own =
        risk::squared_distance(m.standardised_record(i), x.standardised_record(partners[i]));
    linked += static_cast<std::size_t>(own <= nearest[i].distance);
  }
  return static_cast<double>(linked) / static_cast<double>(partners.size());
}

TEST(Linkage, BySourceIsDbrl) {
  const Table original = testing::normal_table(500, 3, 7);
  Rows source = same_rows(500);
  std::ranges::reverse(source);
  const Table masked = noisy(gather(original, source), 0.2);
  const auto linkage = linkage_by(original, masked, source);
  ASSERT_TRUE(linkage);
  EXPECT_EQ(linkage->share, by_definition(original, masked, source));
  EXPECT_GT(linkage->share, 0.05);
  EXPECT_LT(linkage->share, 0.95);
  EXPECT_EQ(linkage->searched, 500U);
  EXPECT_TRUE(linkage->is_by_source);
  EXPECT_FALSE(linkage->interval);
}

TEST(Linkage, WithoutSourcesItIsTheMeanOverSorts) {
  const Table original = testing::normal_table(300, 2, 8);
  const Table masked = noisy(original, 0.1);
  double sum = 0;
  for (std::size_t j = 0; j < 2; ++j) {
    sum += by_definition(
        original, masked,
        statistics::sorted_partners(testing::profile_of(original), testing::profile_of(masked), j));
  }
  const auto linkage = linkage_by(original, masked, std::nullopt);
  ASSERT_TRUE(linkage);
  EXPECT_DOUBLE_EQ(linkage->share, sum / 2);
  EXPECT_GT(linkage->share, 0);
  EXPECT_FALSE(linkage->is_by_source);
}

TEST(Linkage, OfASampleHasAnInterval) {
  const Table original = testing::normal_table(1000, 2, 9);
  const Rows source = same_rows(1000);
  const auto linkage =
      linkage_by(original, original, source, {.largest_exact = 500, .sample = 200});
  ASSERT_TRUE(linkage);
  EXPECT_EQ(linkage->records, 1000U);
  EXPECT_EQ(linkage->searched, 200U);
  EXPECT_EQ(linkage->share, 1);
  ASSERT_TRUE(linkage->interval);
  EXPECT_LT(linkage->interval->low, 1);
}

TEST(Linkage, HoldsExtremeValues) {
  Table original = testing::normal_table(200, 2, 10);
  testing::change_each(original.columns()[0], [](double& value) { value *= 1e300; });
  const Rows source = same_rows(200);
  const auto linkage = linkage_by(original, original, source);
  ASSERT_TRUE(linkage);
  EXPECT_EQ(linkage->share, 1);
}

TEST(Linkage, SaysWhatCannotBeMeasured) {
  Table original = testing::normal_table(10, 2, 11);
  testing::set_real(original.columns()[1], 3, std::numeric_limits<double>::infinity());
  const auto linkage = linkage_by(original, original, same_rows(10));
  ASSERT_FALSE(linkage);
  EXPECT_NE(linkage.error().message.find("'x2'"), std::string::npos);
}

TEST(Linkage, OfAMixedTableIsThatOfTheCappedDistance) {
  const Table original = testing::mixed_table(400, 12);
  Rows source = same_rows(400);
  std::ranges::reverse(source);
  const Table masked = testing::noisy_mixture(gather(original, source), 13);
  const auto linkage = linkage_by(original, masked, source);
  ASSERT_TRUE(linkage);
  const auto [x, m] = testing::profiles_of(original, masked);
  const auto nearest = testing::nearest_by_definition(x, m);
  std::size_t linked = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    linked += static_cast<std::size_t>(risk::squared_distance(m.standardised_record(i),
                                                              x.standardised_record(source[i]),
                                                              x.caps) <= nearest[i].distance);
  }
  EXPECT_EQ(linkage->share, static_cast<double>(linked) / 400);
  EXPECT_GT(linkage->share, 0.1);
  EXPECT_LT(linkage->share, 0.95);
}

}  // namespace
}  // namespace overhand::evaluation
