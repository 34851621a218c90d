#include <gtest/gtest.h>

#include <atomic>

#include "overhand/io/read_table.h"
#include "support/folder.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

// A CSV of some megabytes in a folder of its own.
class WatchedFileTest : public testing::FolderTest {
 protected:
  void SetUp() override {
    std::ofstream file(path_);
    file << "a,b\n";
    for (int i = 0; i < records; ++i) file << i << "," << i % 7 << "\n";
  }

  static constexpr int records = 2'000'000;
  std::string path_ = path("in.csv");
};

TEST_F(WatchedFileTest, TellsHowFarItIs) {
  std::atomic<std::size_t> largest = 0;
  std::atomic<std::size_t> reports = 0;
  const Progress progress(
      [&](const std::string& stage, std::size_t done, std::size_t total) {
        EXPECT_EQ(stage, "reading");
        EXPECT_EQ(total, fs::file_size(path_));
        EXPECT_LE(done, total);
        largest = std::max<std::size_t>(largest, done);
        ++reports;
      },
      {});
  ASSERT_TRUE(read_table(path_, {}, {}, progress));
  EXPECT_GT(reports, 3U);
  EXPECT_GT(largest, fs::file_size(path_) / 2);
}

TEST_F(WatchedFileTest, StopsWhenAsked) {
  std::atomic<int> asked = 0;
  const Progress progress({}, [&] { return ++asked > 3; });
  const auto table = read_table(path_, {}, {}, progress);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().kind, ErrorKind::cancelled);
}

// What is left of a file that is cut short is not the table.
TEST_F(WatchedFileTest, NoticesThatItIsCutShort) {
  std::atomic<int> reports = 0;
  const Progress progress(
      [&](const std::string&, std::size_t, std::size_t) {
        if (++reports == 3) fs::resize_file(path_, 4 + 5 * 4);  // after a whole record
      },
      {});
  const auto table = read_table(path_, {}, {}, progress);
  ASSERT_FALSE(table);
  EXPECT_EQ(sentence_of(table.error()), path_ + ": it was changed while it was read; try again.");
}

}  // namespace
}  // namespace overhand::io
