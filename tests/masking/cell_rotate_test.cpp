#include <gtest/gtest.h>

#include <cmath>

#include "overhand/masking/cell_rotate_internal.h"
#include "overhand/masking/cells_internal.h"
#include "support/csv.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::Seeded;

Masked masked(const Table& original, const CellRotateOptions& options, std::uint64_t seed = 1) {
  const Seeded seeded(seed);
  auto result = cell_rotate(original, options, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

statistics::Matrix points_of(const Table& table) {
  return statistics::standardise(statistics::as_matrix(table));
}

TEST(Cells, HoldKToTwiceKRecordsAndEveryRecordOnce) {
  for (const std::size_t records : {2, 7, 40, 1000, 9001}) {
    const Table table = testing::normal_table(records, 3, records);
    for (const std::size_t k : {2, 5, 20}) {
      for (const Groups& cells :
           {principal_component_cells(points_of(table), k), mondrian_cells(table, k)}) {
        Lineage rows = cells.rows;
        std::ranges::sort(rows);
        EXPECT_EQ(rows, same_rows(records));
        for (std::size_t number = 0; number < cells.count(); ++number) {
          EXPECT_LT(cells.group(number).size(), 2 * k);
          EXPECT_GE(cells.group(number).size(), std::min(k, records));
        }
      }
    }
  }
}

TEST(Cells, HoldSimilarRecords) {
  const Table table = testing::normal_table(4096, 2, 1);
  for (const Groups& cells :
       {principal_component_cells(points_of(table), 16), mondrian_cells(table, 16)}) {
    double within = 0;
    for (std::size_t number = 0; number < cells.count(); ++number) {
      const auto rows = cells.group(number);
      double sum = 0;
      double squares = 0;
      for (const Row row : rows) {
        sum += testing::reals_of(table, 0)[row];
        squares += std::pow(testing::reals_of(table, 0)[row], 2);
      }
      within += squares - sum * sum / static_cast<double>(rows.size());
    }
    EXPECT_LT(within / 4096, 0.05);  // of a variance of 1; cells at random would keep 0.97
  }
}

// The sums and cross-products of the records of each cell.
std::vector<double> cell_moments(const Table& table, const std::vector<std::uint32_t>& cell_of,
                                 std::size_t cells) {
  const std::size_t p = table.column_count();
  std::vector<double> moments(cells * p * (p + 1));
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    double* of_cell = &moments[cell_of[i] * p * (p + 1)];
    for (std::size_t j = 0; j < p; ++j) {
      of_cell[j] += testing::reals_of(table, j)[i];
      for (std::size_t l = 0; l < p; ++l) {
        of_cell[p + j * p + l] += testing::reals_of(table, j)[i] * testing::reals_of(table, l)[i];
      }
    }
  }
  return moments;
}

TEST(CellRotate, KeepsEachCellsMeanAndCovariance) {  // docs/theory/cell_rotate.md, theorem (i)
  const Table original = testing::normal_table(777, 4, 8);
  const Groups cells = principal_component_cells(points_of(original), 20);
  const auto cell_of = group_of_row(cells);
  const Masked result = masked(original, {.k = 20, .marginals = Marginals::free});
  std::vector<std::uint32_t> masked_cell;
  for (const Row source : *result.lineage) masked_cell.push_back(cell_of[source]);
  const auto before = cell_moments(original, cell_of, cells.count());
  const auto after = cell_moments(result.table, masked_cell, cells.count());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-10);

  double moved = 0;
  for (std::size_t i = 0; i < 777; ++i) {
    moved += std::abs(testing::reals_of(result.table, 0)[i] -
                      testing::reals_of(original, 0)[(*result.lineage)[i]]);
  }
  EXPECT_GT(moved / 777, 0.05);  // a permutation of records would keep all that too
}

TEST(CellRotate, KeepsLinearIdentities) {  // theorem (ii)
  if (!testing::exists(testing::data_file("census.csv"))) GTEST_SKIP() << "Census is not there";
  const Table census = testing::read_csv(testing::data_file("census.csv"));
  ASSERT_EQ(census.column_count(), 13U);
  const Masked result = masked(census, {.marginals = Marginals::free});
  const auto column = [&](const char* name) {
    return testing::reals_of(result.table, *find_column(census, name));
  };
  const Reals earned = column("PEARNVAL");
  const Reals total = column("PTOTVAL");
  const Reals other = column("POTHVAL");
  for (std::size_t i = 0; i < earned.size(); ++i) {
    EXPECT_NEAR(earned[i], total[i] - other[i], 1e-8);
  }
}

TEST(CellRotate, PutsEachColumnsOwnValuesBack) {  // theorem (iii)
  const Table numbers = testing::normal_table(500, 3, 4);
  Integers whole(500);
  for (std::size_t i = 0; i < 500; ++i)
    whole[i] = std::llround(3 * testing::reals_of(numbers, 0)[i]);
  Table original = numbers;
  original.columns()[0] = with_values(original.columns()[0], whole);
  const Masked result = masked(original, {});
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(testing::sorted_reals(result.table.columns()[j]),
              testing::sorted_reals(original.columns()[j]));
    EXPECT_EQ(result.table.columns()[j].values.index(), original.columns()[j].values.index());
  }
  EXPECT_NE(result.table.columns()[1].values,
            gather(original.columns()[1].values, *result.lineage));
}

TEST(CellRotate, ChoosesKFromTheColumns) {
  EXPECT_EQ(chosen_cell_size(1000, 3, Marginals::exact), 20);
  EXPECT_EQ(chosen_cell_size(1000, 40, Marginals::exact), 45);
  EXPECT_EQ(chosen_cell_size(12, 3, Marginals::exact), 12);
  EXPECT_EQ(chosen_cell_size(1000, 40, Marginals::free), 80);
}

TEST(CellRotate, SaysWhatIsWrong) {
  const Seeded seeded(1);
  const Table table = testing::table_of({{1, 2, 3}, {3, 4, 7}});
  const auto error_of = [&](const CellRotateOptions& options) {
    const auto result = cell_rotate(table, options, seeded.context);
    return result ? "" : result.error().message;
  };
  EXPECT_EQ(error_of({.k = 1}), "k must be at least 2, not 1.");
  EXPECT_EQ(error_of({.k = 4}), "k must be at most the number of records, 3, not 4.");
  EXPECT_EQ(error_of({.marginals = Marginals::free}),
            "cell_rotate with marginals free needs twice as many records as columns, 4, and there "
            "are 3: from fewer the originals can be computed.");
}

TEST(CellRotate, RefusesFreeCellsFromWhichOriginalsCanBeComputed) {
  const Seeded seeded(1);
  const auto result = cell_rotate(testing::normal_table(100, 6, 1),
                                  {.k = 11, .marginals = Marginals::free}, seeded.context);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "k must be at least 12, twice the number of columns, with marginals free, not 11: from "
            "smaller cells the originals can be computed.");
  masked(testing::normal_table(100, 6, 1), {.k = 12, .marginals = Marginals::free});
}

// The restoration of a large table is learnt on some of its cells.
TEST(CellRotate, KeepsCovariancesOfLargeTables) {
  const Table original = testing::normal_table(60'000, 3, 5);
  const Masked result = masked(original, {});
  for (std::size_t a = 0; a < 3; ++a) {
    EXPECT_EQ(testing::sorted_reals(result.table.columns()[a]),
              testing::sorted_reals(original.columns()[a]));
  }
  const auto before = statistics::covariance(statistics::as_matrix(original));
  const auto after = statistics::covariance(statistics::as_matrix(result.table));
  EXPECT_LT(double((before - after).cwiseAbs().maxCoeff()), 0.002);
}

}  // namespace
}  // namespace overhand::masking
