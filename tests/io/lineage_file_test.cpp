#include "overhand/io/lineage_file.h"

#include <gtest/gtest.h>

#include "support/folder.h"

namespace overhand::io {
namespace {

using LineageFileTest = testing::FolderTest;
using Rows = std::vector<std::uint32_t>;

TEST_F(LineageFileTest, CountsRowsFromOneOnAndGivesThemBackFromZero) {
  const Rows lineage = {4, 0, 2, 2, 1};
  ASSERT_TRUE(write_lineage(lineage, path("source.csv")));
  EXPECT_EQ(testing::content(path("source.csv")), "source\n5\n1\n3\n3\n2\n");
  const auto read = read_lineage(path("source.csv"));
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(*read, lineage);
}

TEST_F(LineageFileTest, IsForItsOwnerAlone) {
  write("source.csv", "old");
  ASSERT_EQ(chmod(path("source.csv").c_str(), 0644), 0);
  ASSERT_TRUE(write_lineage(Rows{0, 1}, path("source.csv")));
  EXPECT_EQ(testing::mode_of(path("source.csv")), 0600U);
}

TEST_F(LineageFileTest, IsCsvWhateverItsExtension) {
  for (const char* name : {"source", "source.txt", "source.parquet"}) {
    ASSERT_TRUE(write_lineage(Rows{1, 0}, path(name))) << name;
    EXPECT_EQ(testing::content(path(name)), "source\n2\n1\n");
    const auto read = read_lineage(path(name));
    ASSERT_TRUE(read) << name << ": " << sentence_of(read.error());
    EXPECT_EQ(*read, (Rows{1, 0}));
  }
}

TEST_F(LineageFileTest, MayHaveOtherColumns) {
  const auto read = read_lineage(write("source.csv", "name,source\nx,2\ny,1\n"));
  ASSERT_TRUE(read) << sentence_of(read.error());
  EXPECT_EQ(*read, (Rows{1, 0}));
}

TEST_F(LineageFileTest, ThatIsNoneIsRefused) {
  const std::string none =
      ": no lineage file: it must be a CSV with a column 'source' that holds row numbers from 1 "
      "on.";
  for (const char* bytes : {"row\n1\n2\n", "source\n0\n1\n", "source\n1\n-2\n", "source\n1.5\n2\n",
                            "source\n1\n\"\"\n", "source\n4294967297\n1\n"}) {
    const std::string file = write("source.csv", bytes);
    const auto read = read_lineage(file);
    ASSERT_FALSE(read) << bytes;
    EXPECT_EQ(sentence_of(read.error()), file + none) << bytes;
  }
}

TEST_F(LineageFileTest, ThatIsNotThereIsAnErrorOfReading) {
  const auto read = read_lineage(path("nowhere.csv"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::io);
}

}  // namespace
}  // namespace overhand::io
