#include "overhand/risk/exact_values.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace overhand::risk {
namespace {

using testing::table_of;

TEST(ExactValues, CountWhatSomeOriginalHas) {
  const auto exact = exact_values(table_of({{1, 2, 3, 4}, {5, 6, 7, 8}}),
                                  table_of({{2, 2, 3.5, 9}, {5.5, 6.5, missing_real, 7.5}}));
  EXPECT_EQ(exact.cells, 7U);
  EXPECT_EQ(exact.equal, 2U);
  EXPECT_DOUBLE_EQ(exact.share(), 2.0 / 7);
}

// The smallest of x1 is held by three, and nobody's alone; its largest does not go out.
TEST(ExactValues, NameColumnsWhoseExtremesGoOut) {
  const auto exact = exact_values(table_of({{0, 0, 0, 4}, {5, 6, 7, 8}, {1, 2, 3, 4}}),
                                  table_of({{0, 0, 0, 3}, {6, 6, 7, 8}, {2, 2, 3, 3}}));
  EXPECT_EQ(exact.extremes, (std::vector<std::string>{"x2"}));
  EXPECT_EQ(exact.ends, 5U);
  EXPECT_EQ(exact.ends_out, 1U);
}

TEST(ExactValues, TellAValueAboveHalfOfTheTotal) {
  const auto exact =
      exact_values(table_of({{1, 2, 3, 7}, {1, 2, 3, 6}, {-1, 0, 1, 90}, {1, 1, 1, 100}}),
                   table_of({{1, 2, 3, 6}, {1, 2, 3, 6}, {-1, 0, 1, 90}, {1, 1, 1, 96}}));
  ASSERT_EQ(exact.dominant.size(), 2U);  // 6 is just half, and a sum with negative numbers is none
  EXPECT_EQ(exact.dominant[0].column, "x1");
  EXPECT_FALSE(exact.dominant[0].goes_out);
  EXPECT_EQ(exact.dominant[1].column, "x4");
  EXPECT_TRUE(exact.dominant[1].goes_out);
}

TEST(ExactValues, LookAtMaskedNumbersAlone) {
  Table original({Column{"place", Texts{"a", "b"}}, Column{"kept", Reals{1, 2}}});
  original.columns()[1].role = Role::keep;
  EXPECT_EQ(exact_values(original, original).cells, 0U);
}

}  // namespace
}  // namespace overhand::risk
