#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "overhand/masking/parted_rotation_internal.h"
#include "overhand/table/levels.h"
#include "support/mixed_tables.h"
#include "support/parted.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::InParts;
using testing::masked_in_parts;
using testing::Parted;

// Columns that hang together: normal, exponential, constant, a sum, whole numbers.
Table numbers(std::size_t records, std::uint64_t seed) {
  const Table normal = testing::normal_table(records, 3, seed);
  Table table = normal;
  Reals skew(records);
  Reals sum(records);
  Integers whole(records);
  for (std::size_t i = 0; i < records; ++i) {
    const double a = testing::reals_of(normal, 0)[i];
    const double b = testing::reals_of(normal, 1)[i];
    skew[i] = std::exp(a + b / 2);
    sum[i] = a + 2 * b;
    whole[i] = std::llround(5 * b);
  }
  table.columns().push_back({"skew", skew});
  table.columns().push_back({"constant", Reals(records, 7)});
  table.columns().push_back({"sum", sum});
  table.columns().push_back({"whole", whole});
  return table;
}

// With categories and gaps; "once" is a level, and `late` has gaps, of the last record alone.
Table mixed(std::size_t records, std::uint64_t seed) {
  Table table = numbers(records, seed);
  TextsBuilder texts;
  Integers truths(records);
  Reals gaps(records);
  Reals late(records);
  for (std::size_t i = 0; i < records; ++i) {
    const double a = testing::reals_of(table, 0)[i];
    const double c = testing::reals_of(table, 2)[i];
    const bool is_gap = std::abs(c) < 0.05;
    const std::string level(1, static_cast<char>('a' + std::clamp(int(2 * a + 4), 0, 7)));
    if (i + 1 == records) {
      texts.append("once");
    } else {
      texts.append(is_gap ? std::nullopt : std::optional<std::string_view>(level));
    }
    truths[i] = c > 1;
    gaps[i] = c > 0.8 ? missing_real : a * c;
    late[i] = i + 1 == records ? missing_real : c;
  }
  table.columns().push_back({"level", type::Category{}, std::move(texts).finish()});
  table.columns().push_back({"truth", type::Boolean{}, truths});
  table.columns().push_back({"gaps", gaps});
  table.columns().push_back({"late", late});
  return table;
}

// The cells of the whole table, by the rows that are in them.
std::vector<std::vector<Row>> cells_of(const Parted& parted, const Table& table) {
  std::vector<std::vector<Row>> cells;
  const auto& learnt = parted.rotation.learnt();
  for (std::size_t part = 0; part < parted.parts.count(); ++part) {
    const auto rows = parted.parts.group(part);
    if (rows.empty()) continue;
    const Groups own = learnt.cells_of(learnt.scaled(gather(table, rows)));
    for (std::size_t cell = 0; cell < own.count(); ++cell) {
      auto& in_table = cells.emplace_back();
      for (const Row row : own.group(cell)) in_table.push_back(rows[row]);
    }
  }
  return cells;
}

void expect_cells_of_k(const Parted& parted, const Table& table) {
  Lineage seen;
  const auto k = static_cast<std::size_t>(parted.rotation.k());
  for (const auto& cell : cells_of(parted, table)) {
    EXPECT_GE(cell.size(), k);
    EXPECT_LT(cell.size(), 2 * k);
    seen.insert(seen.end(), cell.begin(), cell.end());
  }
  std::ranges::sort(seen);
  EXPECT_EQ(seen, same_rows(table.row_count()));
}

// The sums and cross-products of the numbers of records, by cell.
std::vector<double> moments(const Table& table, const std::vector<std::size_t>& cell_of,
                            std::size_t cells) {
  const std::size_t p = table.column_count();
  std::vector<Reals> values;
  for (const Column& column : table.columns()) values.push_back(reals(column));
  std::vector<double> sums(cells * p * (p + 1));
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    double* own = &sums[cell_of[i] * p * (p + 1)];
    for (std::size_t j = 0; j < p; ++j) {
      own[j] += values[j][i];
      for (std::size_t l = 0; l < p; ++l) own[p + j * p + l] += values[j][i] * values[l][i];
    }
  }
  return sums;
}

TEST(PartedRotation, HasCellsOfKToTwiceKRecordsOverTheWholeTable) {
  for (const std::size_t records : {41, 100, 5000}) {
    for (const std::size_t most : {10, 60, 700, 100000}) {
      for (const std::size_t sample : {30, 1000}) {
        SCOPED_TRACE(std::to_string(records) + " in parts of " + std::to_string(most));
        const Table table = mixed(records, records);
        expect_cells_of_k(
            masked_in_parts(table, {.options = {.most_in_part = most}, .sample = sample}), table);
      }
    }
  }
}

TEST(PartedRotation, KeepsPartsBelowTheirMost) {
  const Table table = numbers(40000, 2);
  const Parted parted = masked_in_parts(table, {.options = {.most_in_part = 6000}});
  EXPECT_GE(parted.parts.count(), 7U);
  EXPECT_LE(parted.parts.count(), 16U);
  for (std::size_t part = 0; part < parted.parts.count(); ++part) {
    EXPECT_LE(parted.parts.group(part).size(), 6000U);
  }
}

TEST(PartedRotation, CutsEqualRecordsApartByTheirNumbers) {
  const Table same = testing::table_of({Reals(9000, 1), Reals(9000, 2)});
  const Parted parted = masked_in_parts(same, {.options = {.most_in_part = 3000}});
  EXPECT_GE(parted.parts.count(), 3U);
  for (std::size_t part = 0; part < parted.parts.count(); ++part) {
    EXPECT_LE(parted.parts.group(part).size(), 3000U);
    EXPECT_GE(parted.parts.group(part).size(), 500U);
  }
  expect_cells_of_k(parted, same);
}

TEST(PartedRotation, KeepsEachCellsMeanAndCovariance) {  // theorem (i), (ii)
  const Table table = numbers(5000, 3);
  const Parted parted =
      masked_in_parts(table, {.options = {.marginals = Marginals::free, .most_in_part = 900}});
  const auto cells = cells_of(parted, table);
  std::vector<std::size_t> cell_of(table.row_count());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    for (const Row row : cells[cell]) cell_of[row] = cell;
  }
  std::vector<std::size_t> masked_cell;
  for (const Row donor : *parted.masked.lineage) masked_cell.push_back(cell_of[donor]);
  const auto before = moments(table, cell_of, cells.size());
  const auto after = moments(parted.masked.table, masked_cell, cells.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_NEAR(after[i], before[i], 1e-9 * std::max(1.0, std::abs(before[i])));
  }
  const std::vector<std::size_t> all(table.row_count());
  const auto whole = moments(table, all, 1);
  const auto masked = moments(parted.masked.table, all, 1);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NEAR(masked[i], whole[i], 1e-9 * std::max(1.0, std::abs(whole[i])));
  }
  const Table& out = parted.masked.table;
  double moved = 0;
  for (std::size_t i = 0; i < out.row_count(); ++i) {
    const double a = testing::reals_of(out, 0)[i];
    EXPECT_NEAR(testing::reals_of(out, 5)[i], a + 2 * testing::reals_of(out, 1)[i], 1e-9);
    moved += std::abs(a - testing::reals_of(table, 0)[(*parted.masked.lineage)[i]]);
  }
  EXPECT_GT(moved / 5000, 0.05);  // a permutation of records would keep all that too
}

std::map<std::string, int> tally(const Column& column) {
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < column.size(); ++i) ++counts[cell_text(column, i).value_or("NA")];
  return counts;
}

TEST(PartedRotation, KeepsValuesLevelsAndGapsOfEachColumn) {  // theorem (iii)
  const Table table = mixed(5000, 4);
  const Parted parted = masked_in_parts(table, {.options = {.most_in_part = 900}});
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    EXPECT_EQ(tally(parted.masked.table.columns()[j]), tally(table.columns()[j]))
        << table.columns()[j].name;
  }
  EXPECT_EQ(tally(parted.free.table.columns()[7]), tally(table.columns()[7]));
  EXPECT_EQ(missing_count(parted.free.table.columns()[9].values),
            missing_count(table.columns()[9].values));
}

TEST(PartedRotation, KeepsLevelsAndGapsOfEachCell) {
  const Table table = mixed(3000, 5);
  const Parted parted = masked_in_parts(table, {.options = {.most_in_part = 900}});
  const auto cells = cells_of(parted, table);
  std::vector<std::size_t> cell_of(table.row_count());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    for (const Row row : cells[cell]) cell_of[row] = cell;
  }
  for (const std::size_t j : {7, 8, 9, 10}) {
    const auto told = [&](const Column& column, std::size_t i) {
      const auto text = cell_text(column, i);
      return kind_of(column.type) == Kind::levels ? text.value_or("NA") : text ? "there" : "NA";
    };
    std::map<std::pair<std::size_t, std::string>, int> counts;
    for (std::size_t i = 0; i < table.row_count(); ++i) {
      ++counts[{cell_of[i], told(table.columns()[j], i)}];
      --counts[{cell_of[(*parted.masked.lineage)[i]], told(parted.masked.table.columns()[j], i)}];
    }
    for (const auto& [cell_and_level, difference] : counts) EXPECT_EQ(difference, 0);
  }
}

TEST(PartedRotation, GivesTheSameHoweverTheTableIsCut) {
  const Table table = mixed(5000, 6);
  InParts how{.options = {.most_in_part = 900}, .piece = 5000};
  const Parted whole = masked_in_parts(table, how);
  for (const std::size_t piece : {1, 7, 1023}) {
    how.piece = piece;
    const Parted cut = masked_in_parts(table, how);
    EXPECT_EQ(cut.parts.rows, whole.parts.rows);
    EXPECT_EQ(cut.parts.starts, whole.parts.starts);
    for (std::size_t j = 0; j < table.column_count(); ++j) {
      EXPECT_EQ(texts_of(cut.masked.table.columns()[j]), texts_of(whole.masked.table.columns()[j]));
    }
    EXPECT_EQ(cut.masked.lineage, whole.masked.lineage);
  }
  how.seed = 2;
  EXPECT_NE(masked_in_parts(table, how).masked.lineage, whole.masked.lineage);
}

// The largest change of a correlation.
double correlations_moved(const Table& original, const Table& masked) {
  const auto correlations = [](const Table& table) {
    statistics::Matrix values = statistics::standardise(statistics::as_matrix(table));
    return statistics::covariance(values);
  };
  return double((correlations(original) - correlations(masked)).cwiseAbs().maxCoeff());
}

TEST(PartedRotation, KeepsCorrelations) {
  Table table = numbers(20000, 7);
  table.columns().erase(table.columns().begin() + 4, table.columns().begin() + 6);
  const Parted parted = masked_in_parts(table, {.options = {.most_in_part = 3000}, .sample = 5000});
  // .0017 to .0099 over seeds 1 to 20; in memory .0016.
  EXPECT_LT(correlations_moved(table, parted.masked.table), 0.012);
}

TEST(PartedRotation, LeavesClustersApart) {
  Table table = testing::normal_table(6000, 3, 8);
  for (Column& column : table.columns()) {
    std::size_t row = 0;
    testing::change_each(column, [&](double& value) { value += row++ % 3 == 0 ? 100 : 0; });
  }
  const Parted parted = masked_in_parts(table, {.options = {.most_in_part = 900}});
  for (std::size_t i = 0; i < 6000; ++i) {
    const bool is_high = testing::reals_of(parted.masked.table, 0)[i] > 50;
    EXPECT_EQ(testing::reals_of(parted.masked.table, 1)[i] > 50, is_high);
    EXPECT_EQ(testing::reals_of(parted.masked.table, 2)[i] > 50, is_high);
  }
}

TEST(PartedRotation, JoinsSmallPartsOfAnyCounts) {
  const Table table = numbers(4000, 9);
  const auto rotation = PartedRotation::learn(table, {.records = 4000, .most_in_part = 100},
                                              testing::Seeded(1).key, {});
  ASSERT_TRUE(rotation);
  ASSERT_GE(rotation->part_count(), 40U);
  random::Stream stream(random::key_from_seed(3), {random::Purpose::test});
  for (int time = 0; time < 200; ++time) {
    std::vector<std::size_t> counts(rotation->part_count());
    for (auto& count : counts) {
      count = random::uniform_below(3, stream) == 0 ? random::uniform_below(40, stream) : 0;
    }
    counts[random::uniform_below(40, stream)] += 20;
    const auto joined = rotation->joined_parts(counts);
    std::vector<std::size_t> after(counts.size());
    for (std::size_t part = 0; part < counts.size(); ++part) after[joined[part]] += counts[part];
    for (const std::size_t count : after) EXPECT_TRUE(count == 0 || count >= 20) << count;
  }
}

TEST(PartedRotation, RefusesWhatCannotBeDone) {
  const Table table = numbers(500, 1);
  const auto message = [&](const Table& sample, const PartedRotationOptions& options) {
    const auto result = PartedRotation::learn(sample, options, testing::Seeded(1).key, {});
    return result ? std::string() : result.error().message;
  };
  EXPECT_NE(message(table, {.records = 500, .marginals = Marginals::smoothed, .most_in_part = 100})
                .find("choose exact, synthetic or free"),
            std::string::npos);
  EXPECT_EQ(message(table, {.records = 500, .k = 501, .most_in_part = 100}),
            "k must be at most the number of records, 500, not 501.");
  EXPECT_EQ(message(table, {.records = 500, .k = 1, .most_in_part = 100}),
            "k must be at least 2, not 1.");
  EXPECT_NE(
      message(table, {.records = 500, .k = 5, .marginals = Marginals::free, .most_in_part = 100}),
      "");
  const auto rotation = *PartedRotation::learn(table, {.records = 500, .most_in_part = 100},
                                               testing::Seeded(1).key, {});
  Table infinite = table;
  testing::set_real(infinite.columns()[0], 3, std::numeric_limits<double>::infinity());
  std::vector<std::uint64_t> rows(500);
  EXPECT_EQ(rotation.parts_of(infinite, rows).error().message,
            "Column 'x1' has an infinite value.");
  EXPECT_FALSE(rotation.rotate(0, gather(table, same_rows(7)), {}));
  const Progress cancelled({}, [] { return true; });
  EXPECT_EQ(rotation.rotate(0, table, cancelled).error().kind, ErrorKind::cancelled);
}

TEST(PartedMargins, PutValuesAtRanksWholeOrRangeByRange) {
  const Column values{"x", Integers{5, missing_integer, 1, 9, 3}};
  const Reals scores = {0.5, 0.1, missing_real, 0.9, 0.3};
  const Column all = values_at_ranks(scores, values);
  EXPECT_EQ(std::get<Cells<std::int64_t>>(all.values),
            (Cells<std::int64_t>{5, 1, missing_integer, 9, 3}));
  const Column low = values_at_ranks(Reals{0.1, 0.3}, {"x", Integers{3, 1}});
  EXPECT_EQ(std::get<Cells<std::int64_t>>(low.values), (Cells<std::int64_t>{1, 3}));
}

TEST(PartedMargins, DrawValuesThatNobodyHas) {
  const Table table = testing::normal_table(20000, 1, 5);
  const Column& column = table.columns()[0];
  Reals scores = reals(column);
  for (double& score : scores) score = std::exp(score);
  scores[7] = missing_real;
  const Column drawn = SyntheticMargin(column, scores, 0, testing::Seeded(1).key).at(scores);
  const Reals before = testing::sorted_reals(column);
  const Reals after = testing::sorted_reals(drawn);
  EXPECT_EQ(missing_count(drawn.values), 1U);
  EXPECT_TRUE(is_missing(reals(drawn)[7]));
  std::size_t met = 0;
  for (std::size_t i = 0; i + 1 < after.size(); ++i) {
    met += std::ranges::binary_search(before, after[i]) ? 1 : 0;
  }
  EXPECT_EQ(met, 0U);
  EXPECT_GT(after.front(), before.front());
  EXPECT_LT(after[after.size() - 2], before.back());
  for (const double share : {0.01, 0.1, 0.5, 0.9, 0.99}) {
    const auto place = static_cast<std::size_t>(share * 20000);
    EXPECT_NEAR(after[place], before[place], 0.06);  // 5 standard errors at .01
  }
}

TEST(PartedMargins, KeepWholeNumbersDecimalsAndOrder) {
  const Column whole{"n", Integers{3, 1, 4, 1, 5, 9, 2, 6, missing_integer, 5}};
  const Reals scores = {.3, .1, .4, .15, .5, .9, .2, .6, missing_real, .55};
  const Column drawn = SyntheticMargin(whole, scores, 0, testing::Seeded(2).key).at(scores);
  const auto& values = std::get<Cells<std::int64_t>>(drawn.values);
  EXPECT_TRUE(is_missing(values[8]));
  for (std::size_t a = 0; a < 10; ++a) {
    for (std::size_t b = 0; b < 10; ++b) {
      if (scores[a] < scores[b]) {  // never of a gap
        EXPECT_LE(values[a], values[b]);
      }
    }
  }
  const Column written{"x", Reals{0.5, 1.5, 2.25, 3.75, 4, 5, 6, 7.5}};
  const Reals ranks = {1, 2, 3, 4, 5, 6, 7, 8};
  for (const double value :
       reals(SyntheticMargin(written, ranks, 1, testing::Seeded(3).key).at(ranks))) {
    EXPECT_EQ(value, std::round(value * 100) / 100);
  }
  const Column empty{"e", Reals{missing_real, missing_real}};
  const Reals none = {missing_real, missing_real};
  EXPECT_EQ(missing_count(SyntheticMargin(empty, none, 1, testing::Seeded(3).key).at(none).values),
            2U);
}

}  // namespace
}  // namespace overhand::masking
