#include "overhand/relations/identities.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overhand/random/uniform.h"
#include "support/csv.h"

namespace overhand::relations {
namespace {

using Formulas = std::vector<std::string>;

Reals uniform(std::uint32_t column, std::size_t rows = 200) {
  random::Stream stream(random::key_from_seed(7), {random::Purpose::test, column});
  Reals values(rows);
  for (double& value : values) value = random::uniform_below(100'000, stream) / 100.0;
  return values;
}

Reals combined(const Reals& a, double x, const Reals& b, double y, double constant = 0) {
  Reals values(a.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = x * a[i] + y * b[i] + constant;
  return values;
}

TEST(Identities, FindATotalWhereverItStands) {
  const Reals a = uniform(1);
  const Reals b = uniform(2);
  const Reals total = combined(a, 1, b, 1);
  EXPECT_EQ(identities(Table({Column("a", a), Column("b", b), Column("total", total)})),
            Formulas{"total = a + b"});
  EXPECT_EQ(identities(Table({Column("total", total), Column("a", a), Column("b", b)})),
            Formulas{"total = a + b"});
  EXPECT_EQ(identities(Table({Column("a", a), Column("all of it", total), Column("b", b)})),
            Formulas{"`all of it` = a + b"});
}

TEST(Identities, FindTotalsOfTotals) {
  const Reals a = uniform(1);
  const Reals b = uniform(2);
  const Reals c = uniform(3);
  const Reals part = combined(a, 1, b, 1);
  const Reals all = combined(part, 1, c, 1);
  EXPECT_EQ(identities(Table({Column("all", all), Column("part", part), Column("a", a),
                              Column("b", b), Column("c", c)})),
            (Formulas{"part = a + b", "all = part + c"}));
  EXPECT_EQ(identities(Table({Column("a", a), Column("b", b), Column("part", part), Column("c", c),
                              Column("all", all)})),
            (Formulas{"part = a + b", "all = a + b + c"}));
}

TEST(Identities, FindFractionsConstantsAndCopies) {
  const Reals a = uniform(1);
  const Reals b = uniform(2);
  EXPECT_EQ(
      identities(Table({Column("a", a), Column("b", b), Column("c", combined(a, 0.5, b, -2))})),
      Formulas{"c = 0.5 * a - 2 * b"});
  EXPECT_EQ(identities(Table(
                {Column("born", a), Column("b", b), Column("age", combined(a, -1, b, 0, 2020))})),
            Formulas{"age = -born + 2020"});
  EXPECT_EQ(identities(Table({Column("a", a), Column("b", b), Column("copy", a)})),
            Formulas{"copy = a"});
}

TEST(Identities, LeaveTwoColumnsToMask) {
  const Reals a = uniform(1);
  const Column twice("twice", combined(a, 2, a, 0));
  EXPECT_EQ(identities(Table({Column("a", a), twice, Column("more", combined(a, 3, a, 0))})).size(),
            1U);
  EXPECT_TRUE(identities(Table({Column("a", a), twice})).empty());
}

TEST(Identities, AreExact) {
  const Reals a = uniform(1);
  const Reals b = uniform(2);
  Reals nearly = combined(a, 1, b, 1);
  nearly[150] += 0.01;
  EXPECT_TRUE(identities(Table({Column("a", a), Column("b", b), Column("c", nearly)})).empty());
  EXPECT_TRUE(identities(Table({Column("a", a), Column("b", b), Column("c", uniform(3))})).empty());
}

TEST(Identities, OfManyRecordsAreHeldAgainstAllOfThem) {
  const Reals a = uniform(1, 50'000);
  const Reals b = uniform(2, 50'000);
  Reals total = combined(a, 1, b, 1);
  EXPECT_EQ(identities(Table({Column("a", a), Column("b", b), Column("c", total)})).size(), 1U);
  total[1] += 1;  // among those that are not searched
  EXPECT_TRUE(identities(Table({Column("a", a), Column("b", b), Column("c", total)})).empty());
}

TEST(Identities, LookAtCompleteNumbersToMaskAlone) {
  const Reals a = uniform(1);
  Reals gaps = a;
  gaps[3] = missing_real;
  EXPECT_TRUE(identities(Table({Column("a", a), Column("b", gaps)})).empty());
  EXPECT_TRUE(identities(Table({Column("a", a), Column("b", a, Role::keep)})).empty());
  EXPECT_TRUE(identities(Table({Column("a", Reals{1, 2, 3}), Column("b", Reals{2, 4, 6})})).empty())
      << "three records tell nothing";
}

TEST(Identities, OfFewerThanTwoNumbersAreNone) {
  EXPECT_TRUE(identities(Table({Column("a", overhand::Texts{"x", "y"})})).empty());
  EXPECT_TRUE(identities(Table({Column("a", uniform(1))})).empty());
  EXPECT_TRUE(identities(Table({Column("a", Reals{}), Column("b", Reals{})})).empty());
}

TEST(Identities, AreNotSoughtAmongNumbersBeyondComputing) {
  Reals huge = uniform(1);
  Reals tiny = uniform(2);
  for (double& value : huge) value *= 1e305;
  for (double& value : tiny) value *= 5e-324;
  EXPECT_TRUE(identities(Table({Column("a", huge), Column("b", huge), Column("c", tiny),
                                Column("d", tiny)}))
                  .empty());
}

TEST(Identities, OfCensus) {
  if (!testing::exists(testing::data_file("census.csv"))) GTEST_SKIP() << "Census is not there";
  EXPECT_EQ(identities(testing::read_csv(testing::data_file("census.csv"))),
            Formulas{"PTOTVAL = POTHVAL + PEARNVAL"});
}

}  // namespace
}  // namespace overhand::relations
