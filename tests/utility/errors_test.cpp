// Errors of values and of ranks, and distances of margins, each held against its definition on
// random tables of every type.
#include "overhand/utility/errors.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overhand/utility/kolmogorov_smirnov.h"
#include "overhand/utility/rank_errors.h"
#include "support/mixed_tables.h"
#include "support/profiles.h"

namespace overhand::utility {
namespace {

using testing::BothProfiles;

struct Drawn {
  BothProfiles profiles;
  std::vector<Row> partners;
};

// A random table and another made of its rows, each held against any record.
Drawn drawn(random::Stream& stream) {
  const std::size_t rows = 2 + random::uniform_below(25, stream);
  const Table original = testing::random_mixed_table(rows, stream);
  const auto any_rows = [&] {
    std::vector<Row> any(rows);
    for (Row& row : any) row = random::uniform_below(static_cast<Row>(rows), stream);
    return any;
  };
  return {testing::profiles_of(original, gather(original, any_rows())), any_rows()};
}

template <class Holds>
void for_drawn_tables(int count, const Holds& holds) {
  random::Stream stream(random::key_from_seed(77), {random::Purpose::test});
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("drawn table " + std::to_string(i));
    holds(drawn(stream));
  }
}

TEST(ValueErrors, AreThoseOfTheDefinitionBesideGaps) {
  for_drawn_tables(80, [](const Drawn& tables) {
    const auto& [x, m] = tables.profiles;
    double absolute = 0;
    double squared = 0;
    double scaled = 0;
    double cells = 0;
    for (std::size_t j = 0; j < m.column_count(); ++j) {
      bool is_unchanged = true;
      for (std::size_t i = 0; i < m.row_count(); ++i) {
        const double before = x.numbers.columns[j][tables.partners[i]];
        const double after = m.numbers.columns[j][i];
        if (is_missing(before) || is_missing(after)) continue;
        cells += 1;
        absolute += std::abs(before - after);
        squared += (before - after) * (before - after);
        if (x.sd[j] > 0) scaled += std::abs(before - after) / (std::sqrt(2.0) * x.sd[j]);
        is_unchanged = is_unchanged && before == after;
      }
      EXPECT_EQ(value_errors(x, m, tables.partners).is_unchanged[j], is_unchanged);
    }
    const ValueErrors errors = value_errors(x, m, tables.partners);
    EXPECT_NEAR(errors.mae, cells == 0 ? 0 : absolute / cells, 1e-9 * (1 + absolute));
    EXPECT_NEAR(errors.mse, cells == 0 ? 0 : squared / cells, 1e-9 * (1 + squared));
    EXPECT_NEAR(errors.il1s, scaled, 1e-9 * (1 + scaled));
  });
}

TEST(ValueErrors, AreNoneForEachRecordAgainstItself) {
  for_drawn_tables(20, [](const Drawn& tables) {
    const auto& x = tables.profiles.original;
    const ValueErrors errors = value_errors(x, x, same_rows(x.row_count()));
    EXPECT_EQ(errors.mae, 0);
    EXPECT_EQ(errors.mse, 0);
    EXPECT_EQ(errors.il1s, 0);
    EXPECT_EQ(std::ranges::count(errors.is_unchanged, false), 0);
  });
}

TEST(ValueErrors, BeyondDoublesAreTheLargest) {
  const auto [x, m] = testing::profiles_of(testing::table_of({{1e300, -1e300, 0}}),
                                           testing::table_of({{-1e300, 1e300, 0}}));
  const ValueErrors errors = value_errors(x, m, same_rows(3));
  EXPECT_NEAR(errors.mae / 1e300, 4.0 / 3, 1e-12);
  EXPECT_EQ(errors.mse, std::numeric_limits<double>::max());
  EXPECT_TRUE(std::isfinite(errors.il1s));
}

TEST(TieBrokenRanks, AreAPermutationThatFollowsTheValues) {
  for_drawn_tables(40, [](const Drawn& tables) {
    const auto& x = tables.profiles.original;
    const auto ranks = tie_broken_ranks(x, Side::original, random::key_from_seed(3));
    ASSERT_EQ(ranks.rows, x.row_count());
    ASSERT_EQ(ranks.columns, x.column_count());
    for (std::size_t j = 0; j < ranks.columns; ++j) {
      const auto rank = [&](std::size_t i) { return ranks.cells[i * ranks.columns + j]; };
      std::vector<std::int32_t> there;
      for (std::size_t i = 0; i < ranks.rows; ++i) {
        EXPECT_EQ(rank(i) == 0, is_missing(x.numbers.columns[j][i]));
        if (rank(i) != 0) there.push_back(rank(i));
        for (std::size_t k = 0; k < ranks.rows; ++k) {
          if (rank(i) == 0 || rank(k) == 0) continue;
          const bool is_less = x.numbers.columns[j][i] < x.numbers.columns[j][k];
          EXPECT_TRUE(!is_less || rank(i) < rank(k));
        }
      }
      std::ranges::sort(there);
      ASSERT_EQ(there.size(), ranks.counts[j]);
      for (std::size_t place = 0; place < there.size(); ++place) {
        EXPECT_EQ(there[place], static_cast<std::int32_t>(place + 1));
      }
    }
  });
}

TEST(TieBrokenRanks, BreakTiesOfTheTwoTablesApart) {
  const auto constant = testing::profile_of(testing::table_of({Reals(40, 7.0)}));
  const random::Key key = random::key_from_seed(9);
  const auto original = tie_broken_ranks(constant, Side::original, key);
  EXPECT_EQ(original.cells, tie_broken_ranks(constant, Side::original, key).cells);
  EXPECT_NE(original.cells, tie_broken_ranks(constant, Side::masked, key).cells);  // by 1 in 40!
}

// Ranks 1 2 3 4 against 2 1 4 3: 4 of 8 by absolute, 4 of 20 by squared differences.
TEST(RankErrors, AreSharesOfTheFarthestOrder) {
  const auto x = testing::profile_of(testing::table_of({{10, 20, 30, 40}}));
  const auto m = testing::profile_of(testing::table_of({{2, 1, 4, 3}}));
  const random::Key key = random::key_from_seed(1);
  const auto before = tie_broken_ranks(x, Side::original, key);
  const auto after = tie_broken_ranks(m, Side::masked, key);
  const RankErrors errors = rank_errors(before, after, same_rows(4), {false});
  EXPECT_DOUBLE_EQ(errors.brmae, 4.0 / 8);
  EXPECT_DOUBLE_EQ(errors.brmse, 4.0 / 20);
  EXPECT_EQ(rank_errors(before, after, same_rows(4), {true}).brmae, 0);
  EXPECT_DOUBLE_EQ(rank_errors(before, after, std::vector<Row>{1, 0, 3, 2}, {false}).brmae, 0);
}

// 1 2 3 _ against 3 2 _ 1: two pairs are whole, both 2 and 0 apart; the farthest order of 3 values
// has 4 and 8 in sum, 4/3 and 8/3 in the mean.
TEST(RankErrors, BesideGapsAreMeansOfThePairsThatAreWhole) {
  const auto [x, m] = testing::profiles_of(testing::table_of({{1, 2, 3, missing_real}}),
                                           testing::table_of({{3, 2, missing_real, 1}}));
  const random::Key key = random::key_from_seed(1);
  const RankErrors errors =
      rank_errors(tie_broken_ranks(x, Side::original, key), tie_broken_ranks(m, Side::masked, key),
                  same_rows(4), {false});
  EXPECT_DOUBLE_EQ(errors.brmae, 1 / (4.0 / 3));
  EXPECT_DOUBLE_EQ(errors.brmse, 2 / (8.0 / 3));
}

TEST(RankErrors, StayWithinTheirBounds) {
  for_drawn_tables(60, [](const Drawn& tables) {
    const auto& [x, m] = tables.profiles;
    const random::Key key = random::key_from_seed(2);
    const auto errors = rank_errors(tie_broken_ranks(x, Side::original, key),
                                    tie_broken_ranks(m, Side::masked, key), tables.partners,
                                    value_errors(x, m, tables.partners).is_unchanged);
    for (const double error : {errors.brmae, errors.brmse}) {
      EXPECT_GE(error, 0);
      EXPECT_LE(error, 1);
    }
  });
}

double distribution_at(const Reals& sorted, double value) {
  const auto below = std::ranges::upper_bound(sorted, value) - sorted.begin();
  return static_cast<double>(below) / static_cast<double>(sorted.size());
}

TEST(KolmogorovSmirnov, IsTheLargestDifferenceAtAnyValue) {
  for_drawn_tables(60, [](const Drawn& tables) {
    const auto& [x, m] = tables.profiles;
    double sum = 0;
    double largest = 0;
    for (std::size_t j = 0; j < x.column_count(); ++j) {
      double distance = 0;
      if (x.sorted[j].empty() || m.sorted[j].empty()) {
        distance = x.sorted[j].empty() == m.sorted[j].empty() ? 0 : 1;
      } else {
        for (const Reals* values : {&x.sorted[j], &m.sorted[j]}) {
          for (const double value : *values) {
            distance = std::max(distance, std::abs(distribution_at(x.sorted[j], value) -
                                                   distribution_at(m.sorted[j], value)));
          }
        }
      }
      EXPECT_NEAR(kolmogorov_smirnov(x.sorted[j], m.sorted[j]), distance, 1e-12);
      EXPECT_NEAR(kolmogorov_smirnov(m.sorted[j], x.sorted[j]), distance, 1e-12);
      sum += distance;
      largest = std::max(largest, distance);
    }
    const auto both = marginal_distances(x, m);
    const auto columns = static_cast<double>(x.column_count());
    EXPECT_NEAR(both.mean, columns == 0 ? 0 : sum / columns, 1e-12);
    EXPECT_NEAR(both.largest, largest, 1e-12);
  });
}

TEST(KolmogorovSmirnov, OfNothingAndSomethingIsAll) {
  EXPECT_EQ(kolmogorov_smirnov(Reals{}, Reals{1}), 1);
  EXPECT_EQ(kolmogorov_smirnov(Reals{1}, Reals{}), 1);
  EXPECT_EQ(kolmogorov_smirnov(Reals{}, Reals{}), 0);
}

}  // namespace
}  // namespace overhand::utility
