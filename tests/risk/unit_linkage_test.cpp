#include <gtest/gtest.h>

#include <numeric>

#include "overhand/random/shuffle.h"
#include "overhand/random/uniform.h"
#include "overhand/risk/unit_linkage_internal.h"
#include "overhand/table/classes.h"

namespace overhand::risk {
namespace {

// Nothing goes out as it is.
std::optional<FoundShare> linked(const Table& original, const Table& masked,
                                 std::optional<std::span<const Row>> source) {
  const Classes before(original.row_count(), 0);
  const Classes after(masked.row_count(), 0);
  return unit_linkage(original, masked, {before, after}, source);
}

constexpr std::size_t units = 100;
constexpr std::size_t size = 3;

// Of eight values each: many records agree, and a unit is told by its nine.
Table households(Role role = Role::unit) {
  random::Stream stream(random::key_from_seed(4), {random::Purpose::test});
  Integers unit;
  std::vector<Reals> values(3);
  for (std::size_t row = 0; row < units * size; ++row) {
    unit.push_back(static_cast<std::int64_t>(row / size));
    for (Reals& column : values) column.push_back(random::uniform_below(8, stream));
  }
  return Table({Column("unit", unit, role), Column("a", values[0]), Column("b", values[1]),
                Column("c", values[2])});
}

// The units in another order under new numbers.
struct Moved {
  explicit Moved(const Table& original) {
    const auto order =
        random::permutation(random::key_from_seed(5), {random::Purpose::test}, units);
    Integers numbers;
    for (const Row unit : order) {
      for (std::size_t member = 0; member < size; ++member) {
        source.push_back(static_cast<Row>(unit * size + member));
        numbers.push_back(static_cast<std::int64_t>(unit) * 7 + 500);
      }
    }
    table = gather(original, source);
    table.columns()[0] = Column("unit", numbers, Role::unit);
  }

  void shuffle(std::size_t column) {
    const auto order = random::permutation(random::key_from_seed(10 + column),
                                           {random::Purpose::test}, units * size);
    table.columns()[column] = gather(table.columns()[column], order);
  }

  Table table;
  Lineage source;
};

TEST(UnitLinkage, FindsEveryUnitOfAMaskingThatDoesNothing) {
  const Table original = households();
  Moved moved(original);
  const auto found = linked(original, moved.table, std::span<const Row>(moved.source));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->searched, units);
  EXPECT_EQ(found->share(), 1);
}

TEST(UnitLinkage, FindsFewWhereEveryColumnIsShuffled) {
  const Table original = households();
  Moved moved(original);
  for (std::size_t j = 1; j < 4; ++j) moved.shuffle(j);
  const auto found = linked(original, moved.table, std::span<const Row>(moved.source));
  ASSERT_TRUE(found);
  EXPECT_LT(found->share(), 0.1);
}

// Units of one record each.
Table alone(Table table) {
  Integers numbers(table.row_count());
  std::iota(numbers.begin(), numbers.end(), 0);
  table.columns()[0] = Column("unit", numbers, Role::unit);
  return table;
}

TEST(UnitLinkage, FindsByAllMembersWhomNoneOfThemTells) {
  const Table original = households();
  Moved moved(original);
  moved.shuffle(1);
  const std::span<const Row> source(moved.source);
  const auto found = linked(original, moved.table, source);
  const auto single = linked(alone(original), alone(moved.table), source);
  ASSERT_TRUE(found && single);
  EXPECT_EQ(single->searched, units * size);
  EXPECT_GT(found->share(), 2 * single->share());
}

TEST(UnitLinkage, IsThereOnlyWithUnitsAndSources) {
  const Table original = households();
  const Moved moved(original);
  EXPECT_FALSE(linked(original, moved.table, std::nullopt));
  EXPECT_FALSE(linked(households(Role::keep), moved.table, std::span<const Row>(moved.source)));
}

TEST(UnitLinkage, IsTheSameHoweverTheMembersStand) {
  Table original = households();
  for (std::size_t j = 1; j < 4; ++j) {  // no two alike: of members as near the first is taken
    Reals values = reals(original.columns()[j]);
    for (std::size_t row = 0; row < values.size(); ++row) values[row] += 1e-4 * double(row % 97);
    original.columns()[j] = Column(original.columns()[j].name, values);
  }
  Moved moved(original);
  moved.shuffle(1);
  const auto found = linked(original, moved.table, std::span<const Row>(moved.source));
  Lineage turned;  // the members of each original unit from the last to the first
  for (std::size_t row = 0; row < units * size; ++row) {
    turned.push_back(static_cast<Row>(row / size * size + (size - 1 - row % size)));
  }
  Lineage source;  // turned is its own inverse
  for (const Row row : moved.source) source.push_back(turned[row]);
  const auto again = linked(gather(original, turned), moved.table, std::span<const Row>(source));
  EXPECT_EQ(again->share(), found->share());
}

TEST(UnitLinkage, IsSoughtAmongThoseThatAgreeInWhatGoesOut) {
  const Table original = households();
  Moved moved(original);
  for (std::size_t j = 1; j < 4; ++j) moved.shuffle(j);
  Classes before;  // every unit has a class of its own
  for (std::size_t row = 0; row < units * size; ++row)
    before.push_back(static_cast<std::uint32_t>(row / size));
  Classes after;
  for (const Row row : moved.source) after.push_back(before[row]);
  const auto found =
      unit_linkage(original, moved.table, {before, after}, std::span<const Row>(moved.source));
  EXPECT_EQ(found->share(), 1);
}

}  // namespace
}  // namespace overhand::risk
