// What one column gives by itself, or range by range, is what the whole table gives.
#include "overhand/masking/parted_margins.h"

#include <gtest/gtest.h>

#include <numeric>

#include "overhand/masking/column_shuffle.h"
#include "overhand/masking/margins_internal.h"
#include "overhand/masking/release_key.h"
#include "support/mixed_tables.h"

namespace overhand::masking {
namespace {

TEST(ValuesAtRanks, OfRangesOfRanksAreThoseOfTheWhole) {
  const Table table = testing::normal_table(400, 2, 21);
  const Reals scores = reals(table.columns()[0]);
  const Column& column = table.columns()[1];
  const Reals whole = reals(values_at_ranks(scores, column));
  const Reals sorted = testing::sorted_reals(column);
  const Reals bounds = testing::sorted_reals(table.columns()[0]);
  for (const std::size_t first : {0U, 1U, 137U, 399U}) {
    const std::size_t last = std::min<std::size_t>(400, first + 100);
    Reals own;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < 400; ++i) {
      if (scores[i] < bounds[first] || scores[i] > bounds[last - 1]) continue;
      own.push_back(scores[i]);
      rows.push_back(i);
    }
    const Reals range(sorted.begin() + static_cast<long>(first),
                      sorted.begin() + static_cast<long>(last));
    const Reals part = reals(values_at_ranks(own, {"x", range}));
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(part[i], whole[rows[i]]);
  }
}

TEST(SyntheticMargins, OfPartsAreThoseOfTheWholeAndEndAtTheirKnots) {
  const Table table = testing::normal_table(300, 2, 22);
  const Reals scores = reals(table.columns()[0]);
  const SyntheticMargin margin(table.columns()[1], scores, 1, testing::Seeded(1).key);
  const Reals whole = reals(margin.at(scores));
  for (std::size_t begin = 0; begin < 300; begin += 77) {
    const auto part = std::span(scores).subspan(begin, std::min<std::size_t>(77, 300 - begin));
    const Reals own = reals(margin.at(part));
    for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(own[i], whole[begin + i]);
  }
  const Reals ends = reals(margin.at(Reals{-1e300, 1e300}));
  EXPECT_EQ(ends[0], std::ranges::min(whole));
  EXPECT_EQ(ends[1], std::ranges::max(whole));
  const SyntheticMargin other(table.columns()[1], scores, 2, testing::Seeded(1).key);
  EXPECT_NE(reals(other.at(scores)), whole);  // the number names its chance
}

TEST(SyntheticMargins, OfTimesInWholeSecondsAre) {
  Integers seconds;
  Reals scores;
  for (std::int64_t i = 0; i < 50; ++i) {
    seconds.push_back(i * i * 1'000);
    scores.push_back(static_cast<double>(i));
  }
  const Column stay{"stay", type::Duration{TimeUnit::millisecond}, seconds};
  const SyntheticMargin margin(stay, scores, 0, testing::Seeded(1).key);
  const Column drawn = margin.at(Reals{0.3, 7.9, 20.5, 33.3, 48.1});
  for (const std::int64_t time : std::get<Cells<std::int64_t>>(drawn.values)) {
    EXPECT_EQ(time % 1'000, 0) << time;
  }
}

TEST(Margins, OfOneColumnAreThoseOfTheTable) {
  random::Stream stream(random::key_from_seed(23), {random::Purpose::test});
  const random::Key key = random::key_from_seed(24);
  for (int time = 0; time < 10; ++time) {
    const Table table = testing::random_mixed_table(80, stream);
    for (const Marginals marginals : {Marginals::smoothed, Marginals::synthetic}) {
      const Table whole = with_margins(table, marginals, key);
      for (std::uint32_t j = 0; j < table.column_count(); ++j) {
        const Column own = with_margins(table.columns()[j], j, marginals, key);
        EXPECT_EQ(testing::counts_of(own), testing::counts_of(whole.columns()[j]));
        for (std::size_t i = 0; i < 80; ++i) {
          EXPECT_EQ(cell_text(own, i), cell_text(whole.columns()[j], i));
        }
      }
    }
  }
  const Column normal = testing::normal_table(80, 1, 3).columns()[0];
  EXPECT_NE(reals(with_margins(normal, 0, Marginals::synthetic, key)),
            reals(with_margins(normal, 1, Marginals::synthetic, key)));
}

TEST(StatedColumns, GiveTheKeyOfTheWholeTable) {
  random::Stream stream(random::key_from_seed(25), {random::Purpose::test});
  const random::Key key = random::key_from_seed(26);
  for (const char* name : {"sjppds", "cell_rotate", "noise"}) {
    const Method& method = **find_method(name);
    for (int time = 0; time < 10; ++time) {
      Table table = testing::random_mixed_table(50, stream);
      table.columns()[0].role = Role::keep;
      std::vector<StatedColumn> columns;
      const auto digest = digests(table, digest_key(key));
      for (std::size_t j = 0; j < table.column_count(); ++j) {
        columns.push_back(stated(table.columns()[j], method));
        columns.back().digest = digest[j];
      }
      const auto own = [&](std::size_t rows) {
        return release_key(key, method, {}, rows, columns).bytes();
      };
      if (!method.sees_structure) {
        EXPECT_EQ(own(50), release_key(key, method, {}, table).bytes()) << name;
      }
      const auto before = own(50);
      EXPECT_NE(own(51), before);
      columns[1].digest.high ^= 1;
      EXPECT_NE(own(50), before);
      columns[1].digest.high ^= 1;
      columns[0].digest.low ^= 1;  // of what is kept nothing counts but name and role
      EXPECT_EQ(own(50) == before, !columns[0].is_digested);
    }
  }
}

TEST(ColumnShuffle, RefusesInfiniteValuesAndFalseOptions) {
  const random::Key key = random::key_from_seed(27);
  const Column infinite{"a", Reals{1, HUGE_VAL, 2}};
  const auto refused = ColumnShuffle::make(infinite, 0, {}, key);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "Column 'a' has an infinite value.");
  EXPECT_FALSE(ColumnShuffle::make({"a", Reals{1, 2}}, 0, {{"bins", std::int64_t{0}}}, key));
}

}  // namespace
}  // namespace overhand::masking
