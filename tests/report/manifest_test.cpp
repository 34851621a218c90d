#include "overhand/report/manifest.h"

#include <gtest/gtest.h>

namespace overhand::report {
namespace {

TEST(Manifest, HeldFiguresCarryBothRatesWhereThereAre) {
  const Json held = held_json({{"inference_3", "facts", .15, .12, "vote",
                                release::Rates{.3, .2, .296, statistics::Interval{.1, .15}}},
                               {"membership", "in", .1, .15, {}, release::Rates{.1, .01, .15}},
                               {"kept_classes", "kept", 0, 0}});
  EXPECT_EQ(held[0]["target"], .3);
  EXPECT_EQ(held[0]["control"], .2);
  EXPECT_EQ(held[0]["interval"], (Json{.1, .15}));
  EXPECT_EQ(held[0]["kept"], false);
  EXPECT_EQ(held[1]["target"], .1);
  EXPECT_FALSE(held[1].contains("interval"));
  EXPECT_FALSE(held[2].contains("target"));
}

TEST(Manifest, AReasonChangesTheDecision) {
  const Json after = with_reason({{"decision", "under every ceiling"}, {"rows", 3}}, "why");
  EXPECT_EQ(after, (Json{{"decision", "risk accepted"}, {"rows", 3}, {"accepted_because", "why"}}));
}

TEST(Manifest, NamesJustItsFiles) {
  const Json after =
      with_files({{"files", {"old"}}}, {{"masked.csv", "ab"}, {"report.html", "cd"}});
  ASSERT_EQ(after["files"].size(), 2U);
  EXPECT_EQ(after["files"][1], (Json{{"name", "report.html"}, {"sha256", "cd"}}));
}

}  // namespace
}  // namespace overhand::report
