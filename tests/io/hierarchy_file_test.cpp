#include <gtest/gtest.h>

#include <fstream>

#include "overhand/io/hierarchy_file_internal.h"
#include "overhand/io/schema_file.h"
#include "support/folder.h"

namespace overhand::io {
namespace {

std::string problem(const std::string& text, std::size_t level = 1) {
  const auto ancestors = ancestors_of(text, "h.csv", level);
  return ancestors ? "none" : sentence_of(ancestors.error());
}

TEST(HierarchyFile, ReadsLinesAsArxWritesThem) {
  const std::string text = "1;low;*\n2;low;*\n10;\"mid; high\";*\n";
  const auto parents = ancestors_of(text, "h.csv", 1);
  ASSERT_TRUE(parents);
  EXPECT_EQ(*parents, (Ancestors{{"1", "low"}, {"2", "low"}, {"10", "mid; high"}}));
  EXPECT_EQ(ancestors_of(text, "h.csv", 2)->at("10"), "*");
  EXPECT_EQ(ancestors_of("\xEF\xBB\xBF"
                         "a,b\r\nc,d\r\n",
                         "h.csv", 1)
                ->at("a"),
            "b");
}

TEST(HierarchyFile, MistakesAreSentencesWithTheirLine) {
  EXPECT_EQ(problem("a;b\nc\n"),
            "h.csv, line 2: This line has 1 fields and the first 2; each line is a value and what "
            "stands above it, level by level.");
  EXPECT_EQ(problem("a;b\na;c\n"),
            "h.csv, line 2: The value of this line stands above already; describe each value "
            "once.");
  EXPECT_EQ(problem("a;b\n", 2),
            "h.csv, line 1: There is no level 2: the hierarchy has 1 above its values.");
  EXPECT_EQ(problem("\n"), "h.csv, line 1: There is no line with a value.");
}

TEST(HierarchyFile, OddTreesAreSentences) {
  EXPECT_EQ(problem("a;b;c\nd;;c\n", 1),
            "h.csv, line 2: Nothing stands at level 1 of this line; say what its value becomes "
            "there.");
  EXPECT_EQ(problem("a;b;c\nd;e;\n", 1), "none");  // above what is asked for
  EXPECT_EQ(problem("a;b;a\n", 2), "h.csv, line 1: A level of this line stands above itself.");
  EXPECT_EQ(problem("a;a;a\nb;b;a\n", 2), "none");  // a level may stay itself
  EXPECT_EQ(
      problem("1;low;x\n2;low;y\n", 2),
      "h.csv, line 2: 'low' of level 1 stands under 'y' here and under 'x' above; give it one "
      "place.");
  EXPECT_EQ(problem("1;low;x\n2;low;y\n", 1), "none");
}

TEST(HierarchyFile, LiesBesideItsSchema) {
  const testing::Folder folder;
  std::ofstream(folder.path("h.csv")) << "a;b\n";
  std::ofstream(folder.path("s.toml")) << "[columns.x]\nhierarchy = \"h.csv\"\n";
  const auto schema = read_schema(folder.path("s.toml"));
  ASSERT_TRUE(schema) << sentence_of(schema.error());
  const auto& step = std::get<coarse::Hierarchy>(schema->columns[0].coarsening.step);
  ASSERT_NE(step.ancestors, nullptr);
  EXPECT_EQ(step.ancestors->at("a"), "b");
}

}  // namespace
}  // namespace overhand::io
