#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "overhand/masking/methods.h"
#include "overhand/masking/pram_internal.h"
#include "support/chi_square.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::Seeded;

// Levels "0", "1", ... of as many records each.
Column levels(const std::vector<std::size_t>& counts) {
  TextsBuilder builder;
  for (std::size_t level = 0; level < counts.size(); ++level) {
    for (std::size_t i = 0; i < counts[level]; ++i) builder.append(std::to_string(level));
  }
  return {"x", type::Category{}, std::move(builder).finish()};
}

Table masked(const Table& original, const PramOptions& options, std::uint64_t seed = 1) {
  const Seeded seeded(seed);
  auto result = pram(original, options, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return result ? std::move(result->table) : Table();
}

const Texts& texts(const Table& table) { return std::get<Texts>(table.columns()[0].values); }

// How often level a became level b.
std::vector<std::vector<double>> transitions(const Table& before, const Table& after,
                                             std::size_t count) {
  std::vector<std::vector<double>> all(count, std::vector<double>(count));
  for (std::size_t i = 0; i < before.row_count(); ++i) {
    ++all[std::stoul(std::string(*texts(before)[i]))][std::stoul(std::string(*texts(after)[i]))];
  }
  return all;
}

// Fails for one seed in a thousand, for each of the 12 levels that records come from.
TEST(Pram, ChangesEachLevelWithTheProbabilitiesThatItSays) {
  const std::vector<std::size_t> counts = {9000, 5000, 3000, 2000, 2000, 1500,
                                           1500, 1500, 1500, 1000, 1000, 1000};
  const Table original({levels(counts)});
  for (const PramDraw draw : {PramDraw::invariant, PramDraw::uniform}) {
    const Table after = masked(original, {.percent = 40, .draw = draw});
    const auto found = transitions(original, after, counts.size());
    for (std::size_t from = 0; from < counts.size(); ++from) {
      const auto records = static_cast<double>(counts[from]);
      std::vector<double> expected;
      for (std::size_t to = 0; to < counts.size(); ++to) {
        const double drawn = draw == PramDraw::invariant ? static_cast<double>(counts[to]) / 30000
                             : to == from                ? 0
                                                         : 1.0 / 11;
        expected.push_back(records * (0.4 * drawn + (to == from ? 0.6 : 0)));
      }
      EXPECT_LT(testing::chi_square(found[from], expected), testing::chi_square_quantile(11, 0.001))
          << from;
    }
  }
}

// The mean over 400 maskings of the count of each level is its count: the chi-square of the means
// against what independent draws leave, which one seed in a thousand exceeds.
TEST(Pram, InvariantKeepsTheExpectedFrequencies) {
  const std::vector<std::size_t> counts = {400, 200, 150, 100, 50, 30, 20, 15, 15, 10, 5, 5};
  const Table original({levels(counts)});
  constexpr int rounds = 400;
  std::vector<double> sums(counts.size());
  for (int seed = 1; seed <= rounds; ++seed) {
    const auto after = masked(original, {.percent = 50}, static_cast<std::uint64_t>(seed));
    for (const auto& row : transitions(original, after, counts.size())) {
      for (std::size_t to = 0; to < row.size(); ++to) sums[to] += row[to];
    }
  }
  double statistic = 0;
  for (std::size_t level = 0; level < counts.size(); ++level) {
    const auto count = static_cast<double>(counts[level]);
    const double share = count / 1000;
    const double comes = 0.5 * share;
    const double stays = 0.5 + 0.5 * share;
    const double variance =
        rounds * (count * stays * (1 - stays) + (1000 - count) * comes * (1 - comes));
    statistic += (sums[level] - rounds * count) * (sums[level] - rounds * count) / variance;
  }
  // The counts add up, so that the squares are not independent; their sum has the mean of 12.
  EXPECT_LT(statistic, testing::chi_square_quantile(12, 0.001));
  EXPECT_GT(statistic, 1);  // something was drawn
}

TEST(Pram, MakesNoLevelAndNoGapAndFillsNone) {
  const Table original({Column("x", Texts{"a", std::nullopt, "b", "a", std::nullopt, "c"}),
                        Column("y", type::Boolean{}, Integers{1, 0, missing_integer, 1, 1, 0})});
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Table after = masked(original, {.percent = 90}, seed);
    for (std::size_t i = 0; i < 6; ++i) {
      ASSERT_EQ(texts(after)[i].has_value(), texts(original)[i].has_value());
      ASSERT_LE(texts(after)[i].value_or("a"), "c");
      ASSERT_EQ(is_missing(std::get<Cells<std::int64_t>>(after.columns()[1].values)[i]), i == 2);
    }
  }
}

TEST(Pram, NothingAndEverythingAreTheEndsOfItsOption) {
  const Table original({levels({50, 50})});
  EXPECT_EQ(texts(masked(original, {.percent = 0})), texts(original));
  const Table after = masked(original, {.percent = 100, .draw = PramDraw::uniform});
  for (std::size_t i = 0; i < 100; ++i) EXPECT_NE(texts(after)[i], texts(original)[i]);
  const Table alone({levels({5})});
  EXPECT_EQ(texts(masked(alone, {.percent = 100, .draw = PramDraw::uniform})), texts(alone));
}

TEST(Pram, IsTheSameForAnyNumberOfThreads) {
  std::vector<Column> columns(6, levels({200, 100, 50}));
  for (std::size_t j = 0; j < columns.size(); ++j) columns[j].name = "x" + std::to_string(j);
  const Table original(columns);
  const Table many = masked(original, {});
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const Table alone = masked(original, {});
  for (std::size_t j = 0; j < columns.size(); ++j) {
    EXPECT_EQ(std::get<Texts>(many.columns()[j].values),
              std::get<Texts>(alone.columns()[j].values));
  }
}

TEST(Pram, NamesTheColumnsThatAreNoCategories) {
  const Seeded seeded(1);
  const Table original({levels({5, 5}), Column("age", Reals(10, 1.0))});
  const auto result = pram(original, {}, seeded.context);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "pram cannot mask numbers, only categories (age).");
}

}  // namespace
}  // namespace overhand::masking
