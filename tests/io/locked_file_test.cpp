#include "overhand/io/locked_file.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/folder.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

class LockedFileTest : public ::testing::Test {
 protected:
  testing::Folder folder_;
  std::string path_ = folder_.path("ledger.json");
};

TEST_F(LockedFileTest, IsNotThereUntilItIsWritten) {
  auto file = LockedFile::lock(path_);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->read());
  EXPECT_EQ(*file->read(), std::nullopt);
  EXPECT_FALSE(fs::exists(path_));
  ASSERT_TRUE(file->write("one\n"));
  EXPECT_EQ(*file->read(), "one\n");
  EXPECT_EQ(testing::mode_of(path_), 0600);
}

TEST_F(LockedFileTest, GoesBackToWhatItWas) {
  auto file = LockedFile::lock(path_);
  ASSERT_TRUE(file->write("one"));
  ASSERT_TRUE(file->write("two"));
  file->restore("one");
  EXPECT_EQ(*file->read(), "one");
  file->restore(std::nullopt);
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(LockedFileTest, IsReadWhereItIsEmpty) {
  std::ofstream(path_).close();
  fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(*LockedFile::lock(path_)->read(), "");
}

TEST_F(LockedFileTest, RefusesWhatIsNoPrivateFile) {
  std::ofstream(path_) << "text";
  fs::permissions(path_, fs::perms(0644));
  const auto shared = LockedFile::lock(path_);
  ASSERT_FALSE(shared);
  EXPECT_EQ(shared.error().message, "others can read this file.");
  fs::permissions(path_, fs::perms(0400));
  const auto read_only = LockedFile::lock(path_);
  ASSERT_FALSE(read_only);
  EXPECT_EQ(read_only.error().kind, ErrorKind::io);
  EXPECT_EQ(LockedFile::lock(folder_.path("")).error().kind, ErrorKind::invalid_option);
  EXPECT_EQ(LockedFile::lock(folder_.path("nowhere/ledger.json")).error().kind, ErrorKind::io);
}

TEST_F(LockedFileTest, MayBeNamedWithoutAFolder) {
  const auto file = LockedFile::lock("no_ledger_of_this_name.json");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(*file->read(), std::nullopt);
}

// Sixteen writers, each of whom adds one to what is there: none is lost.
TEST_F(LockedFileTest, HasOneWriterAtATime) {
  std::vector<std::jthread> writers;
  std::atomic<int> failures = 0;
  for (int i = 0; i < 16; ++i) {
    writers.emplace_back([&] {
      auto file = LockedFile::lock(path_);
      const auto text = file->read();
      if (!file->write(std::to_string(std::stoi(text->value_or("0")) + 1))) ++failures;
    });
  }
  writers.clear();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(*LockedFile::lock(path_)->read(), "16");
}

TEST_F(LockedFileTest, StopsWaitingWhenItIsAskedTo) {
  const auto held = LockedFile::lock(path_);
  const Progress stopped({}, [] { return true; });
  const auto waiting = LockedFile::lock(path_, stopped);
  ASSERT_FALSE(waiting);
  EXPECT_EQ(waiting.error().kind, ErrorKind::cancelled);
}

}  // namespace
}  // namespace overhand::io
