#include "overhand/core/text.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

TEST(Text, KnowsUtf8) {
  for (const char* text : {"", "age",
                           "Stra\xC3\x9F"
                           "e",
                           "\xE2\x82\xAC", "\xF0\x9F\x99\x82"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  // Latin-1, a lone continuation, cut off, overlong, a surrogate, beyond U+10FFFF.
  for (const char* text : {"Stra\xDF"
                           "e",
                           "\x80", "\xE2\x82", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80",
                           "\xF4\x90\x80\x80", "\xFF"}) {
    EXPECT_FALSE(is_utf8(text)) << printable(text);
  }
}

TEST(Text, ShowsOneLineThatATerminalCannotTakeForOrders) {
  EXPECT_EQ(printable("Gr\xC3\xB6\xC3\x9F"
                      "e in m\xC2\xB2"),
            "Gr\xC3\xB6\xC3\x9F"
            "e in m\xC2\xB2");
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(printable("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "1A\xE2\x80\xAE\xE2\x80\xA8\xEF\xBB\xBF"),
            "\\u009b1A\\u202e\\u2028\\ufeff");
  EXPECT_EQ(printable("a\xFF\xE2\x82"), "a\\xff\\xe2\\x82");
  EXPECT_EQ(printable(printable("a\n\xFF\x1b")), printable("a\n\xFF\x1b"));
}

TEST(Text, IsCutAtWholeLetters) {
  EXPECT_EQ(shortened("income", 6), "income");
  EXPECT_EQ(shortened("incomes", 6), "income...");
  EXPECT_EQ(shortened("incomes", 6, "~"), "income~");
  for (const auto& [longest, cut] : std::vector<std::pair<std::size_t, std::string>>{
           {5, "Stra..."}, {6, "Stra\u00df..."}, {7, "Stra\u00dfe..."}}) {
    EXPECT_EQ(shortened("Stra\u00dfen und Wege", longest), cut);
  }
  EXPECT_EQ(shortened("\U0001f642\U0001f642", 7, ""), "\U0001f642");
  EXPECT_EQ(shortened("income", 0), "...");
  EXPECT_EQ(shortened("", 0), "");
}

TEST(Text, QuotesWordsForAShell) {
  EXPECT_EQ(shell_word("age,income"), "age,income");
  EXPECT_EQ(shell_word("Gr\xC3\xB6\xC3\x9F"
                       "e"),
            "Gr\xC3\xB6\xC3\x9F"
            "e");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$(rm) it's"), "'$(rm) it'\\''s'");
}

TEST(Text, FindsTheWordThatWasMeant) {
  const std::vector<std::string> words = {"mask", "evaluate", "tune", "methods", "metrics"};
  EXPECT_EQ(most_like("maks", words), "mask");
  EXPECT_EQ(most_like("evalaute", words), "evaluate");
  EXPECT_EQ(most_like("method", words), "methods");
  EXPECT_EQ(most_like("nonsense", words), std::nullopt);
  EXPECT_EQ(most_like("xy", words), std::nullopt);
  EXPECT_EQ(most_like("mask", {}), std::nullopt);
  EXPECT_EQ(most_like("--out", {"--json", "--output"}), "--output");
}

}  // namespace
}  // namespace overhand
