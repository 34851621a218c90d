// One key, one release: what an intruder with two releases of one key can do.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "overhand/masking/methods.h"
#include "support/moments.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::correlation;

constexpr std::size_t records = 4000;

Masked release(const std::string& method, const OptionValues& values, const Table& original,
               bool shuffle_rows = false) {
  const testing::Seeded seeded(1);  // the one key of all releases
  auto masked = mask(**find_method(method), original, {values, shuffle_rows}, seeded.context);
  EXPECT_TRUE(masked) << masked.error().message;
  return *std::move(masked);
}

// What was added to each value of column `j`, in the order of the original records.
Reals added(const Masked& masked, const Table& original, std::size_t j) {
  const Reals before = reals(original.columns()[j]);
  const Reals after = reals(masked.table.columns()[j]);
  Reals difference(before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    const Row source = (*masked.lineage)[i];
    difference[source] = after[i] - before[source];
  }
  return difference;
}

// Independent noises correlate by less than 6 standard errors: a false alarm has probability 2e-9.
const double unrelated = 6 / std::sqrt(static_cast<double>(records));

std::size_t common_places(const Masked& a, const Masked& b) {
  std::size_t common = 0;
  for (std::size_t i = 0; i < records; ++i) {
    common += static_cast<std::size_t>((*a.lineage)[i] == (*b.lineage)[i]);
  }
  return common;
}

// Two random orders have about one row in common: Poisson, above 14 with probability 3e-13.
constexpr std::size_t few = 14;

TEST(OneKey, AddsUnrelatedNoiseWhenRowsAreShuffled) {
  const Table original = testing::normal_table(records, 3, 1);
  const Masked in_order = release("noise", {{"percent", 10.0}}, original);
  const Masked shuffled = release("noise", {{"percent", 10.0}}, original, true);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_LT(std::abs(correlation(added(in_order, original, j), added(shuffled, original, j))),
              unrelated);
  }
}

// One level of one record, the type and the order of the levels: each makes another release.
TEST(OneKey, OrdersRowsAnewForEachChangeOfLevels) {
  Table original = testing::normal_table(records, 2, 1);
  std::vector<Code> codes(records);
  for (std::size_t i = 0; i < records; ++i) codes[i] = static_cast<Code>(i % 3);
  auto dictionary = std::make_shared<Dictionary>();
  for (const char* level : {"a", "b", "c"}) dictionary->append(level);
  original.columns().push_back({"level", type::Category{}, Texts(codes, dictionary)});
  const Masked first = release("sjppds", {}, original);
  Table other = original;
  other.columns()[2].type = type::Category{true};
  EXPECT_LE(common_places(first, release("sjppds", {}, other)), few);
  codes[7] = 2;
  other.columns()[2] = {"level", type::Category{}, Texts(codes, dictionary)};
  EXPECT_LE(common_places(first, release("sjppds", {}, other)), few);
  Integers whole(records, 1);
  other.columns()[2] = {"level", whole};
  Table truth = original;
  truth.columns()[2] = {"level", type::Boolean{}, whole};
  EXPECT_LE(common_places(release("sjppds", {}, other), release("sjppds", {}, truth)), few);
}

TEST(OneKey, AddsUnrelatedNoiseForEachPercent) {
  const Table original = testing::normal_table(records, 3, 1);
  for (const auto& [method, more] :
       {std::pair("noise", OptionValues{}), std::pair("correlated_noise", OptionValues{}),
        std::pair("rank_noise", OptionValues{{"marginals", "free"}})}) {
    const auto with = [&](double percent) {
      OptionValues values = more;
      values["percent"] = percent;
      return release(method, values, original);
    };
    const Masked weak = with(10);
    const Masked strong = with(20);
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_LT(std::abs(correlation(added(weak, original, j), added(strong, original, j))),
                unrelated)
          << method;
    }
  }
}

TEST(OneKey, OrdersTheRowsAnewForEachOption) {
  const Table original = testing::normal_table(records, 3, 1);
  for (const auto& [method, option, one, two] :
       {std::tuple("sjppds", "bins", 50, 100), std::tuple("cell_rotate", "k", 20, 21),
        std::tuple("cell_shuffle", "k", 400, 401), std::tuple("rank_noise", "percent", 10, 20)}) {
    const Masked a = release(method, {{option, std::int64_t{one}}}, original);
    const Masked b = release(method, {{option, std::int64_t{two}}}, original);
    EXPECT_LT(common_places(a, b), few) << method;
  }
}

// 4,000 records fall into the same cells for k = 20 and k = 21.
TEST(OneKey, TurnsTheSameCellsAnew) {
  const Table original = testing::normal_table(records, 3, 1);
  const Masked a = release("cell_rotate", {{"k", 20L}, {"marginals", "free"}}, original);
  const Masked b = release("cell_rotate", {{"k", 21L}, {"marginals", "free"}}, original);
  Reals before = testing::reals_of(a.table, 0);
  Reals after = testing::reals_of(b.table, 0);
  std::ranges::sort(before);
  std::ranges::sort(after);
  Reals both;
  std::ranges::set_intersection(before, after, std::back_inserter(both));
  EXPECT_TRUE(both.empty());
}

TEST(OneKey, MasksATableWithOneOtherValueAnew) {
  const Table original = testing::normal_table(records, 3, 1);
  Table changed = original;
  const double last = testing::reals_of(original, 1)[records - 1];
  testing::set_real(changed.columns()[1], records - 1, last + 1e-9);
  EXPECT_LT(common_places(release("sjppds", {}, original), release("sjppds", {}, changed)), few);
  const Reals noise = added(release("noise", {}, original), original, 0);
  const Reals other = added(release("noise", {}, changed), changed, 0);
  EXPECT_LT(std::abs(correlation(noise, other)), unrelated);
}

TEST(OneKey, MasksATableWithOtherColumnsAnew) {
  const Table original = testing::normal_table(records, 3, 1);
  Table renamed = original;
  renamed.columns()[0].name = "y";
  Table narrower({original.columns()[0], original.columns()[1]});
  Table kept = original;
  kept.columns()[2].role = Role::keep;
  const Masked masked = release("sjppds", {}, original);
  for (const Table& other : {renamed, narrower, kept}) {
    EXPECT_LT(common_places(masked, release("sjppds", {}, other)), few);
  }
}

TEST(OneKey, GivesTheSameTableTheSameRelease) {
  Table reals_only = testing::normal_table(records, 2, 1);
  Integers whole(records);
  Reals same_as_real(records);
  for (std::size_t i = 0; i < records; ++i) {
    whole[i] = std::llround(100 * testing::reals_of(reals_only, 0)[i]);
    same_as_real[i] = static_cast<double>(whole[i]);
  }
  Table with_integers = reals_only;
  with_integers.columns()[0] = with_values(with_integers.columns()[0], whole);
  reals_only.columns()[0] = with_values(reals_only.columns()[0], same_as_real);
  for (const Method& method : methods()) {
    if (!method.takes.numbers || lacking_option(method) != nullptr) continue;
    const OptionValues values =
        method.name == "pppca" || method.name == "mdav" || method.name == "cell_shuffle"
            ? OptionValues{{"k", 500L}}
            : OptionValues{};
    const Masked a = release(method.name, values, with_integers);
    const Masked b = release(method.name, values, reals_only);
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_EQ(reals(a.table.columns()[j]), reals(b.table.columns()[j])) << method.name;
    }
    EXPECT_EQ(a.lineage, b.lineage) << method.name;
  }
}

TEST(OneKey, KnowsADefaultThatIsSpelledOut) {
  const Table original = testing::normal_table(records, 2, 1);
  const auto values = [](const Masked& masked) { return testing::reals_of(masked.table, 0); };
  const Reals plain = values(release("noise", {}, original));
  EXPECT_EQ(plain, values(release("noise", {{"percent", 20.0}}, original)));
  EXPECT_EQ(plain, values(release("noise", {{"percent", 20L}}, original)));
  EXPECT_NE(plain, values(release("noise", {{"percent", 20.000000000000004}}, original)));
}

// What a steward keeps beside makes no other release.
TEST(OneKey, MasksTheSameWithOtherKeptValues) {
  Table original = testing::normal_table(records, 3, 1);
  original.columns()[2].role = Role::keep;
  Table other = original;
  other.columns()[2] = with_values(other.columns()[2], Texts(records, "north"));
  const Reals masked = testing::reals_of(release("noise", {}, original).table, 0);
  EXPECT_EQ(masked, testing::reals_of(release("noise", {}, other).table, 0));
}

}  // namespace
}  // namespace overhand::masking
