#include "overhand/external/original.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/external.h"
#include "support/people.h"
#include "support/stopping.h"

namespace overhand::external {
namespace {

using testing::Surveyed;

class OriginalTest : public ::testing::TestWithParam<const char*> {};

// Text files are put on the disk, a few columns at a time: here one, and all.
TEST_P(OriginalTest, HasTheColumnsOfTheFile) {
  for (const std::uint64_t memory : {1UL, 60'000UL, 1UL << 30}) {
    SCOPED_TRACE(memory);
    const Surveyed surveyed(testing::people_table(800, 1), GetParam(), "sjppds",
                            testing::people_choice(), memory);
    const Table table = surveyed.in_memory();
    const Original& original = surveyed.original();
    EXPECT_EQ(original.row_count(), 800U);
    ASSERT_EQ(original.columns().size(), table.column_count());
    for (std::size_t j = 0; j < table.column_count(); ++j) {
      testing::expect_same_column(original.columns()[j], emptied(table.columns()[j]));
      for (int time = 0; time < 2; ++time) {
        const auto column = original.read(j);
        ASSERT_TRUE(column) << sentence_of(column.error());
        testing::expect_same_column(*column, table.columns()[j]);
      }
    }
    EXPECT_EQ(surveyed.file_count(), 1U);
  }
}

// So the release has the key that it has when the table is in the memory.
TEST_P(OriginalTest, StatesWhatTheWholeTableStates) {
  const Surveyed surveyed(testing::people_table(500, 2), GetParam());
  const masking::MaskOptions options{.values = {{"bins", 20L}}};
  const auto& key = surveyed.key().key;
  const auto key_of = [&](const Table& table) {
    return masking::release_key(key, surveyed.method(), options, table).bytes();
  };
  const auto own =
      masking::release_key(key, surveyed.method(), options, 500, surveyed.original().stated())
          .bytes();
  Table table = surveyed.in_memory();
  EXPECT_EQ(own, key_of(table));
  testing::set_real(table.columns()[0], 499, 1e9);
  EXPECT_NE(own, key_of(table));
}

TEST_P(OriginalTest, IsPreparedBeforeAnythingElse) {
  const Surveyed surveyed(testing::people_table(300, 3), GetParam());
  const auto doubled = [](Column column) -> Result<Column> {
    if (column.name == "wage") testing::change_each(column, [](double& value) { value *= 2; });
    return column;
  };
  const auto original = surveyed.survey(surveyed.key().context, doubled);
  ASSERT_TRUE(original) << sentence_of(original.error());
  Table table = surveyed.in_memory();
  const std::size_t wage = *find_column(table, "wage");
  testing::change_each(table.columns()[wage], [](double& value) { value *= 2; });
  testing::expect_same_column(*original->read(wage), table.columns()[wage]);
  testing::expect_same_table(original->sample(), table);
  EXPECT_EQ(masking::release_key(surveyed.key().key, surveyed.method(), {}, 300, original->stated())
                .bytes(),
            masking::release_key(surveyed.key().key, surveyed.method(), {}, table).bytes());
  const auto refused = surveyed.survey(surveyed.key().context, [](const Column&) -> Result<Column> {
    return Error{ErrorKind::refused, "No."};
  });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::refused);
}

TEST_P(OriginalTest, StopsWhenAsked) {
  const Surveyed surveyed(testing::people_table(300, 4), GetParam());
  const testing::StopsAt stop(1);
  const auto original =
      surveyed.survey({surveyed.key().key, stop.progress()}, [](Column column) { return column; });
  ASSERT_FALSE(original);
  EXPECT_EQ(original.error().kind, ErrorKind::cancelled);
}

INSTANTIATE_TEST_SUITE_P(Formats, OriginalTest, ::testing::Values(".parquet", ".feather", ".csv"),
                         [](const auto& format) { return std::string(format.param).substr(1); });

TEST(OriginalOfText, NeedsAPlaceForTemporaryFiles) {
  for (const char* extension : {".csv", ".parquet"}) {
    Surveyed surveyed(testing::people_table(100, 5), extension);
    surveyed.room().folder = "/nowhere/at/all";
    const auto original =
        surveyed.survey(surveyed.key().context, [](Column column) { return column; });
    const bool is_text = std::string(extension) == ".csv";
    ASSERT_EQ(static_cast<bool>(original), !is_text);
    if (is_text) {
      EXPECT_EQ(original.error().kind, ErrorKind::io);
    }
  }
}

TEST(OriginalSample, IsOfTheRowsThatItSays) {
  Table table = testing::normal_table(105'000, 2, 6);
  TextsBuilder texts;
  for (std::size_t row = 0; row < 105'000; ++row) texts.append(row == 7 ? "rare" : "common");
  table.columns().push_back({"level", type::Category{}, std::move(texts).finish()});
  const Surveyed surveyed(table, ".feather", "sjppds", {});
  const Original& original = surveyed.original();
  const Lineage& rows = original.sampled_rows();
  ASSERT_EQ(rows.size(), 100'000U);
  EXPECT_TRUE(std::ranges::is_sorted(rows));
  EXPECT_EQ(std::ranges::adjacent_find(rows), rows.end());
  EXPECT_LT(rows.back(), 105'000U);
  testing::expect_same_table(original.sample(), gather(surveyed.in_memory(), rows));
  EXPECT_EQ(std::get<Texts>(original.sample().columns()[2].values).dictionary().size(), 2U);
}

TEST(OriginalSample, OfFewRecordsIsAllOfThem) {
  const Surveyed surveyed(testing::people_table(50, 7), ".parquet");
  Lineage all(50);
  std::iota(all.begin(), all.end(), Row{0});
  EXPECT_EQ(surveyed.original().sampled_rows(), all);
}

}  // namespace
}  // namespace overhand::external
