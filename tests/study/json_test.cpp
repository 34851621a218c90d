// results.json depends on the seed alone.
#include "overhand/study/json.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "overhand/study/charts.h"
#include "overhand/study/page.h"
#include "overhand/study/tables.h"

namespace overhand::study {
namespace {

Study small_study(std::uint64_t seed, std::size_t threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  const random::Key key = random::key_from_seed(seed);
  const Progress silent;
  Study study{.size = {2, 3, 2}, .seed = seed};
  for (const auto& experiment :
       {gaussian_tables(study.size, key), exponential_tables(study.size, key)}) {
    auto result = run(experiment, {}, {key, silent});
    EXPECT_TRUE(result);
    study.experiments.push_back(*std::move(result));
  }
  const auto table = single_table("tarragona", "Tarragona",
                                  exponential_tables(study.size, key).tables[0], study.size);
  const auto tuned = run(table, {"cart", "sjppds"}, {key, silent});
  study.orders.push_back(*run_orders(table, *tuned, {key, silent}));
  study.unsorted = *run_unsorted(table, *tuned, {key, silent});
  study.glm = *run_glm(table, *tuned, {key, silent});
  study.permutation = restricted_permutation_example(key);
  study.clouds = clouds(key);
  return study;
}

TEST(StudyJson, IsTheSameForAnyNumberOfThreads) {
  const std::string one = results_json(small_study(3, 1)).dump();
  EXPECT_EQ(one, results_json(small_study(3, 8)).dump());
  EXPECT_NE(one, results_json(small_study(4, 8)).dump());
}

TEST(StudyJson, TablesChartsAndPageAreComplete) {
  const auto study = small_study(3, 2);
  for (const auto& file : tables_of(study)) {
    EXPECT_GE(std::ranges::count(file.text, '\n'), 3) << file.name;
  }
  for (const auto& chart : charts_of(study)) {
    EXPECT_FALSE(chart.spec.at("data").at("values").empty()) << chart.id;
    EXPECT_FALSE(chart.table.rows.empty()) << chart.id;
  }
  const std::string page = markdown_page(study);
  for (const auto& claim : claims(study)) EXPECT_NE(page.find(claim.statement), std::string::npos);
}

}  // namespace
}  // namespace overhand::study
