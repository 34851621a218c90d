// Leaks that are planted for who knows how a method works: each must be beyond a ceiling, and the
// same method, used with care, under every one.
#include <gtest/gtest.h>

#include <cmath>

#include "overhand/masking/methods.h"
#include "overhand/release/ceilings.h"
#include "support/tables.h"

namespace overhand::release {
namespace {

const random::Key key = random::key_from_seed(1);

std::vector<Held> attacked(const Table& original, const char* name,
                           const masking::OptionValues& values, attacks::KnownBins bins = {}) {
  const attacks::AttackOptions options{.most_people = 1000, .sets = 6, .bins = bins};
  const auto plan = attacks::attack_plan(original, {}, options, key);
  const auto mask = [&](const Table& members, std::size_t split) -> Result<Table> {
    const random::Key own = random::key_from_seed(100 + split);
    auto masked = masking::mask(**masking::find_method(name), members,
                                {.values = values, .shuffle_rows = true}, {own, Progress()});
    if (!masked) return masked.error();
    return std::move(masked->table);
  };
  const auto sums = attacks::attacks_on(original, *plan, mask, options, key);
  EXPECT_TRUE(sums) << sums.error().message;
  return held_against({}, attacks::attacks_of(*sums));
}

const Held& named(const std::vector<Held>& held, const std::string& name) {
  return *std::ranges::find(held, name, &Held::name);
}

masking::OptionValue whole(std::int64_t value) { return value; }

// Five columns that have one thing in common.
Table related_table(std::size_t rows) {
  const Table normal = testing::normal_table(rows, 6, 3);
  const Reals common = testing::reals_of(normal, 5);
  std::vector<Reals> columns;
  for (std::size_t j = 0; j < 5; ++j) {
    Reals values = testing::reals_of(normal, j);
    for (std::size_t row = 0; row < rows; ++row) values[row] += common[row];
    columns.push_back(std::move(values));
  }
  return testing::table_of(std::move(columns));
}

TEST(Leaks, NarrowBinsTellTheRecord) {
  const auto held = attacked(related_table(1000), "sjppds",
                             {{"bins", whole(60)}, {"marginals", std::string("smoothed")}}, {60});
  EXPECT_FALSE(named(held, "inference_5").is_kept());
  EXPECT_GT(named(held, "inference_5").measured, 0.5);
  EXPECT_EQ(named(held, "inference_3").by, "bins of the method");
}

TEST(Leaks, WideBinsDoNot) {
  const auto held = attacked(related_table(1000), "sjppds",
                             {{"bins", whole(2)}, {"marginals", std::string("synthetic")}}, {2});
  for (const Held& one : held) EXPECT_TRUE(one.is_kept()) << one.name << ' ' << one.measured;
}

// Two hundred groups of five who are nearly alike and unlike all others: the mean of a group is
// what everybody in it has.
Table narrow_groups() {
  const Table centres = testing::normal_table(200, 5, 4);
  const Table small = testing::normal_table(1000, 5, 5);
  std::vector<Reals> columns;
  for (std::size_t j = 0; j < 5; ++j) {
    Reals values(1000);
    for (std::size_t row = 0; row < values.size(); ++row) {
      values[row] =
          testing::reals_of(centres, j)[row / 5] + 0.005 * testing::reals_of(small, j)[row];
    }
    columns.push_back(std::move(values));
  }
  return testing::table_of(std::move(columns));
}

TEST(Leaks, TheMeanOfANarrowGroupTellsItsMembers) {
  const auto held = attacked(narrow_groups(), "mdav", {{"k", whole(5)}});
  EXPECT_FALSE(all_kept(held));
  EXPECT_FALSE(named(held, "isolated_3").is_kept() && named(held, "inference_3").is_kept());
}

TEST(Leaks, TheMeanOfAWideGroupDoesNot) {
  const auto held = attacked(related_table(2000), "mdav", {{"k", whole(400)}});
  for (const Held& one : held) EXPECT_TRUE(one.is_kept()) << one.name << ' ' << one.measured;
}

// The last column is nearly the sum of the others: free margins keep the line of every cell, so
// that the one through the records near a member who lies alone goes through that person too, and
// through a stranger less often. (An exact sum would be guessed of strangers as well.)
Table collinear_table() {
  const Table related = related_table(1000);
  std::vector<Reals> columns;
  Reals sums(1000);
  for (std::size_t j = 0; j < 5; ++j) {
    columns.push_back(testing::reals_of(related, j));
    for (std::size_t row = 0; row < sums.size(); ++row) {
      const double cubed = columns[j][row] * columns[j][row] * columns[j][row];
      columns[j][row] = cubed;  // long tails: those in them lie alone
      sums[row] += cubed;
    }
  }
  const Reals extra = testing::reals_of(testing::normal_table(1000, 1, 9), 0);
  double square = 0;
  for (const double sum : sums) square += sum * sum / 1000;
  for (std::size_t row = 0; row < sums.size(); ++row) {
    sums[row] += 0.01 * std::sqrt(square) * extra[row];
  }
  columns.push_back(std::move(sums));
  return testing::table_of(std::move(columns));
}

TEST(Leaks, LinesInFreeCellsTellWhoLiesAlone) {
  const auto held = attacked(collinear_table(), "cell_rotate",
                             {{"k", whole(12)}, {"marginals", std::string("free")}});
  EXPECT_FALSE(named(held, "isolated_5").is_kept()) << named(held, "isolated_5").measured;
  EXPECT_EQ(named(held, "isolated_5").by, "line through the nearest");
}

TEST(Leaks, RotatedCellsWithSyntheticMarginsDoNot) {
  const auto held = attacked(related_table(1000), "cell_rotate",
                             {{"k", whole(20)}, {"marginals", std::string("synthetic")}});
  for (const Held& one : held) EXPECT_TRUE(one.is_kept()) << one.name << ' ' << one.measured;
}

// One released value lies in the middle of the room that each original one has: who looks at the
// gaps in all columns tells members from strangers, though no value goes out.
TEST(Leaks, SmoothedMarginsTellMembers) {
  const auto held = attacked(testing::normal_table(500, 8, 6), "cell_rotate",
                             {{"k", whole(20)}, {"marginals", std::string("smoothed")}});
  EXPECT_FALSE(named(held, "membership").is_kept()) << named(held, "membership").measured;
  EXPECT_EQ(named(held, "membership").by, "gaps between values");
}

// Four of each household have its income, rent and savings: what is drawn between equal values is
// that value. A stranger is of another household, though no column says which.
TEST(Leaks, ValuesOfAHouseholdTellItsPeople) {
  const Table homes = testing::normal_table(200, 3, 7);
  const Table own = testing::normal_table(800, 2, 8);
  std::vector<Reals> columns;
  for (std::size_t j = 0; j < 3; ++j) {
    Reals values(800);
    for (std::size_t row = 0; row < 800; ++row) values[row] = testing::reals_of(homes, j)[row / 4];
    columns.push_back(std::move(values));
  }
  for (std::size_t j = 0; j < 2; ++j) columns.push_back(testing::reals_of(own, j));
  const auto held = attacked(testing::table_of(std::move(columns)), "cell_rotate",
                             {{"k", whole(20)}, {"marginals", std::string("synthetic")}});
  EXPECT_GT(named(held, "look_up").measured, 0.3);
}

TEST(Leaks, SyntheticMarginsDoNot) {
  const auto held = attacked(testing::normal_table(500, 8, 6), "cell_rotate",
                             {{"k", whole(20)}, {"marginals", std::string("synthetic")}});
  EXPECT_TRUE(named(held, "membership").is_kept()) << named(held, "membership").measured;
}

}  // namespace
}  // namespace overhand::release
