#include <gtest/gtest.h>

#include "overhand/io/schema_file.h"

namespace overhand::io {
namespace {

Coarsening said(const std::string& lines) {
  const auto schema = schema_of("[columns.x]\n" + lines, "x.toml");
  EXPECT_TRUE(schema) << sentence_of(schema.error());
  return schema ? schema->columns[0].coarsening : Coarsening{};
}

std::string problem(const std::string& lines) {
  const auto schema = schema_of("[columns.x]\n" + lines, "x.toml");
  return schema ? "none" : sentence_of(schema.error());
}

TEST(SchemaCoarsening, EachKeySaysOneThing) {
  EXPECT_EQ(said("bands = 5\ntop = 85\nbottom = 15.5\n"),
            (Coarsening{.step = coarse::Bands{5}, .bottom = 15.5, .top = 85}));
  EXPECT_EQ(said("cuts = [18, 30.5]\n"), (Coarsening{coarse::Cuts{{18, 30.5}}}));
  EXPECT_EQ(said("prefix = 2\nmerge_below = 20\n"),
            (Coarsening{.step = coarse::Prefix{2}, .merge_below = 20}));
  EXPECT_EQ(said("to = \"quarter\"\n"), (Coarsening{coarse::Calendar{Period::quarter}}));
  EXPECT_EQ(said("hierarchy = \"h.csv\"\nlevel = 2\n"),
            (Coarsening{coarse::Hierarchy{"h.csv", 2}}));
}

TEST(SchemaCoarsening, WhatIsSaidIsWrittenAndReadAgain) {
  const std::string text =
      "keys = [\"a\", \"b\"]\nk = 3\n"
      "[columns.a]\nbands = 2.5\ntop = 85\nbottom = -3\nmerge_below = 5\n"
      "[columns.b]\ncuts = [1, 2.5]\n[columns.c]\nprefix = 3\n[columns.d]\nto = \"month\"\n"
      "[columns.e]\nhierarchy = \"a b.csv\"\nlevel = 2\n";
  const auto schema = schema_of(text, "x.toml");
  ASSERT_TRUE(schema) << sentence_of(schema.error());
  EXPECT_EQ(schema->structure.keys, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(schema->structure.k, 3U);
  const auto again = schema_of(schema_text(*schema), "y.toml");
  ASSERT_TRUE(again) << sentence_of(again.error());
  EXPECT_EQ(*again, *schema);
}

TEST(SchemaCoarsening, MistakesAreSentences) {
  EXPECT_EQ(
      problem("bands = 0\n"),
      "x.toml, line 2: 'bands' of column 'x' must be more than 0: it is the width of a band.");
  EXPECT_EQ(problem("bands = \"5\"\n"),
            "x.toml, line 2: 'bands' of column 'x' must be a finite number, not a text.");
  EXPECT_EQ(problem("cuts = [3, 2]\n"),
            "x.toml, line 2: 'cuts' of column 'x' must go from the lowest to the highest, each "
            "once.");
  EXPECT_EQ(problem("prefix = 0\n"),
            "x.toml, line 2: 'prefix' of column 'x' must be a whole number from 1 on.");
  EXPECT_EQ(problem("to = \"week\"\n"),
            "x.toml, line 2: 'to' of column 'x' must be \"month\", \"quarter\" or \"year\".");
  EXPECT_EQ(problem("bands = 5\nprefix = 2\n"),
            "x.toml, line 3: Column 'x' has both 'bands' and 'prefix'; take one of them.");
  EXPECT_EQ(problem("prefix = 2\ntop = 5\n"),
            "x.toml, line 3: 'top' of column 'x' goes with bands or stands alone; leave it out.");
  EXPECT_EQ(problem("top = 5\nbottom = 5\n"),
            "x.toml, line 2: 'top' of column 'x' must be above bottom.");
  EXPECT_EQ(problem("level = 1\n"),
            "x.toml, line 2: 'level' of column 'x' is one of a hierarchy; name its file too, as "
            "hierarchy = \"file.csv\".");
  EXPECT_EQ(problem("band = 5\n"),
            "x.toml, line 2: There is no key 'band' of column 'x'; did you mean bands?");
}

}  // namespace
}  // namespace overhand::io
