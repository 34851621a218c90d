// What docs/guide/simulated_tables.md says about the households.
#include <set>

#include "overhand/simulation/people.h"
#include "support/moments.h"
#include "support/people.h"

namespace overhand::simulation {
namespace {

using testing::cells_of;
using testing::column_of;
using testing::expect_share;

constexpr std::size_t rows = 20000;

const Table& people() {
  static const Table table = households(rows, random::key_from_seed(1));
  return table;
}

TEST(Households, EveryColumnHasTheTypeOfItsMeaning) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"household", "integer"}, {"member", "integer"},     {"region", "category"},
      {"area", "category"},     {"roof", "category"},      {"water", "category"},
      {"size", "integer"},      {"relation", "category"},  {"age", "integer"},
      {"sex", "category"},      {"education", "category"}, {"income", "integer"},
      {"weight", "real"}};
  std::vector<std::pair<std::string, std::string>> found;
  for (const Column& column : people().columns()) {
    found.emplace_back(column.name, name_of(column.type));
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(column_of(people(), "education").type, Type(type::Category{true}));
}

TEST(Households, WhatBelongsToAHouseholdIsTheSameForItsMembers) {
  for (const std::string name : {"region", "area", "roof", "water", "size", "weight"}) {
    EXPECT_TRUE(testing::is_constant_within(people(), "household", name)) << name;
  }
  EXPECT_FALSE(testing::is_constant_within(people(), "household", "age"));
}

TEST(Households, TheSizeIsTheNumberOfMembersAndOneIsTheHead) {
  const auto households = cells_of(people(), "household");
  const auto members = cells_of(people(), "member");
  const auto sizes = cells_of(people(), "size");
  const auto relations = cells_of(people(), "relation");
  std::size_t member = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool is_first = row == 0 || households[row] != households[row - 1];
    if (is_first && row > 0) {
      ASSERT_EQ(std::to_string(member), sizes[row - 1]) << row;
    }
    member = is_first ? 1 : member + 1;
    ASSERT_EQ(members[row], std::to_string(member)) << row;
    ASSERT_EQ(relations[row] == "head", is_first) << row;
  }
  EXPECT_EQ(sizes.back(), std::to_string(member));
}

TEST(Households, SizesHaveTheirShares) {
  const auto members = cells_of(people(), "member");
  const auto sizes = cells_of(people(), "size");
  std::map<std::string, std::size_t> counts;
  std::size_t all = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    if (members[row] != "1") continue;
    ++counts[sizes[row]];
    ++all;
  }
  const std::map<std::string, double> shares = {{"1", 0.22}, {"2", 0.30}, {"3", 0.17}, {"4", 0.15},
                                                {"5", 0.08}, {"6", 0.05}, {"7", 0.02}, {"8", 0.01}};
  ASSERT_EQ(counts.size(), shares.size());
  for (const auto& [size, share] : shares) expect_share(share, counts[size], all, size);
}

TEST(Households, IncomesAreMissingForChildrenAndAtRandomForOthers) {
  const Reals ages = testing::numbers_of(people(), "age");
  const Reals incomes = testing::numbers_of(people(), "income");
  std::size_t adults = 0;
  std::size_t untold = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    if (ages[row] < 16) {
      ASSERT_TRUE(is_missing(incomes[row])) << row;
      continue;
    }
    ++adults;
    untold += static_cast<std::size_t>(is_missing(incomes[row]));
  }
  expect_share(0.15, untold, adults, "income");
}

// The ages of a couple differ by 4 years (standard deviation), those of heads by 15: a correlation
// of 0.96. With 4,000 couples it is known to 0.005 with a probability of failure below 1e-8.
TEST(Households, CouplesAreOfOneAge) {
  const Reals ages = testing::numbers_of(people(), "age");
  const auto relations = cells_of(people(), "relation");
  Reals heads;
  Reals spouses;
  for (std::size_t row = 1; row < rows; ++row) {
    if (relations[row] != "spouse") continue;
    heads.push_back(ages[row - 1]);
    spouses.push_back(ages[row]);
  }
  EXPECT_GT(heads.size(), 4000);
  EXPECT_NEAR(testing::correlation(heads, spouses), 0.96, 0.02);
}

TEST(Households, IncomesRiseWithEducation) {
  const auto educations = cells_of(people(), "education");
  const auto mean_income = [&](const std::string& level) {
    const auto [incomes, same] = testing::pairs_of(
        people(), "income", "income", [&](std::size_t row) { return educations[row] == level; });
    return testing::mean(incomes);
  };
  EXPECT_GT(mean_income("tertiary"), 1.5 * mean_income("primary"));
}

TEST(Households, HasAsManyMembersAsAskedFor) {
  for (const std::size_t asked : {1, 2, 3, 57}) {
    EXPECT_EQ(households(asked, random::key_from_seed(asked)).row_count(), asked);
  }
}

}  // namespace
}  // namespace overhand::simulation
