#include "overhand/attacks/membership.h"

#include <gtest/gtest.h>

namespace overhand::attacks {
namespace {

TEST(Membership, AucCountsTiesHalf) {
  EXPECT_DOUBLE_EQ((MembershipScores{{2, 3}, {1, 2}}.auc()), (1.5 + 2) / 4);
  EXPECT_DOUBLE_EQ((MembershipScores{{1, 1}, {1, 1}}.auc()), 0.5);
}

TEST(Membership, TruePositivesAtOneInAHundred) {
  MembershipScores scores;
  for (int i = 0; i < 200; ++i) scores.controls.push_back(i);
  scores.members = {500, 500, 199, 100};  // two controls of 200 may be above: 199 and 198
  EXPECT_DOUBLE_EQ(scores.true_positives(), 0.75);
}

// All have one score: who says "in" of one in a hundred finds one in a hundred.
TEST(Membership, OfEqualScoresIsChance) {
  const MembershipScores scores{Reals(50, 1.0), Reals(80, 1.0)};
  EXPECT_NEAR(scores.true_positives(), 0.01, 1e-12);
}

TEST(Membership, TheStrongestCounts) {
  Membership found;
  found.nearness = {{1, 1, 1}, {1, 1, 1}};
  found.relative = {{2, 2, 2}, {1, 1, 1}};
  const auto strongest = strongest_membership(found);
  EXPECT_STREQ(strongest.by, "nearest five, as against all originals");
  EXPECT_DOUBLE_EQ(strongest.true_positives, 1);
  EXPECT_DOUBLE_EQ(strongest.auc, 1);
}

}  // namespace
}  // namespace overhand::attacks
