#include "overhand/table/column_words.h"

#include <gtest/gtest.h>

#include <vector>

namespace overhand {
namespace {

TEST(ColumnWords, ShowWhatWouldActOnATerminal) {
  EXPECT_EQ(printable("age \"in\" C:\\years, ä€😀"), "age \"in\" C:\\years, ä€😀");
  EXPECT_EQ(printable("a\n\t\x1b[31mb"), "a\\n\\t\\x1b[31mb");
  EXPECT_EQ(printable("a\xe2\x80\xa8z"), "a\\u2028z");  // a line end in JavaScript
  EXPECT_EQ(printable("a\xe2\x80\xaez"), "a\\u202ez");  // the rest from right to left
  EXPECT_EQ(printable("M\xfcller"), "M\\xfcller");      // Latin-1
}

TEST(ColumnWords, HaveWordsForNoName) {
  EXPECT_EQ(in_words("age"), "column 'age'");
  EXPECT_EQ(in_words(""), "the column without a name");
  EXPECT_EQ(at_start("age"), "Column 'age'");
  EXPECT_EQ(at_start(""), "The column without a name");
}

TEST(ColumnWords, AreCutWhereTheyWouldFillTheScreen) {
  EXPECT_EQ(told(std::string(5000, 'a')), std::string(80, 'a') + "...");
  EXPECT_EQ(told(std::string(79, 'a') + "ä"), std::string(79, 'a') + "...");
  EXPECT_EQ(told(std::vector<std::string>{"age", "", "zip"}), "age, one without a name, zip");
  const std::string many = told(std::vector<std::string>(3000, "c"));
  EXPECT_TRUE(many.ends_with("c, c and 2980 more")) << many;
}

TEST(ColumnWords, ListNamesAsOneWordOfACommand) {
  const auto word = [](const std::vector<std::string>& names) { return command_word(names); };
  EXPECT_EQ(word({"name", "city", "zip_2"}), "name,city,zip_2");
  EXPECT_EQ(word({"straße"}), "straße");
  EXPECT_EQ(word({"first name", "zip"}), "'first name,zip'");
  EXPECT_EQ(word({"a,b", "c"}), "'\"a,b\",c'");
  EXPECT_EQ(word({"say \"hi\""}), "'\"say \"\"hi\"\"\"'");
  EXPECT_EQ(word({"it's"}), "'it'\\''s'");
  EXPECT_EQ(word({""}), "'\"\"'");
}

}  // namespace
}  // namespace overhand
