#include <gtest/gtest.h>

#include "overhand/report/association_charts_internal.h"
#include "overhand/report/level_charts_internal.h"
#include "support/mixed.h"

namespace overhand::report {
namespace {

// 6 f, 3 m and a level of one record in the original; the masked table has no such level.
const Table original({{"sex", Texts{"f", "f", "f", "f", "f", "f", "m", "m", "m", "rare"}}});
const Table masked({{"sex", Texts{"f", "f", "f", "f", "f", "m", "m", "m", "m", "m"}}});

TEST(LevelCharts, ShowTheRecordsOfEachLevelInBothTables) {
  const auto charts = level_bars(original, masked, Audience::internal);
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0].id, "levels-sex");
  const auto& rows = charts[0].table.rows;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(Json(rows[0]), Json({"f", 6, 5}));
  EXPECT_EQ(Json(rows[1]), Json({"m", 3, 5}));
  EXPECT_EQ(Json(rows[2]), Json({"rare", 1, 0}));
}

TEST(LevelCharts, ForOthersHideWhatBelongsToFew) {
  const auto charts = level_bars(original, masked, Audience::external);
  ASSERT_EQ(charts.size(), 1U);
  const auto& rows = charts[0].table.rows;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(Json(rows[1]), Json({"m", nullptr, 5}));
  EXPECT_EQ(Json(rows[2]), Json({"(others)", nullptr, 0}));
  EXPECT_EQ(charts[0].spec.dump().find("rare"), std::string::npos);
}

TEST(LevelCharts, TakeTheCommonestOfManyLevels) {
  TextsBuilder many;
  for (int i = 0; i < 60; ++i) many.append(std::to_string(i % 30));
  const Table table({{"c", std::move(many).finish()}});
  const auto charts = level_bars(table, table, Audience::internal);
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0].table.rows.size(), 21U);
  EXPECT_EQ(Json(charts[0].table.rows.back()), Json({"(others)", 20, 20}));
}

TEST(AssociationCharts, AreOfColumnsOfAnyType) {
  const Table mixed = testing::mixed_table(200, 1);
  const auto charts = association_maps(mixed, testing::noisy_mixture(mixed, 2));
  ASSERT_EQ(charts.size(), 3U);
  EXPECT_EQ(charts[0].title, "Associations, original");
  EXPECT_EQ(charts[0].table.rows.size(), 36U);
  const auto numbers =
      association_maps(testing::normal_table(20, 3, 1), testing::normal_table(20, 3, 2));
  EXPECT_EQ(numbers[2].title, "Correlations, masked minus original");
}

}  // namespace
}  // namespace overhand::report
