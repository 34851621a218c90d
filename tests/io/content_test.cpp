#include <gtest/gtest.h>

#include "overhand/io/content_internal.h"

namespace overhand::io {
namespace {

using namespace std::string_view_literals;

constexpr Format csv{FileFormat::csv};
constexpr Format parquet{FileFormat::parquet};

TEST(Content, IsNamedWhereTheNameSaysSomethingElse) {
  EXPECT_EQ(mismatch("PAR1\x15\x04"sv, csv),
            "by its content this is a Parquet file, which the name does not say; give it the "
            "extension .parquet");
  EXPECT_FALSE(mismatch("PAR1\x15\x04"sv, parquet));
  EXPECT_TRUE(mismatch("ARROW1\0\0"sv, parquet));
  EXPECT_TRUE(mismatch("PK\x03\x04\x14\0\0\0xl/worksheets"sv, parquet));
  EXPECT_TRUE(mismatch("PK\x03\x04\x14\0\0\0xl/worksheets"sv, Format{FileFormat::ods}));
  EXPECT_FALSE(mismatch("PK\x03\x04\x14\0\0\0xl/worksheets"sv, Format{FileFormat::xlsx}));
  EXPECT_FALSE(mismatch("age,income\n1,2\n", csv));
  EXPECT_FALSE(mismatch("", csv));
}

TEST(Content, ThatIsTextMayBeginWithAnything) {
  EXPECT_FALSE(mismatch("PAR1,PAR2\n1,2\n", csv));
  EXPECT_FALSE(mismatch("BZh\n1\n", csv));
  EXPECT_FALSE(mismatch("%PDF-,x\n1,2\n", csv));
}

TEST(Content, IsNoTextWithZeroBytes) {
  EXPECT_FALSE(no_text("a,b\n1,2\n"));
  EXPECT_EQ(no_text("a,b\n1,2\n3,\0\n"sv), "there are zero bytes in it, so it is no text");
  EXPECT_EQ(no_text("\xff\xfe\0\0a\0\0\0"sv),
            "the text is in UTF-32, which is not read; save it as UTF-8");
}

TEST(Content, FindsTheLineThatIsNotUtf8) {
  EXPECT_FALSE(first_line_not_utf8("a\nä\n"));
  EXPECT_EQ(first_line_not_utf8("a\nb\nM\xfcller\nc"), 3U);
  EXPECT_EQ(first_line_not_utf8("\xfc"), 1U);
}

}  // namespace
}  // namespace overhand::io
