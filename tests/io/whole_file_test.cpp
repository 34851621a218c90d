#include "overhand/io/whole_file.h"

#include <gtest/gtest.h>

#include "support/folder.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

using testing::content;
using testing::mode_of;
using WholeFileTest = testing::FolderTest;

TEST_F(WholeFileTest, AppearsOnlyWhenCommitted) {
  {
    auto file = WholeFile::create(path("out.csv"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
    EXPECT_FALSE(fs::exists(path("out.csv")));
  }
  EXPECT_EQ(files(), 0U);
  ASSERT_TRUE(write_file(path("out.csv"), "whole"));
  EXPECT_EQ(content(path("out.csv")), "whole");
  EXPECT_EQ(files(), 1U);
}

TEST_F(WholeFileTest, ReplacesAnOldFile) {
  ASSERT_TRUE(write_file(path("out.csv"), "old"));
  ASSERT_TRUE(write_file(path("out.csv"), "new"));
  EXPECT_EQ(content(path("out.csv")), "new");
}

TEST_F(WholeFileTest, CanBeReadByItsOwnerAlone) {
  ASSERT_TRUE(write_file(path("secret"), "x", WholeFile::Access::owner_only));
  EXPECT_EQ(mode_of(path("secret")), 0600U);
  ASSERT_EQ(chmod(path("secret").c_str(), 0666), 0);
  ASSERT_TRUE(write_file(path("secret"), "x", WholeFile::Access::owner_only));
  EXPECT_EQ(mode_of(path("secret")), 0600U);
}

TEST_F(WholeFileTest, KeepsTheModeOfAnOldFile) {
  for (const mode_t old : {0600U, 0644U, 0660U}) {
    ASSERT_TRUE(write_file(path("out.csv"), "old"));
    ASSERT_EQ(chmod(path("out.csv").c_str(), old), 0);
    ASSERT_TRUE(write_file(path("out.csv"), "new"));
    EXPECT_EQ(mode_of(path("out.csv")), old);
  }
}

TEST_F(WholeFileTest, WritesThroughLinks) {
  fs::create_directory(path("far"));
  fs::create_symlink("far/file", path("link"));
  fs::create_symlink("link", path("link_to_link"));
  for (const char* bytes : {"first", "second"}) {
    ASSERT_TRUE(write_file(path("link_to_link"), bytes));
    EXPECT_EQ(content(path("far/file")), bytes);
  }
  EXPECT_TRUE(fs::is_symlink(path("link")));
  fs::create_symlink("loop", path("loop"));
  EXPECT_FALSE(write_file(path("loop"), "x"));
}

TEST_F(WholeFileTest, WritesToWhatIsNoFile) {
  EXPECT_TRUE(check_writable("/dev/null"));
  ASSERT_TRUE(write_file("/dev/null", "x"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string writing = "/dev/fd/" + std::to_string(ends[1]);
  EXPECT_TRUE(check_writable(writing));
  EXPECT_FALSE(check_writable("/dev/fd/" + std::to_string(ends[0])));
  ASSERT_TRUE(write_file(writing, "xyz"));
  char read_back[4] = {};
  EXPECT_EQ(read(ends[0], read_back, 3), 3);
  EXPECT_STREQ(read_back, "xyz");
  close(ends[0]);
  close(ends[1]);
}

TEST_F(WholeFileTest, WaitsForAReaderUntilItIsToStop) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  int asked = 0;
  const Progress stop({}, [&] { return ++asked == 3; });
  const auto status = write_file(path("pipe"), "x", WholeFile::Access::shared, stop);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::cancelled);
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(WholeFileTest, RemovesWhatNobodyHolds) {
  fs::create_directory(path("folder"));
  std::ofstream(path("folder/.overhand-unfinished-AbC123")) << "left by a killed process";
  ASSERT_TRUE(check_writable(path("folder/out.csv")));
  EXPECT_TRUE(fs::is_empty(path("folder")));
}

TEST_F(WholeFileTest, KnowsWhichFoldersCanBeWritten) {
  EXPECT_TRUE(check_folder_writable(path("new/and/deep")));
  EXPECT_EQ(files(), 0U);
  ASSERT_TRUE(write_file(path("plain"), ""));
  EXPECT_FALSE(check_folder_writable(path("plain")));
  EXPECT_FALSE(check_folder_writable(path("plain/below")));
  fs::create_symlink("nowhere", path("link"));
  EXPECT_FALSE(check_folder_writable(path("link")));
  EXPECT_FALSE(check_folder_writable(path(std::string(256, 'x'))));
}

TEST_F(WholeFileTest, SaysWhyNot) {
  const auto file = WholeFile::create(path("nowhere/out.csv"));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::io);
  EXPECT_EQ(sentence_of(file.error()),
            path("nowhere/out.csv") + ": cannot be written: No such file or directory.");
  EXPECT_FALSE(check_writable(path("nowhere/out.csv")));
  EXPECT_FALSE(check_writable(path(std::string(256, 'x'))));
  EXPECT_TRUE(check_writable(path("out.csv")));
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace overhand::io
