#include "overhand/io/file_digest.h"

#include <gtest/gtest.h>

#include "support/folder.h"

namespace overhand::io {
namespace {

// FIPS 180-2, appendix B.1, and the digest of nothing.
TEST(FileDigest, IsTheStandards) {
  const testing::Folder folder;
  EXPECT_EQ(*sha256_of_file(folder.write("abc", "abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(*sha256_of_file(folder.write("none", "")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(FileDigest, SeesTheLastByteOfManyPieces) {
  const testing::Folder folder;
  std::string bytes((std::size_t{3} << 20U) + 7, 'x');
  const std::string first = folder.write("a", bytes);
  bytes.back() = 'y';
  EXPECT_NE(*sha256_of_file(first), *sha256_of_file(folder.write("b", bytes)));
}

TEST(FileDigest, OfNoFileIsASentence) {
  const auto digest = sha256_of_file("no/such/file");
  ASSERT_FALSE(digest);
  EXPECT_NE(digest.error().message.find("cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace overhand::io
