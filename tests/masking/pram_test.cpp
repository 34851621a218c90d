#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "overhand/masking/methods.h"
#include "overhand/masking/pram_internal.h"
#include "overhand/masking/pram_matrix_internal.h"
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

LevelMatrix matrix_of(const Chances& chances, const std::string& column = "") {
  LevelMatrix matrix{.column = column, .file = "m.csv", .levels = {}, .chances = chances};
  for (std::size_t level = 0; level < chances.size(); ++level) {
    matrix.levels.push_back(std::to_string(level));
  }
  return matrix;
}

PramOptions by_matrix(const Chances& chances, PramDraw draw, const std::string& column = "") {
  return {.percent = 0, .draw = draw, .matrix = {"m.csv", {matrix_of(chances, column)}}};
}

const Chances three = {{0.8, 0.1, 0.1}, {0.3, 0.6, 0.1}, {0, 0.5, 0.5}};

// t = (1/2, 3/10, 1/5), so t R = (0.49, 0.33, 0.18), and R*_lk = t_k R_kl / (t R)_l by hand.
TEST(Pram, TurnsAMatrixBackByBayes) {
  const std::vector<double> shares = {0.5, 0.3, 0.2};
  const Chances back = reversed(three, shares);
  const Chances expected = {
      {40.0 / 49, 9.0 / 49, 0}, {5.0 / 33, 18.0 / 33, 10.0 / 33}, {5.0 / 18, 3.0 / 18, 10.0 / 18}};
  for (std::size_t l = 0; l < 3; ++l) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(back[l][k], expected[l][k], 1e-15);
  }
  // t R R* = t.
  for (std::size_t k = 0; k < 3; ++k) {
    double after = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t l = 0; l < 3; ++l) after += shares[j] * three[j][l] * back[l][k];
    }
    EXPECT_NEAR(after, shares[k], 1e-15);
  }
}

// The chances of each level are those of R, or of R R*. With 2 degrees of freedom a level's
// chi-square exceeds 13.8 for one seed in a thousand.
TEST(Pram, DrawsByTheMatrixThatIsGiven) {
  const Table original({levels({5000, 3000, 2000})});
  const Chances back = reversed(three, std::vector<double>{0.5, 0.3, 0.2});
  for (const PramDraw draw : {PramDraw::given, PramDraw::invariant}) {
    const auto found = transitions(original, masked(original, by_matrix(three, draw)), 3);
    for (std::size_t from = 0; from < 3; ++from) {
      const double records = std::vector<double>{5000, 3000, 2000}[from];
      std::vector<double> expected(3);
      for (std::size_t to = 0; to < 3; ++to) {
        double chance = draw == PramDraw::given ? three[from][to] : 0;
        for (std::size_t l = 0; l < 3 && draw == PramDraw::invariant; ++l) {
          chance += three[from][l] * back[l][to];
        }
        expected[to] = records * chance;
      }
      if (expected[0] == 0) {
        EXPECT_EQ(found[from][0], 0);
        expected[0] = 1;  // 2 to 0 is impossible by R
      }
      EXPECT_LT(testing::chi_square(found[from], expected), 13.8) << from;
    }
  }
}

// As above without a matrix: the sums over 400 maskings against what independent draws leave. The
// squares have 3 degrees at most, of which one seed in a thousand exceeds 16.3.
TEST(Pram, AMatrixMadeInvariantKeepsTheExpectedFrequencies) {
  const std::vector<std::size_t> counts = {500, 300, 200};
  const std::vector<double> shares = {0.5, 0.3, 0.2};
  const Chances back = reversed(three, shares);
  const Table original({levels(counts)});
  constexpr int rounds = 400;
  for (const PramDraw draw : {PramDraw::invariant, PramDraw::given}) {
    std::vector<double> sums(3);
    for (int seed = 1; seed <= rounds; ++seed) {
      const auto after = masked(original, by_matrix(three, draw), static_cast<std::uint64_t>(seed));
      for (const auto& row : transitions(original, after, 3)) {
        for (std::size_t to = 0; to < 3; ++to) sums[to] += row[to];
      }
    }
    double statistic = 0;
    for (std::size_t to = 0; to < 3; ++to) {
      double variance = 0;
      for (std::size_t from = 0; from < 3; ++from) {
        double chance = 0;
        for (std::size_t l = 0; l < 3; ++l) chance += three[from][l] * back[l][to];
        variance += rounds * static_cast<double>(counts[from]) * chance * (1 - chance);
      }
      const double off = sums[to] - rounds * static_cast<double>(counts[to]);
      statistic += off * off / variance;
    }
    // Given, 0.49, 0.33 and 0.18 are expected, and the means are far off.
    EXPECT_TRUE(draw == PramDraw::invariant ? statistic < 16.3 : statistic > 100) << statistic;
  }
}

TEST(Pram, TakesAMatrixByColumnAndLeavesGaps) {
  const Chances flip = {{0, 1}, {1, 0}};
  Column y("y", type::Boolean{}, Integers{1, 0, missing_integer, 1});
  const Table original({Column("x", Texts{"0", "1", "0", std::nullopt}), y});
  LevelMatrix of_y = matrix_of(flip, "y");
  of_y.levels = {"false", "true"};
  const PramOptions options{
      .percent = 0, .draw = PramDraw::given, .matrix = {"x=a,y=b", {matrix_of(flip, "x"), of_y}}};
  const Table after = masked(original, options);
  EXPECT_EQ(texts(after), (Texts{"1", "0", "1", std::nullopt}));
  EXPECT_EQ(std::get<Cells<std::int64_t>>(after.columns()[1].values),
            (Cells<std::int64_t>(Integers{0, 1, missing_integer, 0})));
  // A column without a matrix goes by percent.
  const PramOptions one{.percent = 0, .matrix = {"y=b", {of_y}}};
  EXPECT_EQ(texts(masked(original, one)), texts(original));
}

TEST(Pram, DrawsWithinStrataAndForMembersOfUnits) {
  TextsBuilder x;
  Integers stratum, unit;
  for (int i = 0; i < 400; ++i) {
    x.append(i < 200 ? (i % 3 == 0 ? "0" : "1") : "2");
    stratum.push_back(i < 200 ? 0 : 1);
    unit.push_back(i / 2);
  }
  const Table original({Column("x", type::Category{}, std::move(x).finish()),
                        Column("stratum", stratum, Role::keep), Column("unit", unit, Role::unit)});
  const Seeded seeded(1);
  const auto masked_with = [&](const Structure& structure, PramDraw draw) {
    auto result =
        mask(**find_method("pram"), original,
             {.values = {{"draw", std::string(draw == PramDraw::given ? "given" : "invariant")},
                         {"matrix", MatrixList{"m", {matrix_of(three, "x")}}}},
              .structure = structure},
             seeded.context);
    EXPECT_TRUE(result) << result.error().message;
    return result ? result->table : Table();
  };
  // Invariant, each stratum keeps its own levels; given, the level of the other one may come.
  Structure within{.within = {"stratum"}};
  Structure both = within;
  both.unit = "unit";
  for (const Structure& structure : {within, both}) {
    const Table kept = masked_with(structure, PramDraw::invariant);
    const Table given = masked_with(structure, PramDraw::given);
    std::size_t moved = 0;
    std::size_t foreign = 0;
    for (std::size_t i = 0; i < 400; ++i) {
      EXPECT_EQ(*texts(kept)[i] == "2", i >= 200);
      moved += texts(kept)[i] != texts(original)[i] ? 1 : 0;
      foreign += (*texts(given)[i] == "2") != (i >= 200) ? 1 : 0;
    }
    EXPECT_GT(moved, 20U);
    EXPECT_GT(foreign, 50U);
  }
}

TEST(Pram, SaysWhatAMatrixLacks) {
  const auto refusal = [](const Table& table, const PramOptions& options) {
    const Seeded seeded(1);
    const auto result = pram(table, options, seeded.context);
    return result ? "" : result.error().message;
  };
  const Table original({levels({5, 5, 5})});
  EXPECT_EQ(refusal(original, by_matrix({{1, 0}, {0, 1}}, PramDraw::given)),
            "Column 'x' has 1 level that is not in the matrix; it must have a line for each.");
  EXPECT_EQ(refusal(Table({levels({5, 5})}), by_matrix(three, PramDraw::given)),
            "By the matrix records would get 1 level that column 'x' has not.");
  EXPECT_EQ(refusal(Table({levels({5, 5})}), by_matrix(three, PramDraw::invariant)), "");
  EXPECT_EQ(refusal(original, by_matrix(three, PramDraw::given, "z")),
            "There is a matrix for column 'z', which is not masked.");
  PramOptions twice = by_matrix(three, PramDraw::given, "x");
  twice.matrix.matrices.push_back(twice.matrix.matrices.front());
  EXPECT_EQ(refusal(original, twice), "There are two matrices for column 'x'; name one.");
  EXPECT_EQ(refusal(original, by_matrix(three, PramDraw::uniform)),
            "draw must be invariant or given where there is a matrix, as of column 'x'.");
  EXPECT_EQ(refusal(original, {.draw = PramDraw::given}),
            "draw is given, and column 'x' has no matrix.");
  const Seeded seeded(1);
  const auto unread =
      (*find_method("pram"))->mask(original, {{"matrix", MatrixList{"m.csv", {}}}}, seeded.context);
  ASSERT_FALSE(unread);
  EXPECT_EQ(unread.error().message, "matrix names files, which are not read here.");
}

// Another matrix is another release, whatever its file is called.
TEST(Pram, HasAKeyOfItsOwnForEachMatrix) {
  const Table original({levels({500, 300, 200})});
  const Seeded seeded(1);
  const auto release = [&](Chances chances, const std::string& file) {
    const auto result =
        mask(**find_method("pram"), original,
             {.values = {{"matrix", MatrixList{file, {matrix_of(chances)}}}}}, seeded.context);
    EXPECT_TRUE(result);
    return texts(result->table);
  };
  EXPECT_EQ(release(three, "a.csv"), release(three, "b.csv"));
  EXPECT_NE(release(three, "a.csv"),
            release({{0.8, 0.1, 0.1}, {0.3, 0.6, 0.1}, {0, 0.49, 0.51}}, "a.csv"));
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
