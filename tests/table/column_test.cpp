#include "overhand/table/column.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

TEST(Cells, CopiesShareTheirMemory) {
  const Cells<double> cells{1, 2, 3};
  const Cells<double> copy = cells;
  EXPECT_EQ(copy.data(), cells.data());
  EXPECT_EQ(copy, cells);
}

TEST(Cells, BorrowsWhatAnOwnerKeepsAlive) {
  auto values = std::make_shared<std::vector<double>>(3, 7.0);
  const std::weak_ptr<std::vector<double>> watched = values;
  const double* first = values->data();
  Cells<double> cells(std::span<const double>(*values), values);
  values.reset();
  EXPECT_EQ(cells.data(), first);
  EXPECT_EQ(cells[2], 7);
  EXPECT_FALSE(watched.expired());
  cells = {};
  EXPECT_TRUE(watched.expired());
}

TEST(Column, HasThePlainTypeOfItsStorage) {
  EXPECT_EQ(Column("a", Reals{1}).type, Type(type::Real{}));
  EXPECT_EQ(Column("a", Integers{1}).type, Type(type::Integer{}));
  EXPECT_EQ(Column("a", Texts{"x"}).type, Type(type::Text{}));
}

TEST(Column, KeepsItsTypeWithOtherValuesOfTheSameStorage) {
  Column column("born", type::Date{}, Integers{1, 2}, Role::keep);
  column.format = "tdD";
  const Column moved = with_values(column, Integers{2, 1});
  EXPECT_EQ(moved.type, Type(type::Date{}));
  EXPECT_EQ(moved.role, Role::keep);
  EXPECT_EQ(moved.format, "tdD");
  const Column other = with_values(column, Reals{1.5, 2});
  EXPECT_EQ(other.type, Type(type::Real{}));
  EXPECT_EQ(other.format, "");
}

TEST(Column, CountsGapsOfEveryStorage) {
  EXPECT_EQ(missing_count(Reals{1, missing_real}), 1U);
  EXPECT_EQ(missing_count(Integers{missing_integer, missing_integer}), 2U);
  EXPECT_EQ(missing_count(Texts{"a", std::nullopt, ""}), 1U);
}

TEST(Type, OnlyAmountsAreQuantities) {
  EXPECT_TRUE(is_quantity(type::Real{}));
  EXPECT_TRUE(is_quantity(type::Integer{}));
  for (const Type& type : {Type(type::Boolean{}), Type(type::Date{}), Type(type::Timestamp{}),
                           Type(type::Duration{}), Type(type::Category{}), Type(type::Text{})}) {
    EXPECT_FALSE(is_quantity(type)) << name_of(type);
  }
}

TEST(Emptied, HasNoValuesAndAllElse) {
  Column born("born", type::Date{}, Integers{1, missing_integer}, Role::keep);
  born.format = "tdD";
  const Column empty = emptied(born);
  EXPECT_EQ(empty.size(), 0U);
  EXPECT_EQ(empty.name, "born");
  EXPECT_EQ(empty.type, Type(type::Date{}));
  EXPECT_EQ(empty.role, Role::keep);
  EXPECT_EQ(empty.format, "tdD");
  EXPECT_TRUE(std::holds_alternative<Cells<std::int64_t>>(empty.values));
  EXPECT_EQ(born.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<Cells<double>>(emptied(Column("a", Reals{1.5})).values));
}

// Codes that come later mean the same levels.
TEST(Emptied, KeepsTheLevels) {
  const Column column("c", type::Category{true}, Texts{"low", "high", std::nullopt, "low"});
  const Column empty = emptied(column);
  EXPECT_EQ(empty.size(), 0U);
  EXPECT_EQ(empty.type, Type(type::Category{true}));
  EXPECT_EQ(std::get<Texts>(empty.values).shared_dictionary(),
            std::get<Texts>(column.values).shared_dictionary());
}

}  // namespace
}  // namespace overhand
