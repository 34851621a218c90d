#include <gtest/gtest.h>

#include "overhand/io/code_style_internal.h"

namespace overhand::io {
namespace {

// Excel's own format of telephone numbers.
constexpr auto phone = R"([<=9999999]###\-####;\(###\)\ ###\-####)";

TEST(CodeStyle, IsOfDigitsWithZerosInFrontOrSignsBetween) {
  for (const char* format : {"00000", "00;-00", "[$-407]00000", "000-00-0000", R"(000\-00\-0000)",
                             R"(00000\-0000)", phone, R"(0#\ ##\ ##\ ##\ ##)", R"("D-"00000)",
                             R"(\D\-00000)", "00-00", "(000) 000-0000"}) {
    EXPECT_TRUE(shows_codes(format)) << format;
  }
}

TEST(CodeStyle, IsNoAmountNoDateNoUnit) {
  for (const char* format : {"0",
                             "General",
                             "",
                             "@",
                             "0.00",
                             "#,##0",
                             "0000000000000000",
                             "00\\ ",
                             "[h]:mm",
                             "yyyy",
                             R"(#\ ##0)",
                             "#'##0",
                             R"(0" kg")",
                             R"(00" kg")",
                             "0%",
                             "00E+00",
                             "# ?/?",
                             "# ##0",
                             R"(_-* #,##0_-)",
                             "#",
                             "##",
                             R"("Nr. "0)",
                             R"(00")",
                             "[<5]00;0.0"}) {
    EXPECT_FALSE(shows_codes(format)) << format;
  }
}

TEST(CodeStyle, ShowsNoOtherNumber) {
  for (const char* format : {R"("1"00)", R"(\100)", "-00", "+00", R"(0\.000)", R"(0\,00)",
                             R"(0"E"0)", R"(00"x"00)", R"("- "00)", R"(0\%0)"}) {
    EXPECT_FALSE(shows_codes(format)) << format;
  }
}

TEST(CodeStyle, IsNoLongerThanExcelTakes) {
  EXPECT_TRUE(shows_codes("\"" + std::string(251, 'x') + "\"00"));
  EXPECT_FALSE(shows_codes("\"" + std::string(252, 'x') + "\"00"));
}

TEST(CodeStyle, ShowsNumbersAsExcelDoes) {
  EXPECT_EQ(code_of("1067", "00000"), "01067");
  EXPECT_EQ(code_of("1067.0", "00000"), "01067");
  EXPECT_EQ(code_of("0", "00"), "00");
  EXPECT_EQ(code_of("123456", "00000"), "123456");
  EXPECT_EQ(code_of("12345678", "000-00-0000"), "012-34-5678");
  EXPECT_EQ(code_of("1234567890", "000-00-0000"), "1234-56-7890");
  EXPECT_EQ(code_of("5551234", phone), "555-1234");
  EXPECT_EQ(code_of("2065551234", phone), "(206) 555-1234");
  EXPECT_EQ(code_of("123456789", R"(0#\ ##\ ##\ ##\ ##)"), "01 23 45 67 89");
  EXPECT_EQ(code_of("1067", R"("D-"00000)"), "D-01067");
}

TEST(CodeStyle, ShowsWholeNumbersFromZeroOn) {
  for (const char* number : {"-1", "1.5", "1e15", "nan", "inf", "x", ""}) {
    EXPECT_FALSE(code_of(number, "00000")) << number;
  }
}

TEST(CodeStyle, GoesBackToItsNumber) {
  EXPECT_EQ(number_in_code("01067", "00000"), "1067");
  EXPECT_EQ(number_in_code("012-34-5678", "000-00-0000"), "12345678");
  EXPECT_EQ(number_in_code("(206) 555-1234", phone), "2065551234");
  for (const char* code : {"1067", "007", "", "x", "0106700000000000000000", "010-67"}) {
    EXPECT_FALSE(number_in_code(code, "00000")) << code;
  }
}

TEST(CodeStyle, IsSeenByHowANumberIsShown) {
  EXPECT_TRUE(is_code_of("01067", "1067"));
  EXPECT_TRUE(is_code_of("012-34-5678", "12345678"));
  EXPECT_TRUE(is_code_of("(206) 555-1234", "2065551234"));
  for (const auto& [text, number] : {std::pair("1067", "1067"),
                                     {"1 067", "1067"},
                                     {"-5", "-5"},
                                     {"(5)", "-5"},
                                     {"01067", "1068"},
                                     {"", "0"},
                                     {"1,067", "1067"},
                                     {"5%", "0.05"},
                                     {"2020-01-02", "43832"}}) {
    EXPECT_FALSE(is_code_of(text, number)) << text;
  }
}

}  // namespace
}  // namespace overhand::io
