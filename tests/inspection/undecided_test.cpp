#include "overhand/inspection/undecided.h"

#include <gtest/gtest.h>

#include <numeric>

namespace overhand::inspection {
namespace {

using Names = std::vector<std::string>;

Table people(Role role = Role::mask) {
  Integers running(60);
  std::iota(running.begin(), running.end(), 100);
  Integers sex(60);
  Reals pay(60);
  for (std::size_t i = 0; i < 60; ++i) {
    sex[i] = static_cast<std::int64_t>(1 + i % 2);
    pay[i] = static_cast<double>(i * i) / 7;
  }
  return Table({{"id", running, role}, {"sex", sex, role}, {"pay", pay, role}});
}

TEST(Undecided, IdentifiersAreNamedWithTheWaysOut) {
  const auto problem = problem_with_identifiers(people(), {});
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->message, "Column 'id' looks like an identifier, which is no amount to mask.");
  Names actions;
  ASSERT_EQ(problem->remedies.size(), 3U);
  EXPECT_EQ(problem->remedies[0].action, Action::drop);
  EXPECT_EQ(problem->remedies[0].columns, Names{"id"});
  EXPECT_EQ(problem->remedies[1].action, Action::mask);
  EXPECT_EQ(problem->remedies[2].action, Action::plan);
}

TEST(Undecided, RealsThatRunAreIdentifiersToo) {
  Table table = people();
  table.columns()[0] = Column("id", reals(table.columns()[0]));
  EXPECT_TRUE(problem_with_identifiers(table, {}));
}

TEST(Undecided, RealsThatANameCallsIdentifiersAreSome) {
  Table table = people();
  Reals numbers = reals(table.columns()[0]);
  for (double& number : numbers) number = number * number + 0.5;
  table.columns()[0] = Column("patient_id", numbers);
  EXPECT_TRUE(problem_with_identifiers(table, {}));
  table.columns()[0].name = "pain";
  EXPECT_FALSE(problem_with_identifiers(table, {}));
}

TEST(Undecided, NamesOfPersonsAreNotKeptWithoutAWordHoweverManyShareThem) {
  Table table = people();
  TextsBuilder mails;
  for (int i = 0; i < 60; ++i) mails.append("a" + std::to_string(i / 3) + "@example.org");
  table.columns()[0] = Column("contact", std::move(mails).finish(), Role::keep);
  const auto problem = problem_with_identifiers(table, {});
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->remedies[1].action, Action::keep_identifiers);
  EXPECT_FALSE(problem_with_identifiers(table, {.keep_identifiers = true}));
  table.columns()[0] = Column("region", Texts(60, "north"), Role::keep);
  EXPECT_FALSE(problem_with_identifiers(table, {}));
}

TEST(Undecided, NamesOfPersonsAndDatesOfBirthAreIdentifiersToo) {
  Table table = people();
  table.columns()[0] = Column("first name", Texts(60, "Anna"));
  EXPECT_TRUE(problem_with_identifiers(table, {}));
  table.columns()[0] = Column("birth_date", type::Date{}, Integers(60, 1));
  EXPECT_TRUE(problem_with_identifiers(table, {}));
  table.columns()[0] = Column("region", Texts(60, "north"));
  EXPECT_FALSE(problem_with_identifiers(table, {}));
  table.columns()[0] = Column("ill", type::Boolean{}, Integers(60, 1));
  EXPECT_FALSE(problem_with_identifiers(table, {}));
}

TEST(Undecided, TextOfManyValuesIsNotMovedAmongRecordsWithoutAWord) {
  Table table = people();
  TextsBuilder notes;
  for (int i = 0; i < 60; ++i) notes.append("seen by neighbour " + std::to_string(i / 2));
  table.columns()[0] = Column("remark", std::move(notes).finish());
  EXPECT_TRUE(problem_with_identifiers(table, {}));
  table.columns()[0].name = "zip";
  EXPECT_FALSE(problem_with_identifiers(table, {}));
  table.columns()[0] = Column("remark", Texts(60, "none"));
  EXPECT_FALSE(problem_with_identifiers(table, {}));
}

TEST(Undecided, WhoNamesAColumnHasDecidedIt) {
  EXPECT_FALSE(problem_with_identifiers(people(), {.mask = {"id,sex,pay"}}));
  EXPECT_TRUE(problem_with_identifiers(people(), {.mask = {"sex,pay"}}));
  const ColumnPlan mask{.name = "id", .role = Treatment::mask};
  EXPECT_FALSE(problem_with_identifiers(people(), {.plans = {mask}}));
  EXPECT_TRUE(problem_with_identifiers(people(), {.plans = {{.name = "id"}}}));
}

TEST(Undecided, KeptColumnsAreNotMasked) {
  EXPECT_FALSE(problem_with_identifiers(people(Role::keep), {}));
  EXPECT_TRUE(codes_masked_as_amounts(people(Role::keep), {}).empty());
}

TEST(Undecided, CodesAreNamedUntilSomebodyDecides) {
  EXPECT_EQ(codes_masked_as_amounts(people(), {}), Names{"sex"});
  EXPECT_TRUE(codes_masked_as_amounts(people(), {.mask = {"sex"}}).empty());
  const ColumnPlan integer{.name = "sex", .type = type::Integer{}};
  EXPECT_TRUE(codes_masked_as_amounts(people(), {.plans = {integer}}).empty());
}

TEST(Undecided, TruthAndDatesAreNotMaskedAsAmounts) {
  Table table = people();
  const auto two = std::get<Cells<std::int64_t>>(table.columns()[1].values);
  table.columns()[1] = Column("sex", type::Boolean{}, two);
  EXPECT_TRUE(codes_masked_as_amounts(table, {}).empty());
  table.columns()[1] = Column("sex", type::Date{}, two);
  EXPECT_TRUE(codes_masked_as_amounts(table, {}).empty());
}

}  // namespace
}  // namespace overhand::inspection
