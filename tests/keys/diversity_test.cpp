#include "overhand/keys/diversity.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <map>
#include <set>

#include "keys/keys_support.h"

namespace overhand::keys {
namespace {

// Records 1 to 4 look alike, 5 and 6 too, both with a gap.
const KeyCodes six = keys_of({{0, 0, 0, 0, gap, gap}, {1, 1, 1, 1, 0, 0}});

// flu, flu, none, cancer | none, none: shares 1/3, 1/2, 1/6 in the table.
TEST(Diversity, OfSixRecordsIsAsComputedByHand) {
  const Column illness("illness", Texts{"flu", "flu", "none", "cancer", "none", "none"});
  const Diversity found = diversity(illness, groups_of(six));
  EXPECT_EQ(found.column, "illness");
  EXPECT_EQ(found.values, 3U);
  EXPECT_FALSE(found.is_ordered);
  ASSERT_EQ(found.classes.size(), 2U);
  EXPECT_EQ(found.classes[0].distinct, 3U);
  EXPECT_NEAR(found.classes[0].entropy, std::exp(1.5 * std::log(2)), 1e-14);  // 1/2, 1/4, 1/4
  EXPECT_EQ(found.classes[0].recursive, 2U);  // 2 < 2 (1 + 1), but not 2 < 2 (1)
  EXPECT_NEAR(found.classes[0].closeness, (1.0 / 6 + 1.0 / 4 + 1.0 / 12) / 2, 1e-15);
  EXPECT_EQ(found.classes[1].distinct, 1U);
  EXPECT_NEAR(found.classes[1].entropy, 1, 1e-15);
  EXPECT_EQ(found.classes[1].recursive, 1U);
  EXPECT_NEAR(found.classes[1].closeness, .5, 1e-15);
}

TEST(Diversity, ExtremesAreOfTheClassesThatTellMost) {
  const Column illness("illness", Texts{"flu", "flu", "none", "cancer", "none", "none"});
  const KeyGroups groups = groups_of(six);
  const DiversityExtremes found = extremes_of(diversity(illness, groups), groups.group);
  EXPECT_EQ(found.distinct, 1U);
  EXPECT_EQ(found.of_one, 2U);
  EXPECT_EQ(found.of_two, 2U);
  EXPECT_NEAR(found.entropy, 1, 1e-15);
  EXPECT_EQ(found.recursive, 1U);
  EXPECT_NEAR(found.closeness, .5, 1e-15);
}

TEST(Diversity, AMissingValueIsAValue) {
  const Column illness("illness", Texts{"flu", "flu", "flu", {}, {}, {}});
  const Diversity found = diversity(illness, groups_of(six));
  EXPECT_EQ(found.values, 2U);
  EXPECT_EQ(found.classes[0].distinct, 2U);
  EXPECT_EQ(found.classes[1].distinct, 1U);
}

// Of 1, 2, 3, 4 twice each the first class has 1, 1, 2, 2: all up to 1, 2, 3, 4 is 1/4, 1/2, 3/4, 1
// and of the class 1/2, 1, 1, 1; moved are (1/4 + 1/2 + 1/4) / 3.
TEST(Diversity, OfNumbersIsByTheirOrder) {
  const KeyCodes keys = keys_of({{0, 1, 0, 1, 0, 1, 0, 1}});
  const Column pay("pay", Cells<double>{1, 4, 1, 3, 2, 3, 2, 4});
  const Diversity found = diversity(pay, groups_of(keys));
  EXPECT_TRUE(found.is_ordered);
  EXPECT_NEAR(found.classes[0].closeness, 1.0 / 3, 1e-15);
  EXPECT_NEAR(found.classes[1].closeness, 1.0 / 3, 1e-15);
}

// The order of an ordered category is that of its levels, not that of their first records.
TEST(Diversity, OfOrderedLevelsIsByTheirOrder) {
  DictionaryBuilder levels;
  for (const char* level : {"low", "middle", "high"}) levels.code_of(level);
  const Texts texts(Cells<Code>{2, 2, 0, 1}, std::move(levels).finish());
  const KeyCodes keys = keys_of({{0, 0, 1, 1}});
  const auto of_type = [&](bool is_ordered) {
    return diversity(Column("pay", type::Category{is_ordered}, texts), groups_of(keys));
  };
  EXPECT_NEAR(of_type(true).classes[0].closeness, (1.0 / 4 + 1.0 / 2) / 2, 1e-15);
  EXPECT_NEAR(of_type(false).classes[0].closeness, 1.0 / 2, 1e-15);
}

double earth_moved(const Reals& some, const Reals& all) {
  const std::set<double> values(all.begin(), all.end());
  const auto share = [](const Reals& of, double up_to) {
    return static_cast<double>(std::ranges::count_if(of, [&](double v) { return v <= up_to; })) /
           static_cast<double>(of.size());
  };
  double moved = 0;
  for (const double value : values) moved += std::abs(share(some, value) - share(all, value));
  return values.size() < 2 ? 0 : moved / static_cast<double>(values.size() - 1);
}

TEST(Diversity, IsThatOfEveryClassByItself) {
  const KeyCodes keys = random_keys({.rows = 400, .columns = 2, .levels = 6, .missing = .1});
  random::Stream stream(random::key_from_seed(3), {random::Purpose::test});
  Reals pay(400);
  for (double& value : pay) value = random::uniform_below(40, stream);
  const KeyGroups groups = groups_of(keys);
  const Diversity found = diversity(Column("pay", Cells<double>(pay)), groups);
  for (std::size_t i = 0; i < 400; ++i) {
    Reals alike;
    for (std::size_t k = 0; k < 400; ++k) {
      if (look_alike(keys, i, k)) alike.push_back(pay[k]);
    }
    const ClassDiversity& one = found.classes[groups.group[i]];
    std::map<double, double> times;
    for (const double value : alike) ++times[value];
    double entropy = 0;
    for (const auto& [value, count] : times) {
      const double share = count / static_cast<double>(alike.size());
      entropy -= share * std::log(share);
    }
    EXPECT_EQ(one.distinct, times.size());
    EXPECT_NEAR(one.entropy, std::exp(entropy), 1e-12);
    EXPECT_NEAR(one.closeness, earth_moved(alike, pay), 1e-12);
  }
}

}  // namespace
}  // namespace overhand::keys
