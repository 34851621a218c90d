#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "overhand/masking/margins_internal.h"
#include "overhand/masking/methods.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

Column hidden(const Values& values, Marginals marginals, std::uint64_t seed = 1) {
  const testing::Seeded seeded(seed);
  const Table table({{"x", values}});
  return with_margins(table, marginals, seeded.context.key).columns()[0];
}

Reals hidden_reals(const Reals& values, Marginals marginals, std::uint64_t seed = 1) {
  return reals(hidden(values, marginals, seed));
}

void expect_same_order(const Reals& before, const Reals& after) {
  for (std::size_t a = 0; a < before.size(); ++a) {
    for (std::size_t b = 0; b < before.size(); ++b) {
      EXPECT_TRUE(before[a] >= before[b] || after[a] <= after[b]);
    }
  }
}

TEST(Margins, SmoothRareValuesBetweenTheMidpointsToTheirNeighbours) {
  const Reals values = {0, 0, 0, 0, 10, 20, 20, 40, 50, 50, 50, 50};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Reals after = hidden_reals(values, Marginals::smoothed, seed);
    for (const std::size_t common : {0, 3, 8, 11}) EXPECT_EQ(after[common], values[common]);
    EXPECT_GE(after[4], 5);
    EXPECT_LE(after[4], 15);
    for (const std::size_t twice : {5, 6}) {
      EXPECT_GE(after[twice], 15);
      EXPECT_LE(after[twice], 30);
    }
    EXPECT_GE(after[7], 30);
    EXPECT_LE(after[7], 45);
    expect_same_order(values, after);
  }
}

TEST(Margins, SmoothTheThreeExtremesToTheirMean) {
  const Reals values = {100, 1, 2, 3, 4, 5, 6, 7, 8, 1000};
  const Reals after = hidden_reals(values, Marginals::smoothed);
  for (const std::size_t low : {1, 2, 3}) EXPECT_EQ(after[low], 2);
  for (const std::size_t high : {0, 8, 9}) EXPECT_EQ(after[high], std::round(1108 / 3.0));
  expect_same_order(values, after);
}

TEST(Margins, OfFewValuesAreAveragesOfHalves) {
  EXPECT_EQ(hidden_reals({1, 3, 10}, Marginals::smoothed)[1] >= 2, true);
  EXPECT_EQ(hidden_reals({5}, Marginals::smoothed), Reals{5});
  EXPECT_EQ(hidden_reals({5}, Marginals::synthetic), Reals{5});
  const Reals pair = hidden_reals({1, 4}, Marginals::synthetic);
  EXPECT_GE(pair[0], 1);
  EXPECT_LE(pair[1], 4);
}

TEST(Margins, KeepDecimalsWholesAndGaps) {
  const double gap = missing_real;
  const Reals values = {1.25, 2.5, gap, 3.75, 9.5, 20.25, 33.5, gap, 50.25};
  for (const Marginals marginals : {Marginals::smoothed, Marginals::synthetic}) {
    const Reals after = hidden_reals(values, marginals);
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(is_missing(values[i]), is_missing(after[i]));
      EXPECT_TRUE(is_missing(after[i]) ||
                  std::abs(after[i] * 100 - std::round(after[i] * 100)) < 1e-9);
    }
    const Column whole = hidden(Integers{1, 5, 9, 14, 30, 90}, marginals);
    EXPECT_TRUE(std::holds_alternative<Cells<std::int64_t>>(whole.values));
  }
}

TEST(Margins, ReachTheEndsOfWhatCanBeStored) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const Integers large = {most - 1, most - 3, most - 900, most - 5000, 7, 0, -7, -most};
  const Reals reals = {-1.7e308, 1.7e308, 0, 1, -1, 5e-324, 1e300, -1e300};
  for (const Marginals marginals : {Marginals::smoothed, Marginals::synthetic}) {
    const Column whole = hidden(large, marginals);
    const auto& after = std::get<Cells<std::int64_t>>(whole.values);
    EXPECT_GE(std::ranges::min(after), -most);
    EXPECT_LE(std::ranges::max(after), most - 1);
    for (const double value : hidden_reals(reals, marginals)) EXPECT_TRUE(std::isfinite(value));
  }
}

TEST(Margins, OfDatesAreDates) {
  Column days{"day", Integers{19000, 19010, 19050, 19051, 19100, 19300, 19700}};
  days.type = type::Date{};
  const testing::Seeded seeded(1);
  for (const Marginals marginals : {Marginals::smoothed, Marginals::synthetic}) {
    const Table after = with_margins(Table({days}), marginals, seeded.context.key);
    EXPECT_TRUE(std::holds_alternative<type::Date>(after.columns()[0].type));
    const auto& values = std::get<Cells<std::int64_t>>(after.columns()[0].values);
    EXPECT_GE(std::ranges::min(values), 19000);
    EXPECT_LE(std::ranges::max(values), 19700);
    EXPECT_NE(Values(values), days.values);
  }
}

TEST(Margins, OfTimesInWholeMinutesAre) {
  Integers minutes = {5, 6, 8, 30, 31, 77, 400, 1234};
  for (std::int64_t& minute : minutes) minute *= 60'000'000;
  const Column seen{"seen", type::Timestamp{}, minutes};
  for (const Marginals marginals : {Marginals::smoothed, Marginals::synthetic}) {
    const Table after = with_margins(Table({seen}), marginals, testing::Seeded(1).context.key);
    for (const std::int64_t time : std::get<Cells<std::int64_t>>(after.columns()[0].values)) {
      EXPECT_EQ(time % 60'000'000, 0) << time;
    }
  }
}

TEST(Margins, LeaveLevelsAlone) {
  const Texts texts{"b", "a", "c", "a"};
  EXPECT_EQ(hidden(texts, Marginals::smoothed).values, Values(texts));
  EXPECT_EQ(hidden(texts, Marginals::synthetic).values, Values(texts));
}

double largest_gap_between_distributions(Reals a, Reals b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  double largest = 0;
  for (const double value : a) {
    const auto below = [&](const Reals& all) {
      return static_cast<double>(std::ranges::upper_bound(all, value) - all.begin()) /
             static_cast<double>(all.size());
    };
    largest = std::max(largest, std::abs(below(a) - below(b)));
  }
  return largest;
}

TEST(Margins, FollowTheDistributionAndHoldNoValueOfIt) {
  const Reals values = testing::reals_of(testing::normal_table(2000, 1, 6), 0);
  const std::set<double> own(values.begin(), values.end());
  for (const Marginals marginals : {Marginals::smoothed, Marginals::synthetic}) {
    const Reals after = hidden_reals(values, marginals);
    EXPECT_LT(largest_gap_between_distributions(values, after), 0.04);
    for (const double value : after) EXPECT_FALSE(own.contains(value));
    expect_same_order(Reals(values.begin(), values.begin() + 200),
                      Reals(after.begin(), after.begin() + 200));
  }
}

// Half of a column is 0; so is half of what goes out.
TEST(Margins, KeepACommonValue) {
  Reals values = testing::reals_of(testing::normal_table(1000, 1, 9), 0);
  for (double& value : values) value = std::max(value, 0.0);
  for (const Marginals marginals : {Marginals::smoothed, Marginals::synthetic}) {
    const auto after = std::ranges::count(hidden_reals(values, marginals), 0.0);
    EXPECT_NEAR(static_cast<double>(after), static_cast<double>(std::ranges::count(values, 0.0)),
                40);
  }
}

// Whatever moves values moves those of the margins: the same multiset for every shuffle.
TEST(Margins, AreThoseOfEveryShuffle) {
  const testing::Seeded seeded(3);
  const Table table = testing::normal_table(300, 3, 4);
  for (const char* name : {"sjppds", "rank_swap", "cell_shuffle", "rank_noise", "cell_rotate"}) {
    for (const char* marginals : {"smoothed", "synthetic"}) {
      const auto result =
          (*find_method(name))
              ->mask(table, {{"marginals", std::string(marginals)}}, seeded.context);
      ASSERT_TRUE(result) << name << result.error().message;
      for (std::size_t j = 0; j < 3; ++j) {
        const Reals own = testing::reals_of(table, j);
        for (const double value : testing::reals_of(result->table, j)) {
          EXPECT_EQ(std::ranges::find(own, value), own.end());
        }
      }
    }
  }
}

}  // namespace
}  // namespace overhand::masking
