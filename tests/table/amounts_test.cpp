#include "overhand/table/amounts.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

Reals amounts_of(const Column& column) {
  const auto values = amounts(column);
  EXPECT_EQ(values.has_value(), has_amounts(column));
  return values ? Reals(values->begin(), values->end()) : Reals{};
}

TEST(Amounts, AreQuantitiesAsTheyAre) {
  EXPECT_EQ(amounts_of({"a", Reals{1.5, -2}}), (Reals{1.5, -2}));
  EXPECT_EQ(amounts_of({"a", Integers{3, 4}}), (Reals{3, 4}));
  EXPECT_TRUE(is_missing(amounts_of({"a", Integers{3, missing_integer}})[1]));
}

TEST(Amounts, AreDaysAndSeconds) {
  EXPECT_EQ(amounts_of({"day", type::Date{}, Integers{10, 12}}), (Reals{10, 12}));
  EXPECT_EQ(amounts_of({"time", type::Timestamp{TimeUnit::millisecond}, Integers{1500, 0}}),
            (Reals{1.5, 0}));
}

TEST(Amounts, OfAKeptTextAreTheNumbersThatItSays) {
  Column kept("w", Texts{"1.50", "NA", "2", "-"}, Role::keep);
  const Reals values = amounts_of(kept);
  EXPECT_EQ(values[0], 1.5);
  EXPECT_TRUE(is_missing(values[1]));
  EXPECT_EQ(values[2], 2);
  EXPECT_TRUE(is_missing(values[3]));
  kept = Column("w", Texts{"1.234,5", "7"}, Role::keep);
  kept.decimal = ',';
  EXPECT_EQ(amounts_of(kept), (Reals{1234.5, 7}));
  EXPECT_EQ(amounts_of(gather(kept, std::vector<Row>{1, 0})), (Reals{7, 1234.5}));
}

TEST(Amounts, AreNotInOtherTextsNorInCodes) {
  EXPECT_FALSE(has_amounts({"w", Texts{"1", "many"}, Role::keep}));
  EXPECT_FALSE(has_amounts({"zip", Texts{"01067", "10115"}, Role::keep}));
  EXPECT_FALSE(has_amounts({"w", Texts{"1", "2"}, Role::mask}));
  EXPECT_FALSE(has_amounts({"w", Texts{"", "NA"}, Role::keep}));
  EXPECT_FALSE(has_amounts({"yes", type::Boolean{}, Integers{1, 0}}));
}

}  // namespace
}  // namespace overhand
