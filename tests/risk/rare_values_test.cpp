#include "overhand/risk/rare_values.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace overhand::risk {
namespace {

TEST(RareValues, AreThoseOfOneOrTwoOriginals) {
  const Table original({{"a", Reals{1, 1, 1, 2, 2, 3}}, {"b", Integers{7, 7, 7, 7, 7, 8}}});
  const RareValues same = rare_values(original, original);
  EXPECT_EQ(same.cells, 12U);
  EXPECT_EQ(same.rare, 4U);
  EXPECT_DOUBLE_EQ(same.share(), 4.0 / 12);
  const Table other(
      {{"a", Reals{1, 1, 1.5, 2.5, 2, missing_real}}, {"b", Integers{7, 7, 7, 7, 6, 9}}});
  EXPECT_EQ(rare_values(original, other).cells, 11U);
  EXPECT_EQ(rare_values(original, other).rare, 1U);
}

TEST(RareValues, LookAtMaskedNumbersAlone) {
  Table original({{"a", Reals{1, 2, 3}}, {"b", Texts{"x", "y", "z"}}, {"c", Reals{4, 5, 6}}});
  original.columns()[2].role = Role::keep;
  EXPECT_EQ(rare_values(original, original).cells, 3U);
  EXPECT_EQ(rare_values(Table({{"b", Texts{"x"}}}), Table({{"b", Texts{"x"}}})).share(), 0);
}

TEST(RareLevels, AreThoseOfOneOrTwoOriginalsThatGoOut) {
  Table original({{"a", Texts{"x", "x", "x", "y", "y", "z"}},
                  {"b", Texts{"u", "u", "u", "u", "u", "u"}},
                  {"c", Texts{"p", "q", "r", "s", "t", "v"}}});
  original.columns()[2].role = Role::keep;
  const auto all = rare_levels(original, original);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().column, "a");
  EXPECT_EQ(all.front().rare, 2U);
  EXPECT_EQ(all.front().all, 3U);
  const Table masked({{"a", Texts{"z", "x", "x", "x", "x", "w"}}});
  EXPECT_EQ(rare_levels(original, masked).front().rare, 1U);
  EXPECT_TRUE(rare_levels(original, Table({{"a", Texts{"x", "x"}}})).empty());
}

}  // namespace
}  // namespace overhand::risk
