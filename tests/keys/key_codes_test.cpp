#include "overhand/keys/key_codes.h"

#include <gtest/gtest.h>

namespace overhand::keys {
namespace {

const std::vector<Code> expected = {0, 1, missing_code, 0, 2};

// 3, -1, nothing, 3, 0, from every storage.
TEST(KeyCodes, EqualValuesHaveEqualCodesFromEveryStorage) {
  const Column reals("k", Cells<double>{3, -1, missing_real, 3, -0.0});
  const Column integers("k", Cells<std::int64_t>{3, -1, missing_integer, 3, 0});
  const Column texts("k", Texts{"3", "-1", std::nullopt, "3", "0"});
  for (const Column& column : {reals, integers, texts}) {
    const KeyColumn key = coded(column);
    EXPECT_EQ(key.codes, expected);
    EXPECT_EQ(key.levels, 3U);
  }
}

TEST(KeyCodes, BothZerosAreOneValue) {
  EXPECT_EQ(coded(Column("k", Cells<double>{0.0, -0.0})).levels, 1U);
}

TEST(KeyCodes, ADictionaryInAnotherOrderOrWithUnusedTextsGivesTheSameCodes) {
  DictionaryBuilder dictionary;
  for (const char* text : {"unused", "0", "-1", "3"}) dictionary.code_of(text);
  const Texts texts(Cells<Code>{3, 2, missing_code, 3, 1}, std::move(dictionary).finish());
  EXPECT_EQ(coded(Column("k", texts)).codes, expected);
  EXPECT_EQ(coded(Column("k", texts)).levels, 3U);
}

std::string problem_with(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (std::size_t j = 0; j < most_keys + 1; ++j) {
    columns.push_back({"k" + std::to_string(j), Cells<double>{1, 2}});
  }
  const auto keys = codes_of(Table(std::move(columns)), names);
  return keys ? "" : keys.error().message;
}

TEST(KeyCodes, SayWhatIsWrongWithTheKeys) {
  EXPECT_EQ(problem_with({"k0", "k1"}), "");
  EXPECT_EQ(problem_with({}), "No key column is named.");
  EXPECT_EQ(problem_with({"k0", "k1", "k0"}), "The key column 'k0' is named twice.");
  EXPECT_NE(problem_with({"k0", "sex"}).find("sex"), std::string::npos);
  std::vector<std::string> all;
  for (std::size_t j = 0; j < most_keys + 1; ++j) all.push_back("k" + std::to_string(j));
  EXPECT_EQ(problem_with(all), "33 key columns are named; at most 32 can be measured together.");
}

}  // namespace
}  // namespace overhand::keys
