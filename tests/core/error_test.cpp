#include "overhand/core/error.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

std::string shouted(const Remedy& remedy) {
  std::string words = remedy.action == Action::drop ? "drop" : "keep";
  for (const std::string& column : remedy.columns) words += " " + column;
  return words;
}

TEST(Error, NamesTheFileAndTheLine) {
  EXPECT_EQ(sentence_of({ErrorKind::invalid_data, "is bad."}), "is bad.");
  EXPECT_EQ(sentence_of({ErrorKind::invalid_data, "is bad.", {"a.csv"}}), "a.csv: is bad.");
  EXPECT_EQ(sentence_of({ErrorKind::invalid_data, "is bad.", {"a.csv", 3}}),
            "a.csv, line 3: is bad.");
  EXPECT_EQ(sentence_of({ErrorKind::invalid_data, "is bad.", {"a.arrow", {}, 2}}),
            "a.arrow, record 2: is bad.");
}

TEST(Error, IsOfTheFileThatItNamesFirst) {
  const Error error = in_file("a.csv", {ErrorKind::io, "is bad."});
  EXPECT_EQ(error.place.file, "a.csv");
  EXPECT_EQ(in_file("b.csv", error).place.file, "a.csv");
}

TEST(Error, EndsWithWhatHelpsInTheWordsOfTheFace) {
  Error error{ErrorKind::invalid_data, "is bad.", {"a.csv"}};
  EXPECT_EQ(in_full(error, shouted), "a.csv: is bad.");
  error.remedies = {{Action::drop, {"age"}}, {Action::keep, {"age", "sex"}}};
  EXPECT_EQ(in_full(error, shouted), "a.csv: is bad; drop age, or keep age sex.");
}

}  // namespace
}  // namespace overhand
