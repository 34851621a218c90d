#include "overhand/utility/tstr.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "overhand/random/shuffle.h"
#include "support/mixed.h"
#include "support/profiles.h"

namespace overhand::utility {
namespace {

Tstr tstr_of(const Table& original, const Table& masked, const std::string& target = "",
             std::size_t most = 100'000) {
  const auto [x, m] = testing::profiles_of(original, masked);
  return train_on_masked(x, m, target, random::key_from_seed(1), most);
}

// y follows from x, the level from both; noise from nothing.
Table related(std::size_t rows, std::uint64_t seed) {
  const Table base = testing::normal_table(rows, 2, seed);
  const auto profile = testing::profile_of(base);
  const Reals& x = profile.numbers.columns[0];
  Reals y;
  TextsBuilder level;
  for (std::size_t i = 0; i < rows; ++i) {
    y.push_back(3 * x[i]);
    level.append(x[i] < profile.mean[0] ? "low" : i % 5 == 0 ? "odd" : "high");
  }
  return Table({{"x", x},
                {"y", y},
                {"level", std::move(level).finish()},
                {"noise", profile.numbers.columns[1]}});
}

// Each column in an order of its own.
Table torn(const Table& table) {
  std::vector<Column> columns = table.columns();
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const auto order = random::permutation(random::key_from_seed(j + 1), {random::Purpose::test},
                                           table.row_count());
    columns[j] = gather(Table({columns[j]}), order).columns()[0];
  }
  return Table(std::move(columns));
}

TEST(Tstr, IsNearOneForAFreshSampleOfTheSame) {
  const Tstr result = tstr_of(related(900, 1), related(900, 2));
  ASSERT_TRUE(result.ratio);
  EXPECT_GT(*result.ratio, 0.95);
  EXPECT_EQ(result.targets, 4U);
  EXPECT_EQ(result.predictable, 3U) << "the noise cannot be predicted";
  EXPECT_FALSE(result.is_sample);
}

TEST(Tstr, IsNearZeroWhereNothingGoesTogether) {
  const Table table = related(900, 1);
  EXPECT_LT(*tstr_of(table, torn(table)).ratio, 0.1);
}

TEST(Tstr, IsOfTheNamedTarget) {
  const Table table = related(600, 1);
  Table masked = torn(table);
  EXPECT_LT(*tstr_of(table, masked, "level").ratio, 0.15);
  EXPECT_EQ(tstr_of(table, masked, "level").targets, 1U);
  EXPECT_FALSE(tstr_of(table, masked, "noise").ratio) << "nothing predicts it";
}

TEST(Tstr, IsNotThereForOneColumn) {
  const Table one = testing::normal_table(100, 1, 1);
  EXPECT_FALSE(tstr_of(one, one).ratio);
  EXPECT_EQ(tstr_of(one, one).targets, 0U);
}

TEST(Tstr, TakesTheCommonestOfManyLevels) {
  TextsBuilder town;
  Reals x;
  for (std::size_t i = 0; i < 1000; ++i) {
    town.append("t" + std::to_string(i % 25));
    x.push_back(static_cast<double>(i % 25));
  }
  const Table table({{"town", std::move(town).finish()}, {"x", x}});
  EXPECT_GT(*tstr_of(table, table, "town").ratio, 0.99);
}

TEST(Tstr, IsTheSameForAnyNumberOfThreads) {
  const Table table = related(400, 1);
  const Table other = related(400, 2);
  const double before = *tstr_of(table, other).ratio;
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(*tstr_of(table, other).ratio, before);
}

TEST(Tstr, SaysWhenItIsOfASample) {
  const Tstr result = tstr_of(related(900, 1), related(900, 2), "", 300);
  EXPECT_TRUE(result.is_sample);
  EXPECT_EQ(result.records, 300U);
}

}  // namespace
}  // namespace overhand::utility
