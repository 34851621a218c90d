#include "overhand/io/scratch_file.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

#include "overhand/random/uniform.h"
#include "support/folder.h"

namespace overhand::io {
namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::size_t count, std::uint32_t seed) {
  random::Stream stream(random::key_from_seed(seed), {random::Purpose::test});
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random::uniform_below(256, stream));
  return bytes;
}

Bytes read_back(const ScratchFile& file, std::uint64_t offset, std::size_t count) {
  Bytes bytes(count);
  const auto done = file.read(offset, bytes);
  EXPECT_TRUE(done) << sentence_of(done.error());
  return bytes;
}

class ScratchFileTest : public testing::FolderTest {
 protected:
  ScratchFile made() const { return *ScratchFile::create(path("."), 1); }
};

TEST_F(ScratchFileTest, GivesBackAnySliceOfWhatWasWrittenInAnyOrder) {
  ScratchFile file = made();
  const Bytes all = random_bytes(10'000, 1);
  for (const std::size_t first : {7'000, 0, 3'000}) {
    const std::size_t count = first == 0 ? 3'000 : first == 3'000 ? 4'000 : 3'000;
    ASSERT_TRUE(file.write(first, std::span(all).subspan(first, count)));
  }
  EXPECT_EQ(read_back(file, 0, all.size()), all);
  for (const std::size_t first : {1, 2'999, 6'543}) {
    const auto slice = std::span(all).subspan(first, 3'001);
    EXPECT_EQ(read_back(file, first, 3'001), Bytes(slice.begin(), slice.end())) << first;
  }
}

TEST_F(ScratchFileTest, ReservesRoomThatNobodyElseHas) {
  ScratchFile file = made();
  const std::uint64_t first = file.reserve(100);
  const std::uint64_t second = file.reserve(50);
  const std::uint64_t third = file.reserve(1);
  EXPECT_EQ(first, 0U);
  EXPECT_EQ(second, 100U);
  EXPECT_EQ(third, 150U);
  const Bytes a = random_bytes(100, 2);
  const Bytes b = random_bytes(50, 3);
  ASSERT_TRUE(file.write(second, b));
  ASSERT_TRUE(file.write(first, a));
  EXPECT_EQ(read_back(file, first, 100), a);
  EXPECT_EQ(read_back(file, second, 50), b);
}

TEST_F(ScratchFileTest, WritesOverWhatWasThere) {
  ScratchFile file = made();
  Bytes bytes = random_bytes(64, 4);
  ASSERT_TRUE(file.write(0, bytes));
  const std::array<std::byte, 3> other = {std::byte{1}, std::byte{2}, std::byte{3}};
  ASSERT_TRUE(file.write(10, other));
  std::ranges::copy(other, bytes.begin() + 10);
  EXPECT_EQ(read_back(file, 0, 64), bytes);
}

TEST_F(ScratchFileTest, HasNoNameInItsFolder) {
  ScratchFile file = made();
  ASSERT_TRUE(file.write(0, random_bytes(1000, 5)));
  EXPECT_EQ(files(), 0U);
}

TEST_F(ScratchFileTest, TwoOfOneFolderDoNotShareTheirBytes) {
  ScratchFile one = made();
  ScratchFile two = made();
  const Bytes a = random_bytes(100, 6);
  const Bytes b = random_bytes(100, 7);
  ASSERT_TRUE(one.write(0, a));
  ASSERT_TRUE(two.write(0, b));
  EXPECT_EQ(read_back(one, 0, 100), a);
  EXPECT_EQ(read_back(two, 0, 100), b);
}

// The end of the first must not close what the second has.
TEST_F(ScratchFileTest, MovesWithItsBytesAndItsEnd) {
  std::optional<ScratchFile> from(made());
  const Bytes bytes = random_bytes(100, 8);
  ASSERT_EQ(from->reserve(100), 0U);
  ASSERT_TRUE(from->write(0, bytes));
  ScratchFile to(*std::move(from));
  from.reset();
  EXPECT_EQ(to.reserve(1), 100U);
  EXPECT_EQ(read_back(to, 0, 100), bytes);
  EXPECT_TRUE(to.write(100, std::span(bytes).first(1)));
}

TEST_F(ScratchFileTest, WhatWasNeverWrittenIsNotRead) {
  ScratchFile file = made();
  ASSERT_TRUE(file.write(0, random_bytes(10, 9)));
  Bytes bytes(11);
  const auto done = file.read(0, bytes);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::io);
  EXPECT_NE(done.error().message.find(path(".")), std::string::npos);
  EXPECT_TRUE(file.read(10, std::span<std::byte>()));
}

TEST_F(ScratchFileTest, FailsWhereTheFolderHasNoRoom) {
  const auto room = room_in(path("."));
  ASSERT_TRUE(room);
  const auto file = ScratchFile::create(path("."), std::uint64_t{1} << 62);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::io);
  EXPECT_NE(file.error().message.find(size_words(std::uint64_t{1} << 62) + " are needed there"),
            std::string::npos);
}

TEST_F(ScratchFileTest, FailsWhereThereIsNoFolder) {
  for (const std::string& place : {path("nowhere"), write("file", "x")}) {
    const auto file = ScratchFile::create(place, 0);
    ASSERT_FALSE(file) << place;
    EXPECT_EQ(file.error().kind, ErrorKind::io);
    EXPECT_NE(file.error().message.find("'" + place + "'"), std::string::npos);
  }
  EXPECT_FALSE(room_in(path("nowhere")));
}

TEST_F(ScratchFileTest, AFileNeedsRoomOnItsDisk) {
  EXPECT_TRUE(check_room_for(path("t.csv"), 1));
  const auto lacking = check_room_for(path("t.csv"), std::uint64_t{1} << 62);
  ASSERT_FALSE(lacking);
  EXPECT_EQ(lacking.error().kind, ErrorKind::io);
  const std::string sentence = sentence_of(lacking.error());
  EXPECT_NE(sentence.find("t.csv: cannot be written: about 4612 PB are needed in '"),
            std::string::npos)
      << sentence;
  EXPECT_NE(sentence.find(" are free."), std::string::npos);
  EXPECT_FALSE(check_room_for(path("nowhere/t.csv"), 1));
}

TEST_F(ScratchFileTest, DisksAreTold) {
  EXPECT_TRUE(are_on_one_disk(path("."), path("t.csv")));
  EXPECT_FALSE(are_on_one_disk("/proc", path("t.csv")));
  EXPECT_FALSE(are_on_one_disk(path("nowhere"), path("t.csv")));
}

TEST(SizeWords, HasTwoDigitsWhereOneWouldSayLittle) {
  EXPECT_EQ(size_words(0), "0 bytes");
  EXPECT_EQ(size_words(7), "7 bytes");
  EXPECT_EQ(size_words(999), "999 bytes");
  EXPECT_EQ(size_words(1'000), "1.0 KB");
  EXPECT_EQ(size_words(1'540), "1.5 KB");
  EXPECT_EQ(size_words(12'345'678), "12 MB");
  EXPECT_EQ(size_words(2'400'000'000), "2.4 GB");
  EXPECT_EQ(size_words(3'000'000'000'000), "3.0 TB");
  EXPECT_EQ(size_words(18'000'000'000'000'000'000U), "18000 PB");
}

}  // namespace
}  // namespace overhand::io
