#include <gtest/gtest.h>

#include "overhand/io/encoding_internal.h"

namespace overhand::io {
namespace {

using namespace std::string_view_literals;

Encoding whole(std::string_view bytes) { return encoding_of(bytes, true); }

TEST(Encoding, IsFoundByItsMarkOrItsBytes) {
  EXPECT_EQ(whole("a,b\n1,2\n"), Encoding::utf8);
  EXPECT_EQ(whole("a,\xc3\xa4\n"), Encoding::utf8);
  EXPECT_EQ(whole("\xff\xfe"
                  "a\0"sv),
            Encoding::utf16_little);
  EXPECT_EQ(whole("\xfe\xff\0a"sv), Encoding::utf16_big);
  EXPECT_EQ(whole("a\0,\0b\0\n\0"sv), Encoding::utf16_little);
  EXPECT_EQ(whole("\0a\0,\0b\0\n"sv), Encoding::utf16_big);
  EXPECT_EQ(whole("a,\xe4\n"), Encoding::windows1252);
}

TEST(Encoding, IsNotGuessedFromAZeroOrTwo) {
  EXPECT_EQ(whole("a,b\n1,\0\n"sv), Encoding::utf8);
  EXPECT_EQ(whole("a\0b\0\0\n"sv), Encoding::utf8);
}

TEST(Encoding, OfAMixtureIsLeftToWhoReadsTheLine) {
  EXPECT_EQ(whole("\xc3\xa4 \xe4\n"), Encoding::utf8);
  EXPECT_EQ(whole("\xab"
                  "CAF\xc9\xbb \xe4\xe4 \xe4\xe4 \xe4\xe4 \xe4\xe4 \xe4\xe4\n"),
            Encoding::windows1252);
}

TEST(Encoding, OfABeginningMayEndInHalfALetter) {
  EXPECT_EQ(encoding_of("a,\xc3", false), Encoding::utf8);
  EXPECT_EQ(encoding_of("a,\xc3", true), Encoding::windows1252);
}

TEST(Transcoder, TakesPiecesAndGivesThemBack) {
  const std::string text = "a;ä€🙂\r\n";
  for (const Encoding encoding : {Encoding::utf16_little, Encoding::utf16_big}) {
    std::string bytes;
    ASSERT_TRUE(Transcoder::from_utf8(encoding).append(text, bytes));
    EXPECT_EQ(bytes.size(), 2 * 8U);  // the last letter takes two units
    Transcoder back = Transcoder::to_utf8(encoding);
    std::string again;
    for (const char byte : bytes) ASSERT_TRUE(back.append({&byte, 1}, again));
    EXPECT_TRUE(back.is_complete());
    EXPECT_EQ(again, text);
  }
}

TEST(Transcoder, KeepsEveryByteOfWindows1252) {
  std::string all;
  for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
  std::string text;
  ASSERT_TRUE(decode(all, Encoding::windows1252, text));
  EXPECT_NE(text.find("€"), std::string::npos);
  std::string back;
  ASSERT_TRUE(Transcoder::from_utf8(Encoding::windows1252).append(text, back));
  EXPECT_EQ(back, all);
}

TEST(Transcoder, RefusesWhatHasNoPlace) {
  std::string text;
  EXPECT_FALSE(Transcoder::from_utf8(Encoding::windows1252).append("x\u0416", text));
  text.clear();
  EXPECT_FALSE(decode("a\0\n\0\0\xdc"sv, Encoding::utf16_little, text));
  EXPECT_EQ(text, "a\n");
  EXPECT_FALSE(decode("a\0b"sv, Encoding::utf16_little, text));
}

}  // namespace
}  // namespace overhand::io
