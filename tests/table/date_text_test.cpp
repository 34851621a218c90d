#include "overhand/table/date_text.h"

#include <gtest/gtest.h>

#include "overhand/table/cell_text.h"

namespace overhand {
namespace {

std::string date_of(DateStyle style, std::string_view text) {
  const auto day = day_of(style, text);
  return day ? text_of(type::Date{}, *day) : "none";
}

TEST(DateText, OfEveryStyle) {
  EXPECT_EQ(date_of(DateStyle::iso, "2024-02-29"), "2024-02-29");
  EXPECT_EQ(date_of(DateStyle::dotted, "29.02.2024"), "2024-02-29");
  EXPECT_EQ(date_of(DateStyle::dotted, "1.2.1931"), "1931-02-01");
  EXPECT_EQ(date_of(DateStyle::day_first, "03/04/2026"), "2026-04-03");
  EXPECT_EQ(date_of(DateStyle::month_first, "03/04/2026"), "2026-03-04");
}

TEST(DateText, WhatIsNoDay) {
  for (const char* text : {"", "2023-02-29", "2024-13-01", "2024-1-1", "20240101", "2024-02-29x",
                           "-024-02-01", "2024--2-01", "2024-02-29 00:00:00"}) {
    EXPECT_EQ(date_of(DateStyle::iso, text), "none") << text;
  }
  for (const char* text : {"31.04.2024", "1.1.24", "1.1.02024", "1.1", "a.b.2024", "+1.1.2024"}) {
    EXPECT_EQ(date_of(DateStyle::dotted, text), "none") << text;
  }
}

TEST(DateText, TheStyleIsTheOneThatFitsAll) {
  EXPECT_EQ(date_style_of({"2024-02-29", std::nullopt, "1999-12-31"}), DateStyle::iso);
  EXPECT_EQ(date_style_of({"29.02.2024", "1.1.1999"}), DateStyle::dotted);
  EXPECT_EQ(date_style_of({"03/04/2026", "13/04/2026"}), DateStyle::day_first);
  EXPECT_EQ(date_style_of({"03/04/2026", "03/13/2026"}), DateStyle::month_first);
  EXPECT_EQ(date_style_of({"03/04/2026", "05/06/2026"}), std::nullopt) << "either way";
  EXPECT_EQ(date_style_of({"13/04/2026", "04/13/2026"}), std::nullopt) << "neither way";
  EXPECT_EQ(date_style_of({"2024-02-29", "29.02.2024"}), std::nullopt);
  EXPECT_EQ(date_style_of(Texts(3)), std::nullopt);
}

}  // namespace
}  // namespace overhand
