#include "overhand/report/keys_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace overhand::report {
namespace {

Table people() {
  return Table({Column("sex", Texts{"m", "m", "f", {}}),
                Column("age", Cells<std::int64_t>{30, 30, 40, 57}),
                Column("illness", Texts{"flu", "none", "flu", "flu"}),
                Column("w", Cells<double>{2, 4, 4, 10})});
}

TEST(KeysJson, HasTheCountsOfAllMeasures) {
  const auto measures = keys::measure_keys(people(), {{"sex", "age"}, "w", "illness"});
  ASSERT_TRUE(measures);
  const auto json = keys_json(*measures);
  EXPECT_EQ(json["command"], "keys");
  EXPECT_EQ(json["rows"], 4);
  EXPECT_EQ(json["uniques"], 2);
  EXPECT_EQ(json["below3"], 4);
  EXPECT_EQ(json["smallest"], 1);
  EXPECT_EQ(json["weight"], "w");
  EXPECT_EQ(json["keys"][0]["missing"], 1);
  EXPECT_DOUBLE_EQ(json["population_uniques"].get<double>(), .35);
  // Two of four records are singled out, both by their age alone, one of them also by its sex.
  EXPECT_EQ(json["suda"]["records"], 2);
  EXPECT_EQ(json["suda"]["sets"][0].dump(), R"({"keys":["age"],"records":2})");
  EXPECT_EQ(json["suda"]["sets"][1].dump(), R"({"keys":["sex"],"records":1})");
  EXPECT_EQ(json["diversity"]["records_of_one_value"], 2);
}

TEST(KeysJson, TellsNoValueOfARecord) {
  const auto measures = keys::measure_keys(people(), {{"sex", "age"}, "w", "illness"});
  const std::string text = keys_json(*measures).dump();
  for (const char* value : {"flu", "none", "\"m\"", "\"f\"", "30", "57"}) {
    EXPECT_EQ(text.find(value), std::string::npos) << value;
  }
}

TEST(KeysJson, LeavesOutWhatWasNotAskedFor) {
  const auto measures = keys::measure_keys(people(), {{"sex"}});
  const auto json = keys_json(*measures);
  EXPECT_FALSE(json.contains("diversity"));
  EXPECT_TRUE(json["weight"].is_null());
}

}  // namespace
}  // namespace overhand::report
