// Results as JSON: by groups, and a measurement with all that is known of it.
#include "overhand/report/results_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace overhand::report {
namespace {

using evaluation::MeasureId;
using evaluation::Pairing;

evaluation::Evaluation small_evaluation() {
  evaluation::Evaluation evaluation{3, 3, 2};
  evaluation.by_pairing = {{Pairing::row,
                            {{MeasureId::dbrl, 0.5},
                             {MeasureId::ps, 0.25},
                             {MeasureId::overall_score, 0.125},
                             {MeasureId::ks_mean, 0.0625}}},
                           {Pairing::sorted, {{MeasureId::dbrl, 0.75}}}};
  return evaluation;
}

TEST(ResultsJson, PutsMeasuresIntoTheirGroups) {
  const Json json = evaluation_json(small_evaluation());
  EXPECT_EQ(json["pairing"], "row");
  EXPECT_EQ(json["risk"], Json({{"dbrl", 0.5}}));
  EXPECT_EQ(json["loss"], Json({{"ps", 0.25}}));
  EXPECT_EQ(json["score"], Json({{"overall", 0.125}}));
  EXPECT_EQ(json["other"], Json({{"ks_mean", 0.0625}}));
  ASSERT_EQ(json["also"].size(), 1U);
  EXPECT_EQ(json["also"][0]["label"], "sorted, as in the paper");
  EXPECT_EQ(json["also"][0]["risk"], Json({{"dbrl", 0.75}}));
}

TEST(ResultsJson, TellsAllThatIsKnownOfAMeasurement) {
  auto evaluation = small_evaluation();
  auto& dbrl = evaluation.by_pairing[0].all[0];
  dbrl.interval = statistics::Interval{0.4, 0.6};
  dbrl.sample = 100;
  dbrl.target = 0.55;
  dbrl.control = 0.1;
  EXPECT_EQ(evaluation_json(evaluation)["risk"], Json({{"dbrl", 0.5},
                                                       {"dbrl_ci", {0.4, 0.6}},
                                                       {"dbrl_sample", 100},
                                                       {"dbrl_target", 0.55},
                                                       {"dbrl_control", 0.1}}));
}

TEST(ResultsJson, ListsEveryMeasureWithItsRange) {
  const Json listed = measures_json()["measures"];
  ASSERT_EQ(listed.size(), evaluation::measures().size());
  EXPECT_EQ(listed[0]["name"], "dbrl");
  EXPECT_EQ(listed[0]["kind"], "risk");
  EXPECT_EQ(listed[0]["range"], Json({0.0, 1.0}));
  const Json il1s = listed[static_cast<std::size_t>(evaluation::MeasureId::il1s)];
  EXPECT_EQ(il1s["name"], "il1s");
  EXPECT_EQ(il1s["kind"], "loss");
  EXPECT_EQ(il1s["range"][1], nullptr);
  EXPECT_EQ(listed.back()["better"], "higher");  // overlap_mean
}

}  // namespace
}  // namespace overhand::report
