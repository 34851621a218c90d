#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "overhand/masking/rank_swap_internal.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::Seeded;

Table masked(const Table& original, const RankSwapOptions& options, std::uint64_t seed = 1) {
  const Seeded seeded(seed);
  auto result = rank_swap(original, options, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return result ? std::move(result->table) : Table();
}

// Columns whose value is its rank.
Table ranks(std::size_t records) {
  Reals up(records);
  std::iota(up.begin(), up.end(), 0.0);
  return testing::table_of({up, Reals(up.rbegin(), up.rend())});
}

TEST(RankSwap, NeverMovesAValueBeyondTheWindow) {
  for (const Partner partner : {Partner::uniform, Partner::argus}) {
    for (const double percent : {2.0, 5.0, 15.0, 60.0, 100.0}) {
      const Table original = ranks(500);
      const Table after = masked(original, {.percent = percent, .partner = partner});
      for (std::size_t j = 0; j < 2; ++j) {
        double farthest = 0;
        std::size_t moved = 0;
        for (std::size_t i = 0; i < 500; ++i) {
          const double distance =
              std::abs(testing::reals_of(after, j)[i] - testing::reals_of(original, j)[i]);
          farthest = std::max(farthest, distance);
          moved += static_cast<std::size_t>(distance > 0);
        }
        EXPECT_LE(farthest, percent / 100 * 500);
        EXPECT_GE(farthest, percent / 100 * 500 * 0.75);  // percent is a percentage, not a fraction
        EXPECT_GT(moved, 480U);
      }
    }
  }
}

TEST(RankSwap, IsAPermutationOfEachColumn) {
  const Table original(
      {{"age", Integers{5, 3, 3, 9, 1, 7, 2, 8}}, {"pay", Reals{1, 2, 3, 4, 5, 6, 7, 8}}});
  const Table after = masked(original, {.percent = 50});
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(testing::sorted_reals(after.columns()[j]),
              testing::sorted_reals(original.columns()[j]));
    EXPECT_EQ(after.columns()[j].values.index(), original.columns()[j].values.index());
    EXPECT_NE(after.columns()[j].values, original.columns()[j].values);
  }
}

TEST(RankSwap, ReplacesTheTailsByTheirMeans) {
  const Table original = ranks(200);
  const Table after = masked(original, {.percent = 10, .top_percent = 5, .bottom_percent = 10});
  const Reals& values = testing::reals_of(after, 0);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_DOUBLE_EQ(values[i], 9.5);
  for (std::size_t i = 190; i < 200; ++i) EXPECT_DOUBLE_EQ(values[i], 194.5);
  Reals middle(values.begin() + 20, values.begin() + 190);
  std::ranges::sort(middle);
  for (std::size_t i = 0; i < middle.size(); ++i)
    EXPECT_EQ(middle[i], 20.0 + static_cast<double>(i));
  // One tail alone: sdcMicro reads beyond its memory there.
  EXPECT_DOUBLE_EQ(testing::reals_of(masked(original, {.bottom_percent = 10}), 0)[0], 9.5);
}

// The first value has all w - 1 = 9 below it free: each with probability 1/9.
TEST(RankSwap, DrawsThePartnerUniformly) {
  const Table original = ranks(40);
  constexpr int runs = 4000;
  std::map<double, int> partner;
  for (int run = 0; run < runs; ++run) {
    const Table after = masked(original, {.percent = 25}, static_cast<std::uint64_t>(run));
    ++partner[39 - testing::reals_of(after, 0)[39]];
  }
  double chi_square = 0;
  for (int distance = 1; distance <= 9; ++distance) {
    const double expected = runs / 9.0;
    chi_square += std::pow(partner[distance] - expected, 2) / expected;
  }
  EXPECT_LT(chi_square, 45.0);  // 8 degrees of freedom: probability of a false alarm 4e-7
  EXPECT_EQ(partner.size(), 9U);
}

TEST(RankSwap, SaysWhatIsWrong) {
  const Seeded seeded(1);
  const auto error_of = [&](const RankSwapOptions& options) {
    const auto result = rank_swap(ranks(50), options, seeded.context);
    return result ? "" : result.error().message;
  };
  const auto too_little = [](int percent, int enough) {
    return fmt::format(
        "percent is {}, which is too little for 50 records: a value would stay or change places "
        "with its neighbour, which anybody can undo; take at least {}.",
        percent, enough);
  };
  EXPECT_EQ(error_of({.percent = 1}), too_little(1, 6));
  EXPECT_EQ(error_of({.percent = 5}), too_little(5, 6));
  EXPECT_EQ(error_of({.percent = 6}), "");
  EXPECT_EQ(error_of({.percent = 3, .partner = Partner::argus}), too_little(3, 4));
  EXPECT_EQ(error_of({.percent = 4, .partner = Partner::argus}), "");
}

}  // namespace
}  // namespace overhand::masking
