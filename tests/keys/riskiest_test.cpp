// Which records are at risk by which keys, held against SUDA over all records.
#include "overhand/keys/riskiest.h"

#include <gtest/gtest.h>

#include <map>

#include "keys_support.h"

namespace overhand::keys {
namespace {

TEST(UniqueSetsOf, AreThoseThatSudaCounts) {
  for (const std::uint32_t number : {1U, 2U, 3U}) {
    const KeyCodes keys = random_keys({.rows = 120, .columns = 5, .number = number});
    for (const std::size_t largest : {2U, 3U, 5U}) {
      std::map<std::uint32_t, std::size_t> counted;
      for (Row row = 0; row < keys.row_count(); ++row) {
        for (const std::uint32_t set : unique_sets_of(keys, row, largest)) ++counted[set];
      }
      const Suda all = suda(keys, groups_of(keys), {.largest = largest});
      ASSERT_FALSE(all.sets.empty());
      EXPECT_EQ(counted.size(), all.sets.size());
      for (const UniqueSet& set : all.sets) EXPECT_EQ(counted[set.keys], set.records);
    }
  }
}

TEST(UniqueSetsOf, HaveNoneForARecordWithATwin) {
  const KeyCodes keys = keys_of({{0, 0, 1}, {1, 1, 1}});
  EXPECT_TRUE(unique_sets_of(keys, 0, 2).empty());
  EXPECT_EQ(unique_sets_of(keys, 2, 2), std::vector<std::uint32_t>{1});
}

// Records 0 and 1 are twins; 2 is alone by its age, 3 by sex and age together only, 4 to 6 share.
Table some_people() {
  return Table({Column("sex", Texts{"m", "m", "f", "m", "f", "f", "f"}),
                Column("age", Cells<std::int64_t>{30, 30, 50, 40, 40, 40, 40})});
}

TEST(Riskiest, AreTheLoneOnesByTheFewestKeysFirst) {
  const Table table = some_people();
  const auto measures = measure_keys(table, {{"sex", "age"}});
  ASSERT_TRUE(measures);
  const auto found = riskiest(table, *measures, 3, 20);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 4U);
  EXPECT_EQ((*found)[0].row, 2U);
  EXPECT_EQ((*found)[0].sets, std::vector<std::uint32_t>{0b10});
  EXPECT_EQ((*found)[1].row, 3U);
  EXPECT_EQ((*found)[1].sets, std::vector<std::uint32_t>{0b11});
  EXPECT_EQ((*found)[2].row, 0U);
  EXPECT_EQ((*found)[2].sharing, 2U);
  EXPECT_DOUBLE_EQ((*found)[2].risk, .5);
  EXPECT_TRUE((*found)[2].sets.empty());
  EXPECT_EQ(riskiest(table, *measures, 2, 20)->size(), 2U);
  EXPECT_EQ(riskiest(table, *measures, 3, 1)->size(), 1U);
}

TEST(Riskiest, SayWhenTheTableIsAnother) {
  const auto measures = measure_keys(some_people(), {{"sex", "age"}});
  EXPECT_FALSE(riskiest(Table({Column("sex", Texts{"m"})}), *measures, 3, 20));
}

}  // namespace
}  // namespace overhand::keys
