#include "overhand/relations/derivation.h"

#include <gtest/gtest.h>

namespace overhand::relations {
namespace {

Table accounts() {
  return Table({Column("wage", Integers{10, 20, 30}), Column("rent", Reals{1.25, 2.5, 0.1}),
                Column("income", Reals{11.25, 22.5, 30.1}),
                Column("doubled", Reals{22.5, 45, 60.2}),
                Column("region", Integers{1, 2, 3}, Role::keep)});
}

std::string problem_of(const std::vector<std::string>& texts) {
  const auto found = derivations(texts, accounts());
  return found ? "" : found.error().message;
}

TEST(Derivation, IsComputedFromTheTableItIsAskedFor) {
  Table table = accounts();
  const auto found = derivations({"income = wage + rent"}, table);
  ASSERT_TRUE(found);
  table.columns()[0].values = Integers{1, 2, 3};
  const Column income = derived(found->front(), table, table.columns()[2]);
  EXPECT_EQ(income.name, "income");
  EXPECT_EQ(std::get<Cells<double>>(income.values), (Cells<double>{2.25, 4.5, 3.1}));
}

TEST(Derivation, WholeNumbersStayWhole) {
  const Table table({Column("a", Integers{4, 9, missing_integer}), Column("b", Integers{2, 3, 1}),
                     Column("c", Integers{2, 6, missing_integer})});
  const auto found = derivations({"c = a - b"}, table);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(
      std::get<Cells<std::int64_t>>(derived(found->front(), table, table.columns()[2]).values),
      (Cells<std::int64_t>{2, 6, missing_integer}));
}

TEST(Derivation, ARatioMayBeRounded) {
  const Table table({Column("a", Reals{1, 2, 5}), Column("b", Reals{3, 3, 7}),
                     Column("share", Reals{0.33, 0.67, 0.71})});
  const auto found = derivations({"share = a / b"}, table);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->front().decimals, 2);
}

// 2.5 and 3.5: to the even number, as numpy and R round, or up, as people do.
TEST(Derivation, AWholeRatioMayBeRoundedEitherWayInTheMiddle) {
  const auto problem = [](const Integers& halves) {
    const Table table({Column("a", Integers{5, 7, 8}), Column("half", halves)});
    const auto found = derivations({"half = a / 2"}, table);
    return found ? "" : found.error().message;
  };
  EXPECT_EQ(problem({2, 4, 4}), "");
  EXPECT_EQ(problem({3, 4, 4}), "");
  EXPECT_NE(problem({2, 4, 5}), "");
  EXPECT_NE(problem({1, 4, 4}), "");
}

TEST(Derivation, OneThatAnotherNeedsComesFirst) {
  const auto found = derivations({"doubled = 2 * income", "income = wage + rent"}, accounts());
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[0].column, "income");
  EXPECT_EQ((*found)[1].column, "doubled");
}

TEST(Derivation, SaysWhatIsWrong) {
  EXPECT_NE(problem_of({"income"}).find("derive 'income': there is no = in it"), std::string::npos);
  EXPECT_NE(problem_of({"gain = wage"}).find("there is no column 'gain'"), std::string::npos);
  EXPECT_NE(problem_of({"region = wage / 10"}).find("is no number and no date that is masked"),
            std::string::npos);
  EXPECT_NE(problem_of({"income = wage"})
                .find("does not hold in 3 of 3 records, the first of them "
                      "record 1"),
            std::string::npos);
  EXPECT_NE(problem_of({"income = wage + rent", "income = doubled / 2"}).find("derived twice"),
            std::string::npos);
  EXPECT_NE(problem_of({"income = doubled / 2", "doubled = 2 * income"}).find("in a circle"),
            std::string::npos);
  EXPECT_NE(problem_of({"income = income"}).find("in a circle"), std::string::npos);
}

}  // namespace
}  // namespace overhand::relations
