#include "overhand/external/mask.h"

#include <gtest/gtest.h>

#include "support/external.h"
#include "support/mixed_tables.h"
#include "support/people.h"
#include "support/stopping.h"

namespace overhand::external {
namespace {

using masking::MaskOptions;
using masking::OptionValues;
using testing::Surveyed;

// The release of the whole table in the memory, by the same key.
void expect_the_same_at_once(const Surveyed& surveyed, const MaskOptions& options) {
  const auto apart = surveyed.mask(options);
  ASSERT_TRUE(apart) << sentence_of(apart.error());
  const auto at_once =
      masking::mask(surveyed.method(), surveyed.in_memory(), options, surveyed.key().context);
  ASSERT_TRUE(at_once) << sentence_of(at_once.error());
  testing::expect_same_table(testing::whole_of(*apart), at_once->table);
  EXPECT_EQ(apart->lineage(), *at_once->lineage);
}

TEST(MethodsInParts, AreThoseThatAreMaskedHere) {
  for (const masking::Method& method : masking::methods()) {
    const bool is_known = method.name == "sjppds" || method.name == "cell_rotate";
    EXPECT_EQ(method.masks_in_parts, is_known) << method.name;
  }
}

class ExternalMask : public ::testing::TestWithParam<const char*> {};

TEST_P(ExternalMask, IsTheReleaseOfTheWholeTableToTheLastBit) {
  const Surveyed surveyed(testing::people_table(3'000, 1), GetParam(), "sjppds",
                          testing::people_choice(), 150'000);
  for (const char* marginals : {"exact", "smoothed", "synthetic"}) {
    SCOPED_TRACE(marginals);
    const OptionValues values = {{"marginals", std::string(marginals)}, {"min_bin", 3L}};
    expect_the_same_at_once(surveyed, {.values = values});
    expect_the_same_at_once(surveyed, {.values = values, .structure = testing::with_total()});
  }
  EXPECT_EQ(surveyed.file_count(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Formats, ExternalMask, ::testing::Values(".parquet", ".feather", ".csv"),
                         [](const auto& format) { return std::string(format.param).substr(1); });

TEST(ExternalMaskOfAnyTable, IsTheReleaseOfTheWhole) {
  random::Stream stream(random::key_from_seed(5), {random::Purpose::test});
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    Table table = testing::random_mixed_table(40 + 10 * round, stream);
    for (const char* name : {"first", "last"}) {  // fewer than two are not masked
      table.columns().push_back(
          testing::mixed_column(0, table.row_count(), testing::Spread::all, true, stream));
      table.columns().back().name = name;
    }
    ColumnChoice choice{.keep_identifiers = true};
    for (const Column& column : table.columns()) {
      const bool is_text = std::holds_alternative<type::Text>(column.type);
      choice.plans.push_back(
          {.name = column.name, .role = is_text ? Treatment::keep : Treatment::mask});
    }
    const Surveyed surveyed(table, round % 2 == 0 ? ".parquet" : ".feather", "sjppds", choice);
    expect_the_same_at_once(surveyed, {.values = {{"bins", 7L}}});
  }
}

// Beyond one bucket of the shuffle and the sample that risks are measured on.
TEST(ExternalMaskOfManyRecords, IsTheReleaseOfTheWholeAndKnowsItsSample) {
  const std::size_t rows = 130'000;
  Table table = testing::normal_table(rows, 2, 3);
  Integers number(rows);
  for (std::size_t i = 0; i < rows; ++i) number[i] = static_cast<std::int64_t>(i);
  table.columns().push_back({"number", number});
  const Surveyed surveyed(table, ".parquet", "sjppds",
                          {.keep = {"number"}, .keep_identifiers = true});
  expect_the_same_at_once(surveyed, {});
  const auto masked = surveyed.mask({});
  ASSERT_TRUE(masked);
  const Table& originals = masked->sampled_originals();
  const auto& [sample, lineage, suppressed, moved] = masked->sample();
  ASSERT_EQ(originals.row_count(), 100'000U);
  ASSERT_EQ(sample.row_count(), 100'000U);
  ASSERT_TRUE(lineage);
  ASSERT_EQ(lineage->size(), 100'000U);
  // The number goes with the source, so it tells whether the two are one record.
  const Reals of_original = testing::numbers_of(originals, "number");
  const Reals of_masked = testing::numbers_of(sample, "number");
  for (std::size_t i = 0; i < lineage->size(); ++i) {
    ASSERT_EQ(of_masked[i], of_original[(*lineage)[i]]) << i;
  }
  // And the masked record of the sample is the one of the whole.
  const Table whole = testing::whole_of(*masked);
  const Reals numbers = testing::numbers_of(whole, "number");
  Lineage place_of(rows);
  for (Row place = 0; place < rows; ++place) place_of[static_cast<Row>(numbers[place])] = place;
  Lineage places;
  for (const double one : of_masked) places.push_back(place_of[static_cast<Row>(one)]);
  EXPECT_TRUE(std::ranges::is_sorted(places));
  testing::expect_same_table(sample, gather(whole, places));
}

TEST(ExternalMaskRefusals, SaysHowMuchMemoryAColumnTakes) {
  Surveyed surveyed(testing::people_table(10'000, 7), ".parquet");
  surveyed.room().memory = 170'000;  // 21 bytes a row and a fifth less
  const auto masked = surveyed.mask({});
  ASSERT_FALSE(masked);
  EXPECT_EQ(masked.error().kind, ErrorKind::invalid_option);
  EXPECT_NE(masked.error().message.find("210 KB of memory"), std::string::npos);
  ASSERT_EQ(masked.error().remedies.size(), 1U);
  EXPECT_EQ(masked.error().remedies[0].action, Action::say_memory);
  EXPECT_EQ(masked.error().remedies[0].value, "1M");
  surveyed.room().memory = 180'000;
  EXPECT_TRUE(surveyed.mask({}));
  // to hide values takes more
  const OptionValues hides = {{"marginals", std::string("synthetic")}};
  EXPECT_FALSE(surveyed.mask({.values = hides}));
  surveyed.room().memory = 400'000;
  EXPECT_TRUE(surveyed.mask({.values = hides}));
}

TEST(ExternalMaskRefusals, SaysHowMuchMemoryASumTakes) {
  Surveyed surveyed(testing::people_table(10'000, 8), ".parquet");
  surveyed.room().memory = 479'999;
  const MaskOptions options{.structure = testing::with_total()};
  const auto masked = surveyed.mask(options);
  ASSERT_FALSE(masked);
  EXPECT_EQ(masked.error().kind, ErrorKind::invalid_option);
  EXPECT_NE(masked.error().message.find("total = wage + rent in every record"), std::string::npos)
      << masked.error().message;
  ASSERT_EQ(masked.error().remedies.size(), 2U);
  EXPECT_EQ(masked.error().remedies[1].action, Action::say_no_derive);
  surveyed.room().memory = 480'000;
  EXPECT_TRUE(surveyed.mask(options));
}

TEST(ExternalMaskRefusals, ASumMustHoldInEveryRecordAndNotInTheSampleAlone) {
  Table table = testing::people_table(120'000, 9);
  std::vector<Column> some;
  for (const char* name : {"total", "wage", "rent"}) {
    some.push_back(testing::column_of(table, name));
  }
  const Surveyed surveyed(Table(some), ".parquet", "sjppds", {});
  const auto& sampled = surveyed.original().sampled_rows();
  ASSERT_EQ(sampled.size(), 100'000U);
  Row other = 0;  // a record that is not in the sample; its place does not depend on the values
  while (std::ranges::binary_search(sampled, other)) ++other;
  EXPECT_TRUE(surveyed.mask({.structure = testing::with_total()}));
  testing::set_real(some[0], other, -1);
  const Surveyed wrong(Table(some), ".parquet", "sjppds", {});
  ASSERT_EQ(wrong.original().sampled_rows(), sampled);
  const auto masked = wrong.mask({.structure = testing::with_total()});
  ASSERT_FALSE(masked);
  EXPECT_EQ(masked.error().kind, ErrorKind::invalid_option);
  EXPECT_NE(masked.error().message.find("does not hold in 1 of 120000 records"), std::string::npos)
      << masked.error().message;
}

// As it does of the whole table: one column alone has nothing to hide among.
TEST(ExternalMaskRefusals, AsksForTwoColumnsBesideThoseThatAreDerived) {
  const Reals values = {1, 2, 3, 4, 5};
  const Table table({{"a", values}, {"b", values}, {"c", values}});
  for (const char* method : {"sjppds", "cell_rotate"}) {
    const Surveyed one(table, ".parquet", method, {.keep = {"a", "b"}, .keep_identifiers = true});
    const auto masked = one.mask({});
    ASSERT_FALSE(masked) << method;
    EXPECT_EQ(masked.error().message, "There must be at least 2 columns to mask, not 1.");
    const Surveyed derived(table, ".parquet", method, {.mask = {"a", "b"}});
    Structure structure;
    structure.derive = {"b = a"};
    EXPECT_FALSE(derived.mask({.structure = structure})) << method;
  }
}

TEST(ExternalMaskRefusals, FailsWhereTemporaryFilesCannotBe) {
  Surveyed surveyed(testing::people_table(100, 10), ".parquet");
  surveyed.room().folder = "/nowhere/at/all";
  const auto masked = surveyed.mask({});
  ASSERT_FALSE(masked);
  EXPECT_EQ(masked.error().kind, ErrorKind::io);
}

TEST(ExternalMaskRefusals, StopsWheneverAsked) {
  for (const char* method : {"sjppds", "cell_rotate"}) {
    const Surveyed surveyed(testing::people_table(2'000, 11), ".parquet", method);
    int question = 1;
    for (; question < 100'000; question *= 2) {
      const testing::StopsAt stop(question);
      const auto masked = surveyed.mask({}, {surveyed.key().key, stop.progress()});
      if (masked) break;  // nobody asked so often
      ASSERT_EQ(masked.error().kind, ErrorKind::cancelled) << masked.error().message;
    }
    EXPECT_GT(question, 4) << method;
    EXPECT_LT(question, 100'000) << method;
    EXPECT_EQ(surveyed.file_count(), 1U);
  }
}

TEST(ScratchSize, IsTheTablesAndOneMoreOfATextFile) {
  const auto& shuffle = **masking::find_method("sjppds");
  const auto& rotate = **masking::find_method("cell_rotate");
  EXPECT_EQ(scratch_size(1'000, 5, true, shuffle), 40'000U);
  EXPECT_EQ(scratch_size(1'000, 5, false, shuffle), 80'000U);
  EXPECT_EQ(scratch_size(1'000, 5, true, rotate), 80'000U);
  EXPECT_EQ(scratch_size(1'000, 5, false, rotate), 120'000U);
}

}  // namespace
}  // namespace overhand::external
