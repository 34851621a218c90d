#include "overhand/table/classes.h"

#include <gtest/gtest.h>

#include <map>

#include "overhand/random/uniform.h"
#include "overhand/table/groups.h"

namespace overhand {
namespace {

TEST(Classes, AreNumberedInTheOrderOfTheirFirstRecords) {
  EXPECT_EQ(value_numbers(Column("x", Integers{7, -2, 7, 9, -2})), (Classes{0, 1, 0, 2, 1}));
}

TEST(Classes, TakeAMissingValueForAValueAndZeroForOne) {
  const Reals values = {missing_real, 0.0, -0.0, missing_real, 1.5};
  EXPECT_EQ(value_numbers(Column("x", values)), (Classes{0, 1, 1, 0, 2}));
  EXPECT_EQ(value_numbers(Column("x", Integers{missing_integer, 0, missing_integer})),
            (Classes{0, 1, 0}));
}

TEST(Classes, TellIntegersApartThatNoRealTellsApart) {
  const std::int64_t large = std::int64_t{1} << 60;
  EXPECT_EQ(value_numbers(Column("x", Integers{large, large + 1, large})), (Classes{0, 1, 0}));
}

TEST(Classes, RefinedAreThePairs) {
  random::Stream stream(random::key_from_seed(2), {random::Purpose::test});
  Classes a, b;
  for (int i = 0; i < 500; ++i) {
    a.push_back(static_cast<std::uint32_t>(random::uniform_below(9, stream)));
    b.push_back(static_cast<std::uint32_t>(random::uniform_below(7, stream)));
  }
  Classes both = a;
  refine(both, b);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> number_of;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < both.size(); ++i) {
    const auto [entry, is_new] = number_of.try_emplace({a[i], b[i]}, next);
    if (is_new) ++next;
    ASSERT_EQ(both[i], entry->second) << i;
  }
  EXPECT_EQ(class_count(both), number_of.size());
}

TEST(Groups, HoldEveryMemberInTheOrderOfTheRows) {
  const Groups groups = groups_of(Classes{1, 0, 1, 2, 0});
  ASSERT_EQ(groups.count(), 3);
  EXPECT_EQ(groups.rows, (std::vector<Row>{1, 4, 0, 2, 3}));
  EXPECT_EQ(groups.group(1).size(), 2);
  EXPECT_EQ(groups.group(1)[1], 2);
}

TEST(Groups, OfNobodyAreNone) {
  EXPECT_EQ(groups_of({}).count(), 0);
  EXPECT_EQ(class_count({}), 0);
}

}  // namespace
}  // namespace overhand
