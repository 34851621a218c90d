// Levels of categories, values that are said to be missing, types by name, and schemas as plans.
#include "overhand/table/levels.h"

#include <gtest/gtest.h>

#include <set>

#include "overhand/table/declared_missing.h"
#include "overhand/table/schema.h"

namespace overhand {
namespace {

using Words = std::vector<std::string>;

Words words_of(const Texts& texts) {
  Words words;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    words.emplace_back(texts[row].value_or("(missing)"));
  }
  return words;
}

TEST(Levels, OfNumbersStandByTheirValue) {
  EXPECT_EQ(levels_in_order({"10", "9", "-1", "2.5", "9", std::nullopt}),
            (Words{"-1", "2.5", "9", "10"}));
  EXPECT_EQ(levels_in_order({"1e3", "999"}), (Words{"999", "1e3"}));
}

TEST(Levels, OfTextsStandByTheirBytes) {
  EXPECT_EQ(levels_in_order({"b", "a", "B", "10", "9"}), (Words{"10", "9", "B", "a", "b"}));
  // one that is no finite number makes texts of all
  EXPECT_EQ(levels_in_order({"10", "9", "inf"}), (Words{"10", "9", "inf"}));
  EXPECT_EQ(levels_in_order({"\xc3\xa4", "z"}), (Words{"z", "\xc3\xa4"}));
}

TEST(Levels, AreThoseThatSomeRowHas) {
  const Texts all = {"c", "a", "b"};
  const Texts some = std::get<Texts>(gather(Values(all), std::vector<Row>{1, 1}));
  EXPECT_EQ(some.dictionary().size(), 3U);
  EXPECT_EQ(levels_in_order(some), (Words{"a"}));
  EXPECT_TRUE(levels_in_order(Texts{std::nullopt}).empty());
}

TEST(Levels, OfTheSameRowsAreTheSameInAnyOrder) {
  const Words expected = {"-3", "0", "7", "70"};
  std::vector<Row> rows = {0, 1, 2, 3, 4};
  const Values values = Texts{"70", "7", "0", "-3", "7"};
  do {
    EXPECT_EQ(levels_in_order(std::get<Texts>(gather(values, rows))), expected);
  } while (std::next_permutation(rows.begin(), rows.end()));
}

TEST(Levels, OfAnyColumnAreItsTexts) {
  EXPECT_EQ(words_of(texts_of({"x", Reals{1.5, missing_real}})), (Words{"1.5", "(missing)"}));
  EXPECT_EQ(words_of(texts_of({"x", type::Boolean{}, Integers{1, 0}})), (Words{"true", "false"}));
  EXPECT_EQ(words_of(texts_of({"x", type::Date{}, Integers{0, missing_integer}})),
            (Words{"1970-01-01", "(missing)"}));
  EXPECT_EQ(words_of(texts_of({"x", Texts{"a", std::nullopt}})), (Words{"a", "(missing)"}));
}

TEST(Levels, BeyondAListAreFoundByTheirFirstRow) {
  const Texts texts = {"low", std::nullopt, "odd", "high", "odd"};
  EXPECT_EQ(first_row_beyond(texts, {"low", "high"}), 2U);
  EXPECT_EQ(first_row_beyond(texts, {"low", "high", "odd", "never"}), std::nullopt);
  EXPECT_EQ(first_row_beyond(texts, {}), 0U);
}

TEST(Levels, RecodedHaveTheListAsTheirDictionary) {
  const Texts texts = {"high", "low", std::nullopt, "high"};
  const Texts changed = recoded(texts, {"low", "mid", "high"});
  EXPECT_EQ(words_of(changed), words_of(texts));
  EXPECT_EQ(changed.codes()[0], 2);
  EXPECT_EQ(changed.codes()[1], 0);
  EXPECT_EQ(changed.dictionary().size(), 3U);                     // mid as well
  EXPECT_EQ(words_of(recoded(texts, {"low"})), words_of(texts));  // what is not listed follows
}

TEST(Levels, TakeTheirLabelsAlong) {
  const auto labels = std::make_shared<const Labels>(
      Labels{.variable = "answer", .values = {{1.0, "yes"}, {2.0, "no"}, {3.0, "perhaps"}}});
  const auto ordered = with_levels(labels, {"no", "yes"});
  ASSERT_EQ(ordered->values.size(), 2U);
  EXPECT_EQ(ordered->values[0], (ValueLabel{2.0, "no"}));
  EXPECT_EQ(ordered->values[1], (ValueLabel{1.0, "yes"}));
  EXPECT_EQ(ordered->variable, "answer");
  EXPECT_TRUE(with_levels(labels, {"no", "never heard"})->values.empty());
  EXPECT_EQ(with_levels(nullptr, {"no"}), nullptr);
}

Words cells_without(const Column& column, const Words& spellings) {
  return words_of(texts_of(without_declared_missing(column, spellings)));
}

TEST(DeclaredMissing, IsComparedAsANumberAmongNumbers) {
  const Column reals{"x", Reals{-99, 1.5, 99, -99.5}};
  EXPECT_EQ(cells_without(reals, {"-99", "99.00"}),
            (Words{"(missing)", "1.5", "(missing)", "-99.5"}));
  const Column whole{"x", Integers{-99, 2, 9007199254740993}};
  EXPECT_EQ(cells_without(whole, {"-99.0"}), (Words{"(missing)", "2", "9007199254740993"}));
  EXPECT_EQ(cells_without(whole, {"9007199254740993"}), (Words{"-99", "2", "(missing)"}));
  // the double next to it is another number
  EXPECT_EQ(cells_without(whole, {"9007199254740992"}), (Words{"-99", "2", "9007199254740993"}));
}

TEST(DeclaredMissing, IsComparedAsADateAmongDates) {
  const Column dates{"d", type::Date{}, Integers{0, 1}};
  EXPECT_EQ(cells_without(dates, {"1970-01-02"}), (Words{"1970-01-01", "(missing)"}));
  EXPECT_EQ(cells_without(dates, {"1", "0"}), (Words{"1970-01-01", "1970-01-02"}));
  const Column truth{"b", type::Boolean{}, Integers{0, 1}};
  EXPECT_EQ(cells_without(truth, {"false"}), (Words{"(missing)", "true"}));
}

TEST(DeclaredMissing, IsComparedByLettersAmongTexts) {
  const Column texts{"t", Texts{"unknown", "Unknown", "-99", "-99.0"}};
  EXPECT_EQ(cells_without(texts, {"unknown", "-99"}),
            (Words{"(missing)", "Unknown", "(missing)", "-99.0"}));
}

TEST(DeclaredMissing, LeavesAllElseOfTheColumn) {
  Column column{"d", type::Date{}, Integers{0, 1}};
  column.role = Role::keep;
  column.format = "tdm";
  const Column left = without_declared_missing(column, {"1970-01-01"});
  EXPECT_EQ(left.type, column.type);
  EXPECT_EQ(left.role, Role::keep);
  EXPECT_EQ(left.format, "tdm");
  EXPECT_EQ(missing_count(without_declared_missing(column, {}).values), 0U);
}

TEST(Type, IsNamedOnceAndFoundByItsName) {
  const auto names = type_names();
  EXPECT_EQ(names, (Words{"real", "integer", "boolean", "date", "timestamp", "duration", "category",
                          "text"}));
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names) {
    ASSERT_TRUE(type_named(name));
    EXPECT_EQ(name_of(*type_named(name)), name);
  }
  for (const char* none : {"", "Real", "number", "string", "real "}) EXPECT_FALSE(type_named(none));
}

TEST(Type, HasAStorageAndWords) {
  EXPECT_EQ(storage_of(Type(type::Real{})), Storage::reals);
  for (const Type& type : {Type(type::Integer{}), Type(type::Boolean{}), Type(type::Date{}),
                           Type(type::Timestamp{}), Type(type::Duration{})}) {
    EXPECT_EQ(storage_of(type), Storage::integers);
  }
  EXPECT_EQ(storage_of(Type(type::Category{})), Storage::texts);
  EXPECT_EQ(words_for(type::Boolean{}), "true or false");
  EXPECT_EQ(words_for(type::Integer{}), words_for(type::Real{}));
}

TEST(Schema, GivesEachColumnWhatMeansMissingEverywhere) {
  Schema schema;
  schema.columns = {{.name = "age", .missing = {"-99"}}, {.name = "sex"}};
  schema.missing = {"unknown"};
  const auto plans = plans_of(schema);
  EXPECT_EQ(plans[0].missing, (Words{"-99", "unknown"}));
  EXPECT_EQ(plans[1].missing, (Words{"unknown"}));
  EXPECT_EQ(plan_of(plans, "sex"), &plans[1]);
  EXPECT_EQ(plan_of(plans, "Sex"), nullptr);
}

TEST(Treatment, IsFoundByItsName) {
  for (const auto treatment : {Treatment::mask, Treatment::keep, Treatment::drop}) {
    EXPECT_EQ(treatment_named(name_of(treatment)), treatment);
  }
  EXPECT_FALSE(treatment_named("masked"));
}

}  // namespace
}  // namespace overhand
