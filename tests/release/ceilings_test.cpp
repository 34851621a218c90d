#include "overhand/release/ceilings.h"

#include <gtest/gtest.h>

namespace overhand::release {
namespace {

TEST(Ceilings, OfProfilesAreTwiceOnceAndHalf) {
  const Ceilings research = ceilings_of(Profile::research);
  EXPECT_DOUBLE_EQ(research.inference, 0.12);
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::internal).inference, 0.24);
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::anybody).inference, 0.06);
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::anybody).dbrl, 0.1);
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::internal).linkability, 0.1);
}

TEST(Ceilings, ProfilesHaveNames) {
  for (const Profile profile : {Profile::internal, Profile::research, Profile::anybody}) {
    EXPECT_EQ(*profile_named(name_of(profile)), profile);
  }
  EXPECT_FALSE(profile_named("everybody"));
}

TEST(Ceilings, HoldUpperEndsAndEstimates) {
  attacks::Attacks attacks;
  for (std::size_t i = 0; i < attacks.inference.size(); ++i) {
    attacks.inference[i] = {attacks::known_facts[i], "vote", {.3, .2, .05, {.01, .13}}};
    attacks.isolated[i] = {attacks::known_facts[i], "vote", {.3, .2, .14, {.01, .9}}};
  }
  attacks.linkability = {.1, .1, 0, {0, .04}};
  attacks.membership = .15;
  attacks.look_up = .16;
  const auto held = held_against({}, attacks);
  std::vector<std::string> beyond;
  for (const Held& one : held) {
    if (!one.is_kept()) beyond.push_back(one.name);
  }
  EXPECT_EQ(beyond, (std::vector<std::string>{"inference_3", "inference_5", "look_up"}));
  EXPECT_FALSE(all_kept(held));
  EXPECT_NEAR(worst_ratio(held), .13 / .12, 1e-12);
}

TEST(Ceilings, RatesSayWhereTheCeilingIsReached) {
  attacks::Attacks attacks;
  for (std::size_t i = 0; i < attacks.inference.size(); ++i) {
    attacks.inference[i] = {attacks::known_facts[i], "vote", {.3, .2, .125, {.1, .15}}};
  }
  attacks.membership = .4;
  for (const Held& one : held_against({}, attacks)) {
    ASSERT_TRUE(one.rates) << one.name;
    if (one.name == "inference_3") {
      EXPECT_DOUBLE_EQ(one.rates->target, .3);
      EXPECT_DOUBLE_EQ(one.rates->control, .2);
      EXPECT_DOUBLE_EQ(one.rates->allowed, .2 + .12 * .8);
      EXPECT_DOUBLE_EQ(one.rates->interval->high, .15);
    }
    if (one.name == "membership") {
      EXPECT_DOUBLE_EQ(one.rates->target, .4);
      EXPECT_DOUBLE_EQ(one.rates->control, .01);
      EXPECT_DOUBLE_EQ(one.rates->allowed, .15);
      EXPECT_FALSE(one.rates->interval);
    }
  }
}

TEST(Ceilings, NothingMeasuredAgainstNothingAllowedIsKept) {
  const std::vector<Held> held = {{"kept_classes", "", 0, 0}};
  EXPECT_TRUE(all_kept(held));
  EXPECT_DOUBLE_EQ(worst_ratio(held), 0);
  EXPECT_FALSE(all_kept({{"kept_classes", "", 0.01, 0}}));
}

}  // namespace
}  // namespace overhand::release
