#include "overhand/io/whole_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

class WholeFileTest : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  static std::string content(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("overhand_test_" + std::to_string(getpid()));
};

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
  struct stat facts{};
  ASSERT_EQ(stat(path("secret").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600U);
}

TEST_F(WholeFileTest, SaysWhyNot) {
  const auto file = WholeFile::create(path("nowhere/out.csv"));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::io);
  EXPECT_EQ(file.error().message,
            path("nowhere/out.csv") + ": cannot be written: No such file or directory.");
  EXPECT_FALSE(check_writable(path("nowhere/out.csv")));
  EXPECT_TRUE(check_writable(path("out.csv")));
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace overhand::io
