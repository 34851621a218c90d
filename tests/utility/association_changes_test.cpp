// Changes of associations: of masked columns, and of masked with kept ones.
#include "overhand/utility/association_changes.h"

#include <gtest/gtest.h>

#include "overhand/statistics/kept_measured.h"

namespace overhand::utility {
namespace {

// Of two masked columns, and of two kept ones with them.
ColumnAssociations associations(double of_masked, double with_kept) {
  ColumnAssociations some;
  some.masked = {2, Reals{1, of_masked, of_masked, 1}};
  some.kept = {Reals{0.9, with_kept}, Reals{0.2, 0.2}};
  return some;
}

TEST(AssociationChanges, AreOfEveryPairButThoseOfKeptColumns) {
  const ColumnAssociations original = associations(0.5, 0.1);
  const ColumnAssociations masked = associations(0.25, 0.6);
  const auto changes = association_changes(original, masked, {"a", "b", "k", "l"});
  EXPECT_EQ(changes.differences.largest, 0.5);
  EXPECT_DOUBLE_EQ(changes.differences.mean, 0.75 / 5);
  EXPECT_EQ(changes.worst->column, "b");
  EXPECT_EQ(changes.worst->other, "k");
  EXPECT_EQ(changes.worst->size(), 0.5);
}

TEST(AssociationChanges, OfASingleColumnAreNone) {
  ColumnAssociations one;
  one.masked = {1, Reals{1}};
  EXPECT_FALSE(association_changes(one, one, {"a"}).worst);
}

// Fifteen records: a region that is a number has three values, amount and name have fifteen.
TEST(KeptMeasured, AreCategoriesNumbersOrNothing) {
  Reals region;
  Reals amount;
  TextsBuilder names;
  for (int i = 0; i < 15; ++i) {
    region.push_back(i % 3);
    amount.push_back(0.5 * i);
    names.append("n" + std::to_string(i));
  }
  const Table original({{"region", region, Role::keep},
                        {"amount", amount, Role::keep},
                        {"name", std::move(names).finish(), Role::keep},
                        {"same", Reals(15, 1), Role::keep},
                        {"x", amount}});
  const auto kept = statistics::kept_measured(original);
  EXPECT_EQ(statistics::names_of(kept.columns), (std::vector<std::string>{"amount", "region"}));
  EXPECT_EQ(kept.left_out, (std::vector<std::string>{"name"}));
  const auto like = statistics::kept_measured_like(kept.columns, original);
  EXPECT_EQ(like.categories.front().codes, kept.columns.categories.front().codes);
  EXPECT_EQ(like.numbers.columns, kept.columns.numbers.columns);
}

}  // namespace
}  // namespace overhand::utility
