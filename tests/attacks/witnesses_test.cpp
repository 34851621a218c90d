#include "overhand/attacks/witnesses.h"

#include <gtest/gtest.h>

#include "support/mixed.h"
#include "support/tables.h"

namespace overhand::attacks {
namespace {

const random::Key key = random::key_from_seed(1);
const AttackOptions options{.most_people = 10, .sets = 3};

struct Case {
  Table original;
  Table released;
  People people;
};

std::vector<Row> rows_from(std::size_t first, std::size_t end) {
  std::vector<Row> rows;
  for (std::size_t row = first; row < end; ++row) rows.push_back(static_cast<Row>(row));
  return rows;
}

Case with(const Table& table) {
  const std::size_t half = table.row_count() / 2;
  return {table, gather(table, rows_from(half, table.row_count())),
          People{rows_from(half, table.row_count()), rows_from(0, half)}};
}

// What three tasks find, each in its part, put together.
std::vector<Row> found_in_parts(const Case& of, const std::vector<std::size_t>& ends) {
  const View whole = *view_of(of.original, of.released);
  const People some = of.people.sampled(options.most_people, key);
  std::vector<Row> people = some.members;
  people.insert(people.end(), some.controls.begin(), some.controls.end());
  const auto searches = searches_of(whole, options, key);
  Witnesses all(people, searches);
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    Witnesses some_of(people, searches);
    const Table part = gather(of.released, rows_from(first, end));
    EXPECT_TRUE(some_of.see(of.original, part, first));
    EXPECT_TRUE(all.add(some_of.distances(), some_of.rows()));
    first = end;
  }
  return all.found();
}

void expect_same(const AttackTally& a, const AttackTally& b) {
  EXPECT_EQ(a.target.people, b.target.people);
  EXPECT_DOUBLE_EQ(a.target.right, b.target.right);
  EXPECT_EQ(a.control.people, b.control.people);
  EXPECT_DOUBLE_EQ(a.control.right, b.control.right);
}

void expect_same_attacks(const Case& of) {
  const std::size_t rows = of.released.row_count();
  const auto found = found_in_parts(of, {rows / 7, rows / 2, rows});
  EXPECT_LT(found.size(), rows);  // else there is nothing to see
  const Flags nobody(of.original.row_count());
  const auto on = [&](const Table& released) {
    return attacked(*view_of(of.original, released), of.people, nobody, options, key);
  };
  const AttackSums whole = on(of.released);
  const AttackSums some = on(gather(of.released, found));
  for (std::size_t i = 0; i < known_facts.size(); ++i) {
    for (std::size_t g = 0; g < Inference::guessers; ++g) {
      expect_same(whole.inference[i].all[g], some.inference[i].all[g]);
    }
  }
  expect_same(whole.linkability, some.linkability);
  EXPECT_EQ(whole.membership.nearness.members, some.membership.nearness.members);
  EXPECT_EQ(whole.membership.nearness.controls, some.membership.nearness.controls);
  EXPECT_EQ(whole.membership.relative.members, some.membership.relative.members);
  EXPECT_EQ(whole.membership.relative.controls, some.membership.relative.controls);
}

TEST(Witnesses, AreAllThatAttacksByNumbersLookAt) {
  expect_same_attacks(with(testing::normal_table(40'000, 6, 3)));
}

TEST(Witnesses, AreAllThatAttacksByLevelsAndGapsLookAt) {
  expect_same_attacks(with(testing::mixed_table(40'000, 3)));
}

TEST(Witnesses, AreTheSameHoweverTheReleaseIsCut) {
  const Case of = with(testing::mixed_table(3'000, 4));
  EXPECT_EQ(found_in_parts(of, {1'500}), found_in_parts(of, {1, 2, 700, 700, 1'500}));
}

TEST(Witnesses, OfOtherPeopleAreRefused) {
  Witnesses one({0, 1}, {{{0}, 2}});
  const Witnesses other({0}, {{{0}, 2}});
  EXPECT_FALSE(one.add(other.distances(), other.rows()));
}

TEST(Witnesses, OfEquallyNearRecordsAreTheFirst) {
  const Table people({Column("a", Reals{0, 1, 2, 3}, Role::mask)});
  const Table released({Column("a", Reals{9, 1, 1, 1, 0}, Role::mask)});
  Witnesses witnesses({1}, {{{0}, 2}});
  ASSERT_TRUE(witnesses.see(people, released, 10));
  EXPECT_EQ(witnesses.found(), (std::vector<Row>{11, 12}));
}

}  // namespace
}  // namespace overhand::attacks
