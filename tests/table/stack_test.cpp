#include "overhand/table/stack.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

TEST(Stack, PutsOneTableUnderTheOther) {
  const Table both = stacked(std::vector<Table>{
      Table({Column("a", Reals{1, 2}), Column("b", Integers{3, missing_integer}, Role::keep)}),
      Table({Column("a", Reals{missing_real}), Column("b", Integers{5}, Role::keep)})});
  EXPECT_EQ(both.row_count(), 3U);
  EXPECT_TRUE(is_missing(std::get<Cells<double>>(both.columns()[0].values)[2]));
  EXPECT_EQ(std::get<Cells<std::int64_t>>(both.columns()[1].values),
            (Cells<std::int64_t>{3, missing_integer, 5}));
  EXPECT_EQ(both.columns()[1].role, Role::keep);
}

TEST(Stack, LevelsOfBothAreLevelsOfAll) {
  const Column all =
      stacked(std::vector<Column>{Column("c", type::Category{true}, Texts{"low", std::nullopt}),
                                  Column("c", type::Category{true}, Texts{"high", "low"})});
  EXPECT_EQ(std::get<Texts>(all.values), (Texts{"low", std::nullopt, "high", "low"}));
  EXPECT_EQ(all.type, Type(type::Category{true}));
}

TEST(Stack, OneDictionaryStaysOne) {
  const Column whole("c", Texts{"a", "b", "a"});
  const Column all = stacked(std::vector<Column>{whole, gather(whole, std::vector<Row>{1})});
  EXPECT_EQ(std::get<Texts>(all.values).shared_dictionary(),
            std::get<Texts>(whole.values).shared_dictionary());
}

TEST(Stack, NumbersStoredInTwoWaysBecomeReals) {
  const Column all =
      stacked(std::vector<Column>{Column("n", Integers{1}), Column("n", Reals{2.5})});
  EXPECT_EQ(std::get<Cells<double>>(all.values), (Cells<double>{1, 2.5}));
}

}  // namespace
}  // namespace overhand
