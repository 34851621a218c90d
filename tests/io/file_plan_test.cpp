#include "overhand/io/file_plan.h"

#include <gtest/gtest.h>

#include "support/folder.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

class FilePlanTest : public testing::FolderTest {
 protected:
  void SetUp() override {
    write("in.csv", "a,b\n1,2\n");
    fs::create_directory(path("sub"));
  }
  FilePlan plan() const { return FilePlan().reads("the table", path("in.csv")); }
};

std::string refusal(const FilePlan& plan) {
  const auto status = plan.check();
  return status ? "" : sentence_of(status.error());
}

TEST_F(FilePlanTest, OfDifferentFilesIsFineAndLeavesNothing) {
  const FilePlan outputs = plan()
                               .writes("-o", path("out.csv"))
                               .writes("--json", path("sub/out.json"))
                               .writes_folder("--figures", path("figures"), {"map.vl.json"});
  EXPECT_EQ(refusal(outputs), "");
  EXPECT_EQ(files(), 2U);
  EXPECT_TRUE(fs::is_empty(path("sub")));
}

TEST_F(FilePlanTest, NoOutputTakesThePlaceOfTheInput) {
  fs::create_symlink("in.csv", path("link.csv"));
  fs::create_hard_link(path("in.csv"), path("hard.csv"));
  for (const char* name : {"in.csv", "sub/../in.csv", "link.csv", "hard.csv"}) {
    const FilePlan outputs = plan().writes("-o", path(name));
    EXPECT_EQ(refusal(outputs),
              path(name) + ": -o would write over the table; choose another name.");
  }
}

TEST_F(FilePlanTest, NoTwoOutputsAreOneFile) {
  fs::create_symlink("new.csv", path("to_new.csv"));
  for (const char* other : {"new.csv", "sub/../new.csv", "to_new.csv"}) {
    const FilePlan outputs = plan().writes("-o", path("new.csv")).writes("--json", path(other));
    EXPECT_EQ(refusal(outputs),
              path(other) + ": -o and --json are one file; give each a name of its own.");
  }
}

TEST_F(FilePlanTest, AFileOfAFolderIsAnOutputToo) {
  const FilePlan outputs = plan()
                               .writes("--json", path("sub/map.json"))
                               .writes_folder("--figures", path("sub"), {"map.json"});
  EXPECT_EQ(
      refusal(outputs),
      path("sub/map.json") + ": --json and --figures are one file; give each a name of its own.");
}

TEST_F(FilePlanTest, AnEmptyPathIsNoFile) {
  EXPECT_EQ(refusal(plan().writes("-o", "").writes("--json", "")), "");
}

TEST_F(FilePlanTest, StandardOutputHoldsOneThing) {
  EXPECT_EQ(refusal(plan().writes("-o", "-")), "");
  EXPECT_EQ(refusal(plan().writes("-o", "-").writes("--json", "-")),
            "-: -o and --json are one file; give each a name of its own.");
}

TEST_F(FilePlanTest, WhatCannotBeWrittenIsSaidBeforeTheWork) {
  EXPECT_EQ(refusal(plan().writes("-o", path("nowhere/out.csv"))),
            path("nowhere/out.csv") + ": cannot be written: No such file or directory.");
  EXPECT_EQ(refusal(plan().writes("-o", path("sub"))),
            path("sub") + ": cannot be written: it is a folder.");
  write("plain", "");
  EXPECT_EQ(refusal(plan().writes_folder("--figures", path("plain"))),
            path("plain") + ": cannot be written: it is not a folder.");
}

}  // namespace
}  // namespace overhand::io
