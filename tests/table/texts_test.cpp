#include "overhand/table/texts.h"

#include <gtest/gtest.h>

#include "overhand/table/column.h"

namespace overhand {
namespace {

TEST(Texts, StoresEachTextOnce) {
  const Texts texts{"b", "a", std::nullopt, "b", ""};
  EXPECT_EQ(texts.size(), 5U);
  EXPECT_EQ(texts.dictionary().size(), 3U);
  EXPECT_EQ(texts[0], "b");
  EXPECT_EQ(texts[1], "a");
  EXPECT_EQ(texts[2], std::nullopt);
  EXPECT_EQ(texts[3], "b");
  EXPECT_EQ(texts[4], "");
}

TEST(Texts, AreEqualByTextWhateverTheCodes) {
  DictionaryBuilder builder;
  builder.code_of("a");
  builder.code_of("unused");
  builder.code_of("b");
  const Texts other({2, 0, missing_code}, std::move(builder).finish());
  EXPECT_EQ(other, (Texts{"b", "a", std::nullopt}));
  EXPECT_NE(other, (Texts{"b", "b", std::nullopt}));
  EXPECT_NE(other, (Texts{"b", "a", ""}));
}

TEST(Texts, CountsTheRowsOfEachText) {
  DictionaryBuilder builder;
  for (const char* text : {"a", "unused", "b"}) builder.code_of(text);
  const Texts texts({2, 0, missing_code, 2}, std::move(builder).finish());
  EXPECT_EQ(texts.level_counts(), (std::vector<std::size_t>{1, 0, 2}));
}

TEST(Texts, TheSameInEveryRow) {
  EXPECT_EQ(Texts(2, "a"), (Texts{"a", "a"}));
  EXPECT_EQ(Texts(2), (Texts{std::nullopt, std::nullopt}));
}

TEST(Texts, GatherSharesTheDictionary) {
  const Column column("name", Texts{"x", std::nullopt, "z"});
  const std::vector<Row> rows = {2, 2, 1};
  const auto gathered = std::get<Texts>(gather(column.values, rows));
  EXPECT_EQ(gathered, (Texts{"z", "z", std::nullopt}));
  EXPECT_EQ(gathered.shared_dictionary(), std::get<Texts>(column.values).shared_dictionary());
}

TEST(DictionaryBuilder, FindsAmongMany) {
  DictionaryBuilder builder;
  constexpr int many = 20000;  // the dictionary grows and moves many times
  for (int i = 0; i < many; ++i) EXPECT_EQ(builder.code_of(std::to_string(i)), i);
  for (int i = 0; i < many; ++i) ASSERT_EQ(builder.code_of(std::to_string(i)), i);
  EXPECT_EQ(std::move(builder).finish()->size(), static_cast<std::size_t>(many));
}

}  // namespace
}  // namespace overhand
