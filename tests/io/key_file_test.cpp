#include "overhand/io/key_file.h"

#include <gtest/gtest.h>

#include "support/folder.h"

namespace overhand::io {
namespace {

class KeyFileTest : public testing::FolderTest {
 protected:
  std::string key(const std::string& bytes, mode_t mode = 0600) const {
    const std::string file = write("key", bytes);
    EXPECT_EQ(chmod(file.c_str(), mode), 0);
    return file;
  }
};

std::string counted_bytes() {
  std::string bytes(32, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 8);
  return bytes;
}

TEST_F(KeyFileTest, HoldsTheBytesOfTheKey) {
  const auto read = read_key_file(key(counted_bytes()));
  ASSERT_TRUE(read) << sentence_of(read.error());
  const std::string bytes = counted_bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(read->bytes()[i], static_cast<std::uint8_t>(bytes[i]));
  }
}

TEST_F(KeyFileTest, MayBeUnwritableButNotReadableByOthers) {
  EXPECT_TRUE(read_key_file(key(counted_bytes(), 0400)));
  for (const mode_t mode : {0640U, 0604U, 0644U, 0666U}) {
    const std::string file = key(counted_bytes(), mode);
    const auto read = read_key_file(file);
    ASSERT_FALSE(read) << mode;
    EXPECT_EQ(sentence_of(read.error()), file + ": others can read this key file.");
    EXPECT_EQ(read.error().remedies.front().action, Action::make_private);
    ASSERT_EQ(chmod(file.c_str(), 0600), 0);
  }
}

TEST_F(KeyFileTest, HasThirtyTwoBytesAndNoMore) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{31}, std::size_t{33}, std::size_t{64}}) {
    const auto read = read_key_file(key(std::string(size, 'k')));
    ASSERT_FALSE(read) << size;
    EXPECT_NE(sentence_of(read.error()).find("exactly 32 bytes, not " + std::to_string(size)),
              std::string::npos)
        << sentence_of(read.error());
  }
}

TEST_F(KeyFileTest, NeverTellsAByteOfAKey) {
  const auto read = read_key_file(key("sesame"));
  ASSERT_FALSE(read);
  EXPECT_EQ(sentence_of(read.error()).find("sesame"), std::string::npos);
}

TEST_F(KeyFileTest, ThatIsNotThereIsAnErrorOfReading) {
  const auto read = read_key_file(path("nowhere"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::io);
  EXPECT_EQ(sentence_of(read.error()),
            path("nowhere") + ": cannot be read: No such file or directory.");
}

}  // namespace
}  // namespace overhand::io
