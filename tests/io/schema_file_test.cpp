#include "overhand/io/schema_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "overhand/random/uniform.h"
#include "support/folder.h"

namespace overhand::io {
namespace {

using List = std::vector<std::string>;

Schema read(const std::string& text) {
  const auto schema = schema_of(text, "x.toml");
  EXPECT_TRUE(schema) << sentence_of(schema.error());
  return schema ? *schema : Schema{};
}

std::string problem(const std::string& text) {
  const auto schema = schema_of(text, "x.toml");
  return schema ? "none" : sentence_of(schema.error());
}

TEST(SchemaFile, SaysWhatEachColumnIs) {
  const Schema schema = read(
      "missing = [\"NA\", -99]\n"
      "weight = \"w\"\n"
      "[columns.pay]\ntype = \"real\"\nrole = \"mask\"\nmissing = [-1.5, \"none\"]\n"
      "[columns.\"last, first\"]\nrole = \"drop\"\n"
      "[columns]\ngrade = { ordered = [1, 2, 3], role = \"keep\" }\nw = {}\n");
  ASSERT_EQ(schema.columns.size(), 4U);
  EXPECT_EQ(schema.columns[0],
            (ColumnPlan{"pay", type::Real{}, Treatment::mask, {}, {"-1.5", "none"}}));
  EXPECT_EQ(schema.columns[1], (ColumnPlan{"last, first", std::nullopt, Treatment::drop}));
  EXPECT_EQ(schema.columns[2],
            (ColumnPlan{"grade", type::Category{true}, Treatment::keep, {"1", "2", "3"}}));
  EXPECT_EQ(schema.columns[3], (ColumnPlan{"w"}));
  EXPECT_EQ(schema.missing, (List{"NA", "-99"}));
  EXPECT_EQ(schema.columns[0].place.line, 3U);
  EXPECT_EQ(schema.columns[2].place.line, 10U);
  EXPECT_EQ(schema.columns[0].place.file, "x.toml");
}

TEST(SchemaFile, EveryMistakeIsASentenceWithItsLineAndName) {
  const std::string age = "[columns.age]\n";
  const std::vector<std::pair<std::string, std::string>> all = {
      {age + "role = \"mask\"\nrole = \"drop\"\n",
       "x.toml, line 3: Column 'age' has two roles; give it one."},
      {age + "role = [\"mask\", \"drop\"]\n",
       "x.toml, line 2: Column 'age' has several roles; give it one: mask, keep or drop."},
      {age + "role = \"mask\"\n[columns.age]\nrole = \"drop\"\n",
       "x.toml, line 3: Column 'age' stands there twice; describe it once."},
      {"[columns]\nage = { role = \"mask\", role = \"drop\" }\n",
       "x.toml, line 2: Column 'age' has two roles; give it one."},
      {age + "type = \"real\"\ntype = \"real\"\n",
       "x.toml, line 3: Column 'age' has 'type' twice; say it once."},
      {age + "rol = \"mask\"\n",
       "x.toml, line 2: There is no key 'rol' of column 'age'; did you mean role?"},
      {"colums = 1\n", "x.toml, line 1: There is no key 'colums'; did you mean columns?"},
      {age + "role = \"masked\"\n",
       "x.toml, line 2: There is no role 'masked' (column 'age'); did you mean mask?"},
      {age + "role = \"x\"\n",
       "x.toml, line 2: There is no role 'x' (column 'age'); there are mask, keep, drop."},
      {age + "type = \"intger\"\n",
       "x.toml, line 2: There is no type 'intger' (column 'age'); did you mean integer?"},
      {age + "type = 7\n",
       "x.toml, line 2: 'type' of column 'age' must be a text in quotes, not a number."},
      {"[columns.age]\nrole = \"\"\n", "x.toml, line 2: 'role' of column 'age' is empty."},
      {age + "missing = \"NA\"\n",
       "x.toml, line 2: 'missing' of column 'age' must be a list, such as [\"a\", \"b\"], not a "
       "text."},
      {age + "missing = [[1]]\n",
       "x.toml, line 2: 'missing' of column 'age' must be a list of texts and numbers, not a "
       "list."},
      {age + "ordered = []\n", "x.toml, line 2: 'ordered' of column 'age' names no level."},
      {age + "ordered = [\"a\", \"a\"]\n",
       "x.toml, line 2: 'ordered' of column 'age' names 'a' twice; name it once."},
      {age + "type = \"integer\"\nordered = [1, 2]\n",
       "x.toml, line 3: 'ordered' is for categories, and column 'age' is to be a number."},
      {"[columns]\nage = \"mask\"\n",
       "x.toml, line 2: Column 'age' must be a table, such as { role = \"mask\" }, not a text."},
      {"columns = 3\n", "x.toml, line 1: 'columns' must be a table, not a number."},
      {"", "x.toml: It describes no column; begin with a line such as [columns.age]."},
      {"weight = \"w\"\n" + age,
       "x.toml, line 1: 'weight' names column 'w', which is not described here; say its role "
       "below, as "
       "[columns.NAME] with role = \"keep\"."},
      {"within = [\"age\", \"sex\"]\n" + age,
       "x.toml, line 1: 'within' names column 'sex', which is not described here; say its role "
       "below, as "
       "[columns.NAME] with role = \"keep\"."},
  };
  for (const auto& [text, sentence] : all) EXPECT_EQ(problem(text), sentence) << text;
}

// Each part of a key is a table in the one before: without an end, the stack has one.
TEST(SchemaFile, KeysWithoutEndAreASentence) {
  std::string key = "a";
  for (int i = 0; i < 100'000; ++i) key += ".a";
  const std::string sentence =
      "More than 1,000 points in one line are not read; break it into several.";
  EXPECT_EQ(problem("[" + key + "]\n"), "x.toml, line 1: " + sentence);
  EXPECT_EQ(problem("missing = []\n" + key + " = 1\n"), "x.toml, line 2: " + sentence);
  EXPECT_EQ(problem("missing = []\n[columns]\na = { \",\"." + key + " = 1 }\n"),
            "x.toml, line 3: " + sentence);
}

TEST(SchemaFile, WhatIsNoTomlIsToldByLineAndCharacter) {
  const std::string said = problem("[columns.age]\nrole = mask\n");
  EXPECT_TRUE(said.starts_with("x.toml, line 2: This is not TOML, at character ")) << said;
  EXPECT_TRUE(problem("[columns.age\n").starts_with("x.toml, line 1: This is not TOML"));
  EXPECT_TRUE(problem("a = \"\xff\"\n").starts_with("x.toml, line 1: This is not TOML"));
}

List some(random::Stream& stream, const List& of) {
  List chosen;
  for (const std::string& one : of) {
    if (random::uniform_below(3, stream) == 0) chosen.push_back(one);
  }
  return chosen;
}

ColumnPlan random_plan(random::Stream& stream, const std::string& name) {
  ColumnPlan plan{.name = name};
  const auto types = type_names();
  const auto kind = random::uniform_below(static_cast<std::uint32_t>(types.size() + 1), stream);
  if (kind < types.size()) plan.type = type_named(types[kind]);
  const auto role = random::uniform_below(4, stream);
  if (role < 3) plan.role = static_cast<Treatment>(role);
  if (plan.type == Type(type::Category{})) {
    plan.levels = some(stream, {"low", "it's", "say \"x\"", "\\", "\xc3\xa4", "a\nb", ""});
    if (!plan.levels.empty()) plan.type = type::Category{true};
  }
  plan.missing = some(stream, {"-99", "n/a", ".", "", "\x01"});
  return plan;
}

TEST(SchemaFile, ReadsBackWhatItWrites) {
  random::Stream stream(random::key_from_seed(12), {random::Purpose::test});
  const List names = {"age", "last, first", "",         "a.b",  "say \"x\"",
                      "#",   "[x]",         "\xc3\xa4", "a\nb", "1"};
  for (int repeat = 0; repeat < 200; ++repeat) {
    Schema schema;
    for (const std::string& name : names) {
      if (random::uniform_below(2, stream) == 0)
        schema.columns.push_back(random_plan(stream, name));
    }
    schema.columns.push_back(random_plan(stream, "last"));
    schema.missing = some(stream, {"NA", "-1"});
    schema.structure.derive = some(stream, {"bmi = w / h ^ 2"});
    schema.structure.rules = some(stream, {"a < b", "c = \"x\""});
    schema.structure.within = some(stream, {"last"});
    if (random::uniform_below(2, stream) == 0) schema.structure.weight = "last";
    if (random::uniform_below(2, stream) == 0) schema.structure.unit = "last";
    const SchemaComments comments{"A heading.\n\nrole = \"mask\"",
                                  List(schema.columns.size(), "Why, with a \n[line] of its own.")};
    const std::string text = schema_text(schema, comments);
    EXPECT_EQ(read(text), schema) << text;
    EXPECT_EQ(read(schema_text(schema)), schema);
  }
}

TEST(SchemaFile, FilesThatCannotBeReadSaySo) {
  const testing::Folder folder;
  const auto none = read_schema(folder.path("none.toml"));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::io);
  EXPECT_FALSE(read_schema(folder.path("")));
  std::ofstream(folder.path("x.toml")) << "[columns.age]\n";
  const auto schema = read_schema(folder.path("x.toml"));
  ASSERT_TRUE(schema);
  EXPECT_EQ(schema->columns.front().place.file, folder.path("x.toml"));
}

}  // namespace
}  // namespace overhand::io
