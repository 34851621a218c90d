#include "overhand/io/matrix_file.h"

#include <gtest/gtest.h>

#include <fstream>

namespace overhand::io {
namespace {

std::string refusal(std::string_view text) {
  const auto matrix = matrix_of(text, "m.csv");
  return matrix ? "" : sentence_of(matrix.error());
}

TEST(MatrixFile, HasLevelsAcrossAndDown) {
  const auto matrix =
      matrix_of("\xEF\xBB\xBF,\"a, b\",c\r\n\"a, b\",0.75,0.25\r\n\r\nc,0,1\r\n", "m.csv");
  ASSERT_TRUE(matrix) << matrix.error().message;
  EXPECT_EQ(matrix->levels, (std::vector<std::string>{"a, b", "c"}));
  EXPECT_EQ(matrix->chances, (std::vector<std::vector<double>>{{0.75, 0.25}, {0, 1}}));
  EXPECT_EQ(matrix->file, "m.csv");
}

TEST(MatrixFile, MakesThirdsSumToOne) {
  const auto matrix = matrix_of("level,a,b,c\na,0.333333,0.333333,0.333333\nb,0,1,0\nc,0,0,1", "m");
  ASSERT_TRUE(matrix) << matrix.error().message;
  EXPECT_DOUBLE_EQ(matrix->chances[0][0], 1.0 / 3);
}

TEST(MatrixFile, SaysWhichLineIsWrong) {
  EXPECT_EQ(refusal(",a,b\na,0.5,0.4\nb,0,1\n"),
            "m.csv, line 2: The chances of this line sum to 0.9, not to 1.");
  EXPECT_EQ(refusal(",a,b\na,0.5,0.5\nb,-0.1,1.1\n"),
            "m.csv, line 3: Field 2 is no chance: a number from 0 to 1, such as 0.25.");
  EXPECT_EQ(refusal(",a,b\na,nan,1\nb,0,1\n"),
            "m.csv, line 2: Field 2 is no chance: a number from 0 to 1, such as 0.25.");
  EXPECT_EQ(refusal(",a,b\na,0.5,0.5,0\n"),
            "m.csv, line 2: This line has 3 chances and the first 2 levels; each line is a level "
            "and a chance for each.");
  EXPECT_EQ(refusal(",a,b\na,0.5,0.5\n"),
            "m.csv, line 2: There are 2 levels in the first line and 1 lines of chances; a matrix "
            "has as many.");
  EXPECT_EQ(refusal(",a\na,1\nb,1\n"),
            "m.csv, line 3: The levels of the lines must be those of the first line, in their "
            "order, and line 2 of 1 is another.");
  EXPECT_EQ(refusal(",a,b\nb,0,1\na,1,0\n"),
            "m.csv, line 2: The levels of the lines must be those of the first line, in their "
            "order, and line 1 of 2 is another.");
  EXPECT_EQ(refusal(",a,a\na,0,1\na,0,1\n"),
            "m.csv, line 1: A level stands twice in the first line; name each once.");
  EXPECT_EQ(refusal("a\n"),
            "m.csv, line 1: The first line names no level; they stand from its second field on.");
  EXPECT_EQ(refusal(""),
            "m.csv, line 1: There are 0 levels in the first line and 0 lines of chances; a matrix "
            "has as many.");
  EXPECT_EQ(refusal("\xff"), "m.csv, line 1: A matrix must be in UTF-8.");
}

TEST(MatrixFile, IsNamedByColumnOrForAll) {
  EXPECT_EQ(matrix_files("sex=a.csv,b.csv"), (std::vector<std::string>{"a.csv", "b.csv"}));
  const std::string path = ::testing::TempDir() + "/overhand_matrix.csv";
  std::ofstream(path) << ",a\na,1\n";
  const auto read = read_matrices("sex=" + path + "," + path);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0].column, "sex");
  EXPECT_EQ((*read)[1].column, "");
  EXPECT_EQ((*read)[1].file, path);
  EXPECT_FALSE(read_matrices(path + ".not"));
}

}  // namespace
}  // namespace overhand::io
