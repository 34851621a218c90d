#include "overhand/relations/formula.h"

#include <gtest/gtest.h>

#include <cmath>

namespace overhand::relations {
namespace {

Table small() {
  return Table({Column("a", Reals{1, 2, missing_real}), Column("b", Integers{4, 0, 6}),
                Column("cost total", Reals{0.5, 1.5, 2.5}), Column("größe", Reals{1, 2, 3}),
                Column("x.1", Reals{7, 8, 9}), Column("sex", Texts{"f", "m", "f"})});
}

Reals values_of(const std::string& text) {
  const Table table = small();
  const auto formula = Formula::parse(text, table);
  EXPECT_TRUE(formula) << (formula ? "" : formula.error().message);
  if (!formula) return {};
  const Cells<double> values = formula->values(table);
  return {values.begin(), values.end()};
}

std::string problem_of(const std::string& text) {
  const auto formula = Formula::parse(text, small());
  return formula ? "" : formula.error().message;
}

TEST(Formula, ComputesWithColumns) {
  EXPECT_EQ(values_of("b - 2 * `cost total`"), (Reals{3, -3, 1}));
  EXPECT_EQ(values_of("größe ^ 2 + x.1"), (Reals{8, 12, 18}));
  EXPECT_EQ(values_of("max(b, 1e0) * 2"), (Reals{8, 2, 12}));
}

TEST(Formula, AsksWhetherARuleHolds) {
  EXPECT_EQ(values_of("`cost total` <= b"), (Reals{1, 0, 1}));
  EXPECT_EQ(values_of("größe = 2"), (Reals{0, 1, 0}));
  EXPECT_EQ(values_of("größe == 2 || b != 4 && b >= 6"), (Reals{0, 1, 1}));
}

TEST(Formula, IsMissingWhereAColumnIsAndWhereThereIsNoNumber) {
  const Reals sum = values_of("a + b");
  EXPECT_EQ(sum[0], 5);
  EXPECT_TRUE(std::isnan(sum[2]));
  EXPECT_TRUE(std::isnan(values_of("größe / b")[1]));
}

TEST(Formula, SaysWhatIsWrongWithIt) {
  EXPECT_NE(problem_of("a + wage").find("'a + wage': "), std::string::npos);
  EXPECT_NE(problem_of("a + wage").find("wage"), std::string::npos);
  EXPECT_NE(problem_of("a + sex").find("column 'sex' is text, and only numbers"),
            std::string::npos);
  EXPECT_NE(problem_of("a +").find("ends where a number or a column is missing"),
            std::string::npos);
  EXPECT_NE(problem_of("(a").find("a bracket is not closed"), std::string::npos);
  EXPECT_NE(problem_of("a)").find("a bracket is too many"), std::string::npos);
  EXPECT_NE(problem_of("foo(a)").find("'foo' is no function"), std::string::npos);
  EXPECT_NE(problem_of("min()").find("too few or too many values"), std::string::npos);
  EXPECT_NE(problem_of("a % 2").find("'%' means nothing"), std::string::npos);
  EXPECT_NE(problem_of("2 a").find("a sign is missing"), std::string::npos);
  EXPECT_NE(problem_of("a * * 2").find("before or after '*'"), std::string::npos);
  EXPECT_NE(problem_of("`a + b").find("backquote is not closed"), std::string::npos);
  EXPECT_NE(problem_of("1 + 2").find("names no column"), std::string::npos);
}

TEST(Formula, NamesGoIntoBackquotesWhereTheyAreNoWords) {
  EXPECT_EQ(formula_name("age"), "age");
  EXPECT_EQ(formula_name("größe"), "größe");
  EXPECT_EQ(formula_name("x.1"), "x.1");
  EXPECT_EQ(formula_name("cost total"), "`cost total`");
  EXPECT_EQ(formula_name("2020"), "`2020`");
}

}  // namespace
}  // namespace overhand::relations
