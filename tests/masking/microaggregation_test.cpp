// mdav, pca and pppca against sdcMicro 5.8.1, and what each keeps.
#include <gtest/gtest.h>

#include <map>

#include "overhand/masking/mdav_internal.h"
#include "overhand/masking/microaggregation_internal.h"
#include "overhand/masking/pca_internal.h"
#include "overhand/masking/pppca_internal.h"
#include "overhand/statistics/ranks.h"
#include "support/csv.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::Seeded;

// Both sides average the same records; only the order of the sum differs.
constexpr double rounding = 1e-9;

const std::map<std::string, Microaggregation> methods_by_name = {
    {"mdav", mdav}, {"pca", pca}, {"pppca", pppca}};

Table masked(const std::string& method, const Table& original, int k) {
  const Seeded seeded(1);
  auto result = methods_by_name.at(method)(original, {.k = k}, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return result ? std::move(result->table) : Table();
}

TEST(Microaggregation, AgreesWithSdcMicroOnSimulatedTables) {
  for (const std::string table : {"gaussian", "ties"}) {
    const Table original = testing::read_csv(testing::golden(table + "_original.csv"));
    for (const auto& [method, mask] : methods_by_name) {
      for (const int k : {3, 5}) {
        const std::string name = table + "_" + method + "_k" + std::to_string(k) + ".csv";
        SCOPED_TRACE(name);
        testing::expect_near(masked(method, original, k), testing::read_csv(testing::golden(name)),
                             rounding);
      }
    }
  }
}

TEST(Microaggregation, AgreesWithSdcMicroOnCensus) {
  if (!testing::exists(testing::fixture("pairs/census_original.csv"))) {
    GTEST_SKIP() << "the reference fixtures are not there";
  }
  const Table original = testing::read_csv(testing::fixture("pairs/census_original.csv"));
  for (const auto& [method, mask] : methods_by_name) {
    for (const int k : {3, 7}) {
      const std::string name = "micro_census_" + method + "_k" + std::to_string(k) + ".csv";
      SCOPED_TRACE(name);
      testing::expect_near(masked(method, original, k), testing::read_csv(testing::fixture(name)),
                           rounding);
    }
  }
}

double squares_about_mean(const Reals& values) {
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares;
}

// 100 SSE/SST with every column divided by its standard deviation.
double information_loss(const Table& original, const Table& after) {
  double loss = 0;
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    const Reals& x = testing::reals_of(original, j);
    const Reals& y = testing::reals_of(after, j);
    double error = 0;
    for (std::size_t i = 0; i < x.size(); ++i) error += (x[i] - y[i]) * (x[i] - y[i]);
    loss += error / squares_about_mean(x);
  }
  return 100 * loss / static_cast<double>(original.column_count());
}

TEST(Mdav, HasThePublishedInformationLoss) {
  if (!testing::exists(testing::data_file("census.csv"))) GTEST_SKIP() << "Census is not there";
  const Table census = testing::read_csv(testing::data_file("census.csv"));
  const std::map<int, double> published = {{3, 5.692}, {5, 9.088}, {10, 14.156}};
  for (const auto& [k, loss] : published) {
    EXPECT_NEAR(information_loss(census, masked("mdav", census, k)), loss, 5.1e-4);
  }
}

Table table_from(const nlohmann::json& columns) {
  std::vector<Column> table;
  for (const auto& [name, values] : columns.items()) {
    table.push_back({name, values.get<Reals>()});
  }
  return Table(std::move(table));
}

TEST(Mdav, AgreesWithSdcMicroAtTheEdges) {
  const std::string path = testing::fixture("mdav_edge_cases.json");
  if (!testing::exists(path)) GTEST_SKIP() << "the reference fixtures are not there";
  const nlohmann::json cases = testing::read_json(path);
  for (const std::string name : {"n7_k3", "n7_k2", "n5_k3_lt_2k", "duplicates", "constant_col",
                                 "grid_ties_4x4_k3", "testdata2_expend_income_savings_k4"}) {
    SCOPED_TRACE(name);
    const auto& edge = cases.at(name);
    testing::expect_near(masked("mdav", table_from(edge.at("x")), edge.at("k")),
                         table_from(edge.at("masked")), rounding);
  }
}

TEST(Mdav, TakesMinus999ForAValueLikeAnyOther) {  // sdcMicro takes it for a missing one
  const Table original =
      testing::table_of({{-999, 11, 12, 50, 51, 52, 100}, {1.5, 2.5, 3.5, 5.5, 6.5, 7.5, 9.5}});
  const Reals means = testing::reals_of(masked("mdav", original, 3), 0);
  EXPECT_NEAR(std::accumulate(means.begin(), means.end(), 0.0), -999 + 276, 1e-9);
  EXPECT_LT(means.front(), 0);
}

TEST(Microaggregation, KeepsMeansAndMakesGroupsOfKAtLeast) {
  const Table original = testing::normal_table(205, 4, 9);
  for (const auto& [method, mask] : methods_by_name) {
    for (const int k : {2, 5, 20, 150, 205}) {
      const Table after = masked(method, original, k);
      for (std::size_t j = 0; j < 4; ++j) {
        std::map<double, int> members;
        double sum = 0;
        for (const double value : testing::reals_of(after, j)) {
          ++members[value];
          sum += value;
        }
        for (const auto& [mean, count] : members) EXPECT_GE(count, k);
        const Reals& before = testing::reals_of(original, j);
        EXPECT_NEAR(sum, std::accumulate(before.begin(), before.end(), 0.0), 1e-10);
      }
    }
  }
}

TEST(Pppca, PassesOverARecordAtTheMedian) {  // sdcMicro stops there
  const Table original = testing::table_of({{1, 2, 3, 4, 5}, {1, 2, 3, 5, 4}});
  EXPECT_EQ(testing::reals_of(masked("pppca", original, 2), 0), (Reals{1.5, 1.5, 4, 4, 4}));
}

// The definition, without the counting that spares most medians.
TEST(Pppca, FindsTheDirectionOfTheLargestDeviation) {
  const auto median = [](Reals values) {
    std::ranges::sort(values);
    const std::size_t n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
  };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Table original = testing::normal_table(30 + seed, 3, seed);
    const std::size_t n = original.row_count();
    std::vector<Reals> x;
    for (std::size_t j = 0; j < 3; ++j) {
      x.push_back(testing::reals_of(original, j));
      const double centre = median(x[j]);
      for (double& value : x[j]) value -= centre;
    }
    double best = -1;
    Reals scores;
    for (std::size_t i = 0; i < n; ++i) {
      Reals projections(n);
      const double length = std::hypot(x[0][i], x[1][i], x[2][i]);
      const double sign = x[0][i] < 0 ? -1 : 1;
      for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t j = 0; j < 3; ++j) projections[r] += sign * x[j][r] * x[j][i] / length;
      }
      Reals deviations = projections;
      for (double& value : deviations) value = std::abs(value - median(projections));
      if (median(deviations) >= best) {
        best = median(deviations);
        scores = projections;
      }
    }
    const Table expected =
        with_group_means(original, consecutive_groups(statistics::stable_order(scores), 3)).table;
    testing::expect_near(masked("pppca", original, 3), expected, 1e-12);
  }
}

TEST(Microaggregation, SaysWhatIsWrong) {
  const Seeded seeded(1);
  const auto error_of = [&](Microaggregation mask, const Table& table, int k) {
    const auto result = mask(table, {.k = k}, seeded.context);
    return result ? "" : result.error().message;
  };
  const Table table = testing::table_of({{1, 2, 3}, {3, 4, 7}});
  const Table constant = testing::table_of({{1, 2, 3}, {4, 4, 4}});
  const Table missing({{"age", Integers{1, missing_integer, 2}}, {"pay", Reals{1, 2, 3}}});
  for (const auto& [name, mask] : methods_by_name) {
    EXPECT_EQ(error_of(mask, table, 4), "k must be at most the number of records, 3, not 4.");
    EXPECT_EQ(error_of(mask, missing, 2), name + " cannot mask missing values (age).");
  }
  EXPECT_EQ(error_of(mdav, testing::table_of({{1, 1e200, 3}, {3, 4, 7}}), 2),
            "Column 'x1' has a value beyond 1e+140, too large to compute with.");
  EXPECT_EQ(error_of(mdav, testing::table_of({{1e-170, 0, 2e-170, 0}, {3, 4, 7, 4}}), 2), "");
  EXPECT_EQ(error_of(pca, constant, 2),
            "Column 'x2' has the same value in every record, and pca divides by its deviation.");
  EXPECT_EQ(error_of(pppca, testing::table_of({{1, 1, 1}, {4, 4, 4}}), 2),
            "All records are equal, so there is no direction to sort them along.");
}

}  // namespace
}  // namespace overhand::masking
