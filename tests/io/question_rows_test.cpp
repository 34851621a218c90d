#include <gtest/gtest.h>

#include <string>

#include "overhand/io/question_rows_internal.h"

namespace overhand::io {
namespace {

// The text without such rows.
std::string left(std::string text) {
  const QuestionRows rows = question_rows(text);
  return text.erase(rows.begin, rows.end - rows.begin);
}

constexpr auto keys = "\"{\"\"ImportId\"\":\"\"QID1\"\"}\",\"{\"\"ImportId\"\":\"\"QID2\"\"}\"\n";

TEST(QuestionRows, StandBelowTheNames) {
  const std::string names = "Q1,Q2\n";
  const std::string questions = "\"How old?\n(years, please)\",Why?\n";
  EXPECT_EQ(left(names + questions + keys + "1,2\n3,4\n"), "Q1,Q2\n1,2\n3,4\n");
  EXPECT_EQ(left(names + questions + keys), names);
}

TEST(QuestionRows, AreNoneWhereACellIsNoKey) {
  for (const std::string& text :
       {std::string("Q1,Q2\n1,2\n3,4\n"), std::string("Q1,Q2\na,b\nImportId,2\n3,4\n"),
        std::string("Q1,Q2\n") + keys + "1,2\n", std::string("Q1,Q2,Q3\na,b,c\n") + keys,
        std::string("ImportId"), std::string()}) {
    EXPECT_EQ(left(text), text);
  }
}

}  // namespace
}  // namespace overhand::io
