#include <gtest/gtest.h>

#include "overhand/external/rotate_internal.h"
#include "support/external.h"
#include "support/mixed_tables.h"
#include "support/moments.h"
#include "support/people.h"

namespace overhand::external {
namespace {

using masking::MaskOptions;
using masking::OptionValues;
using testing::Surveyed;

constexpr std::uint64_t plenty = std::uint64_t{1} << 28;
constexpr std::uint64_t little = 100'000;  // so that a part has 1,000 records

OptionValues with_marginals(const std::string& marginals) { return {{"marginals", marginals}}; }

// What must hold of any rotation, whatever the memory.
void expect_kept(const Surveyed& surveyed, const MaskedTable& masked) {
  const Table before = surveyed.in_memory();
  const Table after = testing::whole_of(masked);
  ASSERT_EQ(column_names(after), column_names(before));
  ASSERT_EQ(after.row_count(), before.row_count());
  for (std::size_t j = 0; j < before.column_count(); ++j) {
    const Column& column = before.columns()[j];
    EXPECT_EQ(after.columns()[j].type, column.type) << column.name;
    if (masked.is_derived(column)) continue;
    if (column.role == Role::keep) {
      testing::expect_same_column(after.columns()[j], gather(column, masked.lineage()));
    } else {
      EXPECT_EQ(testing::counts_of(after.columns()[j]), testing::counts_of(column)) << column.name;
    }
  }
}

class ExternalRotate : public ::testing::TestWithParam<const char*> {};

TEST_P(ExternalRotate, KeepsEveryColumnsValuesLevelsAndGaps) {
  const Table table = testing::people_table(4'000, 1);
  for (const std::uint64_t memory : {little, plenty}) {
    SCOPED_TRACE(memory);
    const Surveyed surveyed(table, GetParam(), "cell_rotate", testing::people_choice(), memory);
    const auto masked = surveyed.mask({});
    ASSERT_TRUE(masked) << sentence_of(masked.error());
    expect_kept(surveyed, *masked);
    // Few records have the very value of their source.
    const Reals before =
        testing::numbers_of(gather(surveyed.in_memory(), masked->lineage()), "wage");
    const Reals after = testing::numbers_of(testing::whole_of(*masked), "wage");
    std::size_t same = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      same += static_cast<std::size_t>(before[i] == after[i]);
    }
    EXPECT_LT(same, before.size() / 10);
    EXPECT_EQ(surveyed.file_count(), 1U);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, ExternalRotate, ::testing::Values(".parquet", ".feather", ".csv"),
                         [](const auto& format) { return std::string(format.param).substr(1); });

TEST(ExternalRotateOfSums, ComputesThemOfWhatWasMasked) {
  const Surveyed surveyed(testing::people_table(3'000, 2), ".parquet", "cell_rotate",
                          testing::people_choice(), 144'000);
  const auto masked = surveyed.mask({.structure = testing::with_total()});
  ASSERT_TRUE(masked) << sentence_of(masked.error());
  expect_kept(surveyed, *masked);
  const Table after = testing::whole_of(*masked);
  const Reals total = testing::numbers_of(after, "total");
  const Reals wage = testing::numbers_of(after, "wage");
  const Reals rent = testing::numbers_of(after, "rent");
  for (std::size_t i = 0; i < total.size(); ++i) ASSERT_EQ(total[i], wage[i] + rent[i]) << i;
  EXPECT_NE(testing::counts_of(testing::column_of(after, "total")),
            testing::counts_of(testing::column_of(surveyed.in_memory(), "total")));
}

TEST(ExternalRotateKeys, SameKeySameTableAndAnotherKeyAnother) {
  const Table table = testing::people_table(2'000, 3);
  const Surveyed one(table, ".parquet", "cell_rotate", testing::people_choice(), little);
  const Surveyed two(table, ".feather", "cell_rotate", testing::people_choice(), little);
  const auto first = one.mask({});
  const auto again = one.mask({});
  const auto of_other_file = two.mask({});
  const testing::Seeded other(99);
  const auto by_other_key = one.mask({}, other.context);
  ASSERT_TRUE(first && again && of_other_file && by_other_key);
  testing::expect_same_table(testing::whole_of(*again), testing::whole_of(*first));
  testing::expect_same_table(testing::whole_of(*of_other_file), testing::whole_of(*first));
  EXPECT_EQ(first->lineage(), of_other_file->lineage());
  EXPECT_FALSE(testing::is_same_table(testing::whole_of(*by_other_key), testing::whole_of(*first)));
}

// Every cell's are kept, so the table's, whatever the parts.
TEST(ExternalRotateFree, KeepsMeansAndCovariances) {
  const Table table = testing::related_table(
      5'000, 3, 4, [](std::span<double> record) { record[1] += 0.8 * record[0]; });
  ColumnChoice choice{.drop = {"x3"}};
  for (const std::uint64_t memory : {std::uint64_t{200'000}, plenty}) {
    const Surveyed surveyed(table, ".parquet", "cell_rotate", choice, memory);
    const auto masked = surveyed.mask({.values = with_marginals("free")});
    ASSERT_TRUE(masked) << sentence_of(masked.error());
    const Table after = testing::whole_of(*masked);
    const Reals a = testing::reals_of(table, 0);
    const Reals b = testing::reals_of(table, 1);
    const Reals masked_a = testing::numbers_of(after, "x1");
    const Reals masked_b = testing::numbers_of(after, "x2");
    EXPECT_NEAR(testing::mean(masked_a), testing::mean(a), 1e-10);
    EXPECT_NEAR(testing::covariance(masked_a, masked_a), testing::covariance(a, a), 1e-9);
    EXPECT_NEAR(testing::covariance(masked_a, masked_b), testing::covariance(a, b), 1e-9);
    EXPECT_NE(testing::sorted_reals(after.columns()[0]), testing::sorted_reals(table.columns()[0]));
  }
}

TEST(ExternalRotateSynthetic, HasGapsAsBeforeAndValuesWithinTheRange) {
  const Surveyed surveyed(testing::people_table(3'000, 5), ".parquet", "cell_rotate",
                          testing::people_choice(), 150'000);
  const auto masked = surveyed.mask({.values = with_marginals("synthetic")});
  ASSERT_TRUE(masked) << sentence_of(masked.error());
  const Table before = surveyed.in_memory();
  const Table after = testing::whole_of(*masked);
  for (std::size_t j = 0; j < before.column_count(); ++j) {
    EXPECT_EQ(missing_count(after.columns()[j].values), missing_count(before.columns()[j].values));
  }
  EXPECT_NE(testing::counts_of(after.columns()[0]), testing::counts_of(before.columns()[0]));
  EXPECT_EQ(testing::counts_of(testing::column_of(after, "school")),
            testing::counts_of(testing::column_of(before, "school")));
  Reals known = testing::numbers_of(after, "income");
  const Reals own = testing::numbers_of(before, "income");
  EXPECT_GE(std::ranges::min(known), std::ranges::min(own));
  EXPECT_LE(std::ranges::max(known), std::ranges::max(own));
}

TEST(ExternalRotateRefusals, SmoothedNeedsTheWholeTable) {
  const Surveyed surveyed(testing::people_table(500, 6), ".parquet", "cell_rotate");
  const auto masked = surveyed.mask({.values = with_marginals("smoothed")});
  ASSERT_FALSE(masked);
  EXPECT_EQ(masked.error().kind, ErrorKind::invalid_option);
  EXPECT_NE(masked.error().message.find("take synthetic"), std::string::npos);
}

// The records on which risks are measured, and their originals, by the number that goes with them.
TEST(ExternalRotateSample, PointsToTheOriginals) {
  const Surveyed surveyed(testing::people_table(1'500, 7), ".parquet", "cell_rotate",
                          testing::people_choice(), little);
  const auto masked = surveyed.mask({});
  ASSERT_TRUE(masked) << sentence_of(masked.error());
  const Table& originals = masked->sampled_originals();
  testing::expect_same_table(originals, surveyed.in_memory());  // few records: all
  const Reals of_original = testing::numbers_of(originals, "number");
  const Reals of_masked = testing::numbers_of(masked->sample().table, "number");
  const Lineage& lineage = *masked->sample().lineage;
  ASSERT_EQ(lineage.size(), of_masked.size());
  for (std::size_t i = 0; i < lineage.size(); ++i) {
    ASSERT_EQ(of_masked[i], of_original[lineage[i]]) << i;
  }
}

}  // namespace
}  // namespace overhand::external
