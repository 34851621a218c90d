#include <gtest/gtest.h>

#include "overhand/risk/copies_internal.h"
#include "support/tables.h"

namespace overhand::risk {
namespace {

const Table original({{"age", Integers{1, 2, 3, 3}}, {"pay", Reals{10, 20, 30, 30}}});

std::size_t copies(const Table& masked) { return copies_of_unique(original, masked).found; }

TEST(Copies, AreThoseOfUniqueRecordsWhateverTheirPlaceAndStorage) {
  EXPECT_EQ(copies(original), 2U);  // the third record is there twice
  EXPECT_EQ(copies(Table({{"age", Reals{2, 2, 1, 3}}, {"pay", Reals{20, 20, 10, 30}}})), 3U);
  EXPECT_EQ(copies(Table({{"pay", Reals{20, 0, 0, 0}}, {"age", Reals{2, 0, 0, 0}}})), 1U);
}

TEST(Copies, AgreeInEveryColumnToMask) {
  EXPECT_EQ(copies(Table({{"age", Integers{2, 1, 3, 3}}, {"pay", Reals{10, 20, 31, 29}}})), 0U);
  const Table kept({{"age", Integers{2, 1, 7, 7}}, {"pay", Reals{10, 20, 3, 4}, Role::keep}});
  EXPECT_EQ(copies(kept), 2U);
}

TEST(Copies, OfMissingValuesAreCopiesToo) {
  const Table gaps({{"a", Reals{missing_real, 2}}, {"b", Integers{1, missing_integer}}});
  EXPECT_EQ(copies_of_unique(gaps, gaps).found, 2U);
}

TEST(Copies, AreOfEveryType) {
  const Table mixed({{"sex", Texts{"f", "m", "f"}},
                     {"born", type::Date{}, Integers{1, 2, 3}},
                     {"pay", Reals{1, 2, 3}}});
  EXPECT_EQ(copies_of_unique(mixed, mixed).found, 3U);
  Table masked = mixed;
  masked.columns()[0] = {"sex", Texts{"m", "f", "f"}};  // by another dictionary
  EXPECT_EQ(copies_of_unique(mixed, masked).found, 1U);
}

TEST(Copies, OfALargeTableAreEstimatedFromASample) {
  const Table large = testing::normal_table(30'000, 2, 1);
  const FoundShare found = copies_of_unique(large, large);
  EXPECT_EQ(found.searched, 2'000U);
  EXPECT_EQ(found.found, 2'000U);
  ASSERT_TRUE(found.interval);
  EXPECT_NEAR(found.highest(), 1, 1e-9);
}

TEST(Copies, NeedAColumnToMask) {
  EXPECT_EQ(copies_of_unique(original, Table({{"pay", Reals{1, 2}, Role::keep}})).searched, 0U);
}

}  // namespace
}  // namespace overhand::risk
