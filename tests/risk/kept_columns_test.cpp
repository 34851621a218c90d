// Kept columns: records that nobody shares the kept values with are found by who knows them.
#include "overhand/risk/kept_columns.h"

#include <gtest/gtest.h>

#include "support/tables.h"

namespace overhand::risk {
namespace {

using Rows = std::vector<Row>;

Column kept(const char* name, Values values) { return {name, std::move(values), Role::keep}; }

Table masked_rows(const Table& original, const Rows& source) {
  Table masked = gather(original, source);
  for (Column& column : masked.columns()) {
    if (column.role != Role::mask) continue;
    testing::change_each(column, [](double& value) { value += 1; });
  }
  return masked;
}

const Reals incomes = {10, 20, 30, 40, 50, 60};

TEST(KeptColumns, ThatTellMostAreNamed) {
  const Texts region = {"n", "n", "n", "s", "s", "s"};
  const Integers size = {1, 2, 3, 1, 2, 3};
  const Integers year = {7, 7, 7, 7, 7, 7};
  const Table both(
      {kept("region", region), kept("year", year), kept("size", size), {"income", incomes}});
  EXPECT_EQ(unique_on_kept(both), 6U);
  EXPECT_EQ(most_telling_kept(both), (std::vector<std::string>{"size"}));
  const Table three(
      {kept("size", size), kept("pay", Integers{1, 2, 3, 4, 5, 6}), kept("region", region)});
  EXPECT_EQ(most_telling_kept(three), (std::vector<std::string>{"pay", "size"}));
  const Table harmless({kept("region", region), {"income", incomes}});
  EXPECT_EQ(unique_on_kept(harmless), 0U);
  EXPECT_EQ(most_telling_kept(harmless), (std::vector<std::string>{"region"}));
  const Table none({{"income", incomes}});
  EXPECT_EQ(unique_on_kept(none), 0U);
  EXPECT_TRUE(most_telling_kept(none).empty());
}

TEST(KeptColumns, AreJudgedTogetherInEveryStorage) {
  const Table original({kept("region", Texts{"n", "n", "n", "s", "s", std::nullopt}),
                        kept("size", Integers{1, 1, 2, 7, 7, missing_integer}),
                        kept("weight", Reals{0.5, 0.5, 0.5, missing_real, missing_real, 2}),
                        {"income", incomes}});
  const Rows source = {5, 4, 3, 2, 1, 0};
  const auto found = kept_columns(original, masked_rows(original, source), source);
  EXPECT_EQ(found.names, (std::vector<std::string>{"region", "size", "weight"}));
  EXPECT_EQ(found.records, 6U);
  EXPECT_EQ(found.unique, 2U);       // the third, alone in its size, and the last
  EXPECT_EQ(found.below_three, 6U);  // two pairs besides
  EXPECT_EQ(found.smallest_class, 1U);
  EXPECT_DOUBLE_EQ(found.unique_share(), 2.0 / 6);
}

TEST(KeptColumns, AMissingValueIsAValueThatOthersShare) {
  const Table original({kept("zip", Texts{std::nullopt, "1", std::nullopt, "1", std::nullopt, "1"}),
                        kept("zero", Reals{0.0, 1, -0.0, 1, 0.0, 1}),
                        {"income", incomes}});
  const Rows source = {0, 1, 2, 3, 4, 5};
  const auto found = kept_columns(original, masked_rows(original, source), source);
  EXPECT_EQ(found.unique, 0U);
  EXPECT_EQ(found.below_three, 0U);
  EXPECT_EQ(found.smallest_class, 3U);
}

TEST(KeptColumns, OneSourceTakenTwiceIsStillOneRecord) {
  const Table original({kept("id", Integers{1, 2, 3, 4, 5, 6}), {"income", incomes}});
  const Rows source = {0, 0, 1, 1, 2, 2};
  const auto found = kept_columns(original, masked_rows(original, source), source);
  EXPECT_EQ(found.unique, 6U);
  const SourceUse use = source_use(source, original.row_count());
  EXPECT_EQ(use.repeated, 3U);
  EXPECT_EQ(use.unused, 3U);
}

TEST(KeptColumns, OneOfAPairThatIsLeftIsUnique) {
  const Table original({kept("region", Texts{"n", "n", "s", "s", "s", "s"}), {"income", incomes}});
  const Rows source = {0, 2, 3, 4, 5, 5};
  EXPECT_EQ(kept_columns(original, masked_rows(original, source), source).unique, 1U);
}

TEST(KeptColumns, AMaskedColumnThatDidNotChangeGoesOutAsItIs) {
  const Table original({{"income", incomes},
                        {"age", Integers{1, 2, 3, 4, 5, 6}},
                        {"constant", Reals{9, 9, 9, 9, 9, 9}}});
  const Rows source = {1, 0, 3, 2, 5, 4};
  Table masked = gather(original, source);
  masked.columns()[0] = with_values(masked.columns()[0], incomes);
  const auto found = kept_columns(original, masked, source);
  EXPECT_EQ(found.unchanged, std::vector<std::string>{"age"});
  EXPECT_TRUE(found.names.empty());
  EXPECT_EQ(found.unique, 6U);
  // Read back from another format.
  masked.columns()[1] = with_values(masked.columns()[1], reals(masked.columns()[1]));
  EXPECT_EQ(kept_columns(original, masked, source).unchanged, std::vector<std::string>{"age"});
  EXPECT_TRUE(kept_columns(original, masked, std::nullopt).empty());
}

TEST(KeptColumns, WithoutAnyNothingIsUnique) {
  const Table original({{"income", Reals{1, 2}}, {"age", Reals{3, 4}}});
  const auto found = kept_columns(original, original, std::nullopt);
  EXPECT_TRUE(found.empty());
  EXPECT_EQ(found.unique, 0U);
  EXPECT_EQ(found.smallest_class, 2U);
}

TEST(KeptColumns, TextOfNumbersIsTheseNumbers) {
  const Table masked({kept("zip", Integers{1, 1, 1}), {"income", Reals{1, 2, 3}}});
  const Table numbers({kept("zip", Texts{"1", "1", "2"}), {"income", Reals{1, 2, 3}}});
  EXPECT_EQ(kept_columns(numbers, masked, std::nullopt).smallest_class, 2U);
  const Table words({kept("zip", Texts{"a", "a", "1b"}), {"income", Reals{1, 2, 3}}});
  EXPECT_EQ(kept_columns(words, masked, std::nullopt).smallest_class, 3U);  // agree nowhere
}

TEST(KeptColumns, ADateThatWasReadBackFromTextIsThatDate) {
  const Table original({{"born", type::Date{}, Integers{0, 0, 1, missing_integer}, Role::keep},
                        {"income", Reals{1, 2, 3, 4}}});
  const Texts texts = {"1970-01-01", "1970-01-02", "1970-01-02", std::nullopt};
  const Table masked({kept("born", texts), {"income", Reals{1, 2, 3, 4}}});
  const auto found = kept_columns(original, masked, std::nullopt);
  EXPECT_EQ(found.unique, 4U);  // two of the first day were there, and one of the second
  const auto same = kept_columns(original, original, std::nullopt);
  EXPECT_EQ(same.unique, 2U);
}

// Four of a and one of b, whose key is suppressed: it may be any of five, and the intruder who is
// told that it was b still finds it alone in its class.
TEST(KeptColumns, AGapThatWasSuppressedMayBeAnyValue) {
  const Table original({Column("key", Texts{"a", "a", "a", "a", "b"}, Role::keep),
                        Column("x", Reals{1, 2, 3, 4, 5}), Column("y", Reals{5, 3, 1, 2, 4})});
  const auto source = same_rows(5);
  Table masked = masked_rows(original, source);
  masked.columns()[0].values = Texts{"a", "a", "a", "a", std::nullopt};
  EXPECT_EQ(kept_columns(original, masked, source).unique, 1U);
  const auto found = kept_columns(original, masked, source, {"key"});
  EXPECT_EQ(found.unique, 0U);
  EXPECT_EQ(found.smallest_class, 5U);  // four that are true, and the one that may be
  ASSERT_TRUE(found.linkage);
  EXPECT_EQ(found.linkage->share(), 1);
}

// Copies of one source are one person, and a gap that was always there hides nobody else.
TEST(KeptColumns, ClassesAreOfPersons) {
  const Table original({Column("key", Texts{"a", "a", "b", std::nullopt, "b"}, Role::keep),
                        Column("x", Reals{1, 2, 3, 4, 5}), Column("y", Reals{5, 3, 1, 2, 4})});
  const Lineage twice = {0, 0, 2, 3, 4};
  EXPECT_EQ(kept_columns(original, masked_rows(original, twice), twice).smallest_class, 1U);
  Table emptied = masked_rows(original, twice);
  emptied.columns()[0].values = Texts{"a", "a", "b", std::nullopt, std::nullopt};
  const auto found = kept_columns(original, emptied, twice, {"key"});
  EXPECT_EQ(found.smallest_class, 2U);  // of a: source 0, and 4 that may be, but not 3
}

// Who is told that two people's keys were emptied still has both to choose from: here they have
// changed places.
TEST(KeptColumns, EmptiedKeysHideWhoTheyWere) {
  const Table original({Column("key", Texts{"a", "a", "a", "b"}, Role::keep),
                        Column("x", Reals{1, 2, 3, 4}), Column("y", Reals{1, 2, 3, 4})});
  const Lineage source = {0, 1, 2, 3};
  const Table masked({Column("key", Texts{"a", "a", std::nullopt, std::nullopt}, Role::keep),
                      Column("x", Reals{1, 2, 3.9, 3.2}), Column("y", Reals{1, 2, 3.9, 3.2})});
  const auto found = kept_columns(original, masked, source, {"key"});
  ASSERT_TRUE(found.linkage);
  EXPECT_EQ(found.linkage->found, 2U);
}

TEST(KeptColumns, SuppressionMendsRecordsThatAreUniqueBeforeAnythingIsMasked) {
  const Table original(
      {Column("key", Texts{"a", "a", "a", "b"}, Role::keep), Column("x", Reals{1, 2, 3, 4})});
  EXPECT_EQ(unique_on_kept(original), 1U);
  EXPECT_EQ(unique_on_kept(original, {.k = 2}), 0U);
}

}  // namespace
}  // namespace overhand::risk
