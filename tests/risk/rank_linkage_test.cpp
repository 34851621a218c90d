#include <gtest/gtest.h>

#include <cmath>

#include "overhand/random/uniform.h"
#include "overhand/risk/rank_linkage_internal.h"
#include "overhand/table/classes.h"

namespace overhand::risk {
namespace {

constexpr std::size_t records = 300;
constexpr int levels = 40;

std::string level_of(int place) {
  return std::string(1, static_cast<char>('A' + place / 26)) + static_cast<char>('a' + place % 26);
}

Column category(const std::string& name, const std::vector<int>& places) {
  TextsBuilder texts;
  for (const int place : places) texts.append(level_of(place));
  return {name, type::Category{}, std::move(texts).finish()};
}

// Three categories of forty levels each, drawn at random, and the same with each level `by` places
// farther, round.
struct Shifted {
  explicit Shifted(int by) {
    random::Stream stream(random::key_from_seed(3), {random::Purpose::test});
    std::vector<Column> before;
    std::vector<Column> after;
    for (const char* name : {"a", "b", "c"}) {
      std::vector<int> places(records);
      std::vector<int> moved(records);
      for (std::size_t i = 0; i < records; ++i) {
        places[i] = static_cast<int>(random::uniform_below(levels, stream));
        moved[i] = (places[i] + by) % levels;
      }
      before.push_back(category(name, places));
      after.push_back(category(name, moved));
    }
    original = Table(std::move(before));
    masked = Table(std::move(after));
  }

  std::optional<FoundShare> linked() const {
    const Classes all(records, 0);
    const Lineage source = same_rows(records);
    return rank_linkage(original, masked, {all, all}, std::span<const Row>(source));
  }

  Table original;
  Table masked;
};

TEST(RankLinkage, FindsRecordsWhoseLevelsBecameTheirNeighbours) {
  const auto found = Shifted(1).linked();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->searched, records);
  EXPECT_GT(found->share(), 0.5);
  EXPECT_LT(Shifted(20).linked()->share(), 0.1);
}

TEST(RankLinkage, FindsEveryRecordThatStaysAsItWas) { EXPECT_EQ(Shifted(0).linked()->share(), 1); }

TEST(RankLinkage, TakesWholeNumbersThatBecameFractions) {
  Shifted shifted(0);
  Integers whole(records);
  Reals fractions(records);
  for (std::size_t i = 0; i < records; ++i) {
    whole[i] = static_cast<std::int64_t>(i);
    fractions[i] = static_cast<double>(i) + 0.25;
  }
  shifted.original.columns().emplace_back("n", whole);
  shifted.masked.columns().emplace_back("n", fractions);
  ASSERT_TRUE(shifted.linked());
  EXPECT_GT(shifted.linked()->share(), 0.9);
}

TEST(RankLinkage, IsOfTablesWithLevelsAndSources) {
  const Classes all(records, 0);
  const Lineage source = same_rows(records);
  const Shifted shifted(1);
  EXPECT_FALSE(rank_linkage(shifted.original, shifted.masked, {all, all}, std::nullopt));
  Reals numbers(records);
  for (std::size_t i = 0; i < records; ++i) numbers[i] = static_cast<double>(i);
  const Table table({Column("x", numbers), Column("y", numbers)});
  EXPECT_FALSE(rank_linkage(table, table, {all, all}, std::span<const Row>(source)));
}

}  // namespace
}  // namespace overhand::risk
