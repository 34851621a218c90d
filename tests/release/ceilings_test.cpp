#include "overhand/release/ceilings.h"

#include <gtest/gtest.h>

namespace overhand::release {
namespace {

TEST(Ceilings, OfProfilesAreTwiceOnceAndHalf) {
  const Ceilings research = ceilings_of(Profile::research);
  EXPECT_DOUBLE_EQ(research.inference_3, 0.12);
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::internal).inference_5, 0.24);
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::anybody).inference_3, 0.06);
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
  attacks.membership.true_positives = .15;
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

TEST(Ceilings, AreChangedByTheirNames) {
  Ceilings ceilings;
  for (const std::string& name : ceiling_names()) {
    EXPECT_TRUE(set_ceiling(name, 0.5, ceilings));
    EXPECT_DOUBLE_EQ(ceiling_named(ceilings, name), 0.5);
  }
  EXPECT_FALSE(set_ceiling("nobody", 0.5, ceilings));
  EXPECT_FALSE(set_ceiling("look_up", 1.1, ceilings));
  EXPECT_FALSE(set_ceiling("look_up", -0.1, ceilings));
  EXPECT_DOUBLE_EQ(ceilings.look_up, 0.5);
}

TEST(Ceilings, ThatWereChangedSayWhatTheyWere) {
  Ceilings changed;
  ASSERT_TRUE(set_ceiling("look_up", 0.3, changed));
  auto held = held_against(changed, {});
  note_changes({}, held);
  for (const Held& one : held) {
    EXPECT_EQ(one.usual.has_value(), one.name == "look_up") << one.name;
  }
  EXPECT_DOUBLE_EQ(*held.back().usual, 0.15);
}

TEST(Ceilings, OfWhatHarmsAnalystsAloneAreTheSameForAll) {
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::internal).implausible, 0.05);
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::anybody).implausible, 0.05);
  EXPECT_DOUBLE_EQ(ceilings_of(Profile::internal).certain_cells, 0);
}

TEST(Figures, AreWhatHasNoCeiling) {
  attacks::Attacks attacks;
  for (std::size_t i = 0; i < attacks.inference.size(); ++i) {
    attacks.inference[i] = {attacks::known_facts[i], "vote", {.3, .2, .05, {.01, .13}}};
    attacks.isolated[i] = {attacks::known_facts[i], "line", {.3, .2, .14, {.01, .9}}};
  }
  std::vector<std::string> names;
  for (const Figure& figure : figures_of(attacks)) names.push_back(figure.name);
  EXPECT_EQ(names, (std::vector<std::string>{"inference_2", "isolated_2", "singling_out",
                                             "membership_auc"}));
  EXPECT_DOUBLE_EQ(figures_of(attacks)[0].measured, .13);
}

TEST(Ceilings, RatesSayWhereTheCeilingIsReached) {
  attacks::Attacks attacks;
  for (std::size_t i = 0; i < attacks.inference.size(); ++i) {
    attacks.inference[i] = {attacks::known_facts[i], "vote", {.3, .2, .125, {.1, .15}}};
  }
  attacks.membership.true_positives = .4;
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
  EXPECT_GT(worst_ratio({{"kept_classes", "", 0.0001, 0}}), 1);
  EXPECT_GT(worst_ratio({{"kept_classes", "", 0.02, 0}}),
            worst_ratio({{"kept_classes", "", 0.01, 0}}));
}

}  // namespace
}  // namespace overhand::release
