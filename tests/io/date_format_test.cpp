#include <gtest/gtest.h>

#include "overhand/io/date_format_internal.h"

namespace overhand::io {
namespace {

// 2021-02-03 04:05:06 as the format shows it; "none" where no text file has such a layout.
std::string shown(std::string_view format) {
  constexpr std::int64_t moment = 1'612'325'106;
  const auto layout = layout_of_format(format);
  return layout ? text_in(*layout, type::Timestamp{TimeUnit::second}, moment) : "none";
}

TEST(DateFormat, IsALayoutOfTextFiles) {
  EXPECT_EQ(shown("dd.mm.yyyy"), "03.02.2021");
  EXPECT_EQ(shown("d.m.yyyy"), "3.2.2021");
  EXPECT_EQ(shown("DD/MM/YYYY"), "03/02/2021");
  EXPECT_EQ(shown("m/d/yyyy h:mm"), "2/3/2021 4:05");
  EXPECT_EQ(shown("yyyy/mm/dd hh:mm:ss"), "2021/02/03 04:05:06");
  EXPECT_EQ(shown("dd\\-mmm\\-yyyy"), "03-Feb-2021");
  EXPECT_EQ(shown("d mmmm yyyy"), "3 February 2021");
  EXPECT_EQ(shown("mmmm d, yyyy"), "February 3, 2021");
  EXPECT_EQ(shown("[$-407]dd/mm/yyyy;@"), "03/02/2021");
  EXPECT_EQ(shown("dd\".\"mm\".\"yyyy"), "03.02.2021");
  EXPECT_EQ(shown("dd.mm.yy"), "03.02.21");
}

TEST(DateFormat, IsNoneWhereNoTextFileIsReadSo) {
  for (const char* format :
       {"dddd, d mmmm yyyy", "d/m/yyyy h:mm AM/PM", "mmmm yyyy", "mm-dd-yy", "m/d/yy h:mm",
        "yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss", "General", "", "mmmmm", "[", "\\"}) {
    EXPECT_EQ(shown(format), "none") << format;
  }
}

}  // namespace
}  // namespace overhand::io
