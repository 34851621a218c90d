#include <gtest/gtest.h>

#include "overhand/risk/compared_internal.h"
#include "overhand/risk/told_columns_internal.h"

namespace overhand::risk {
namespace {

Table towns(Texts illness, Reals income) {
  Table table({{"town", Texts{"a", "a", "a", "b", "b", "c"}},
               {"illness", std::move(illness)},
               {"income", std::move(income)},
               {"same", Reals{1, 1, 1, 1, 1, 1}}});
  table.columns().front().role = Role::keep;
  return table;
}

TEST(ToldColumns, AreThoseWithOneValueInAClass) {
  const Table original =
      towns(Texts{"flu", "flu", "flu", "flu", "cold", "cold"}, Reals{1, 2, 3, 4, 4, 5});
  const auto told = kept_columns(original, original, std::nullopt).told;
  ASSERT_EQ(told.size(),
            2U);  // a column of one value is no news, and a class of one is found anyway
  EXPECT_EQ(told[0].column, "illness");
  EXPECT_EQ(told[0].records, 3U);
  EXPECT_EQ(told[1].column, "income");
  EXPECT_EQ(told[1].records, 2U);
}

TEST(ToldColumns, AreNotThoseThatTheMaskingMixes) {
  const Table original =
      towns(Texts{"flu", "flu", "flu", "flu", "cold", "cold"}, Reals{1, 2, 3, 4, 5, 6});
  const Table masked =
      towns(Texts{"flu", "cold", "flu", "flu", "cold", "flu"}, Reals{1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(kept_columns(original, masked, std::nullopt).told.empty());
}

}  // namespace
}  // namespace overhand::risk
