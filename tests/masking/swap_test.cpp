#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "overhand/masking/methods.h"
#include "overhand/masking/swap_internal.h"
#include "support/chi_square.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::Seeded;

Integers integers(const Table& table, const char* name) {
  const auto& cells =
      std::get<Cells<std::int64_t>>(table.columns()[*find_column(table, name)].values);
  return {cells.begin(), cells.end()};
}

struct Swapped {
  Table table;
  MovedUnits moved;
};

Swapped swapped(const Table& original, const SwapOptions& options, std::uint64_t seed,
                std::span<const std::uint32_t> units = {},
                const std::vector<std::string>& keys = {}) {
  const Seeded seeded(seed);
  auto result = swap(original, options, Context{seeded.key, seeded.progress, units, keys});
  EXPECT_TRUE(result) << result.error().message;
  if (!result) return {};
  EXPECT_EQ(result->lineage, same_rows(original.row_count()));
  return {std::move(result->table), *result->moved};
}

// People of one to four in households: region and district of the household, sex and age of each.
struct Households {
  Table table;
  std::vector<std::uint32_t> unit;
};

Households households(std::size_t count, std::uint64_t seed) {
  random::Stream stream(random::key_from_seed(seed), {random::Purpose::test});
  Integers region, district, sex, age;
  std::vector<std::uint32_t> unit;
  for (std::uint32_t number = 0; number < count; ++number) {
    const std::int64_t r = random::uniform_below(3, stream);
    const std::int64_t d = random::uniform_below(4, stream);
    const std::uint32_t members = 1 + random::uniform_below(4, stream);
    for (std::uint32_t member = 0; member < members; ++member) {
      unit.push_back(number);
      region.push_back(r);
      district.push_back(d);
      sex.push_back(random::uniform_below(2, stream));
      age.push_back(random::uniform_below(5, stream));
    }
  }
  return {Table({Column("region", region), Column("district", district), Column("sex", sex),
                 Column("age", age)}),
          unit};
}

using Area = std::pair<std::int64_t, std::int64_t>;

std::vector<Area> areas(const Table& table) {
  const Integers region = integers(table, "region");
  const Integers district = integers(table, "district");
  std::vector<Area> all;
  for (std::size_t i = 0; i < region.size(); ++i) all.emplace_back(region[i], district[i]);
  return all;
}

// How many units of each size, and with which records, each area has.
std::map<std::pair<Area, std::size_t>, int> sizes_by_area(const Households& homes,
                                                          const Table& table) {
  std::map<std::uint32_t, std::pair<Area, std::size_t>> of_unit;
  const auto area = areas(table);
  for (std::size_t i = 0; i < area.size(); ++i) {
    auto& [where, size] = of_unit[homes.unit[i]];
    EXPECT_TRUE(size == 0 || where == area[i]) << "a household is torn";
    where = area[i];
    ++size;
  }
  std::map<std::pair<Area, std::size_t>, int> counts;
  for (const auto& [unit, each] : of_unit) ++counts[each];
  return counts;
}

const SwapOptions by_district = {
    .geography = {"region,district"}, .similar = {"sex,age"}, .percent = 10, .k = 3};

TEST(Swap, ChangesTheGeographyAloneAndMovesWholeHouseholdsOfOneSize) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Households homes = households(150, seed);
    const auto after = swapped(homes.table, by_district, seed, homes.unit);
    for (const char* name : {"sex", "age"}) {
      EXPECT_EQ(integers(after.table, name), integers(homes.table, name));
    }
    EXPECT_EQ(sizes_by_area(homes, after.table), sizes_by_area(homes, homes.table));
    EXPECT_NE(areas(after.table), areas(homes.table));
  }
}

// Who has moved is in another area; as many as are counted have.
TEST(Swap, MovesNobodyInsideAnArea) {
  const Households homes = households(400, 7);
  const auto before = areas(homes.table);
  for (const double percent : {0.0, 5.0, 30.0, 100.0}) {
    SwapOptions options = by_district;
    options.percent = percent;
    options.k = 1;
    const auto after = swapped(homes.table, options, 3, homes.unit);
    const auto now = areas(after.table);
    std::set<std::uint32_t> moved;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (now[i] != before[i]) moved.insert(homes.unit[i]);
    }
    EXPECT_EQ(moved.size(), after.moved.moved);
    EXPECT_EQ(after.moved.units, 400U);
    EXPECT_EQ(after.moved.risky, 0U);
    // Pairs: the nearest even number. Of all households, a few of a size can be left in one area.
    const auto wanted = 2 * static_cast<std::size_t>(std::llround(400 * percent / 200));
    EXPECT_LE(after.moved.moved, wanted);
    EXPECT_GE(after.moved.moved + (percent == 100 ? 8 : 0), wanted);
  }
}

// At which level each household is at risk, by its own counting of records that share the keys.
std::vector<int> risky_levels(const Households& homes, std::size_t units, std::size_t k) {
  const auto area = areas(homes.table);
  const Integers sex = integers(homes.table, "sex");
  const Integers age = integers(homes.table, "age");
  std::vector<int> levels(units, 2);
  for (std::size_t i = 0; i < area.size(); ++i) {
    std::size_t in_region = 0;
    std::size_t in_district = 0;
    for (std::size_t j = 0; j < area.size(); ++j) {
      if (sex[i] != sex[j] || age[i] != age[j] || area[i].first != area[j].first) continue;
      ++in_region;
      if (area[i] == area[j]) ++in_district;
    }
    int& level = levels[homes.unit[i]];
    level = std::min(level, in_region < k ? 0 : in_district < k ? 1 : 2);
  }
  return levels;
}

TEST(Swap, MovesEveryHouseholdAtRiskOutOfTheAreaWhereItIsAtRisk) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Households homes = households(300, seed);
    SwapOptions options = by_district;
    options.percent = 0;
    options.k = 5;
    const auto after = swapped(homes.table, options, seed, homes.unit);
    const auto risky = risky_levels(homes, 300, 5);
    const auto before = areas(homes.table);
    const auto now = areas(after.table);
    std::set<std::uint32_t> at_risk, stuck;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const int level = risky[homes.unit[i]];
      if (level == 2) continue;
      at_risk.insert(homes.unit[i]);
      const bool is_there = level == 0 ? now[i].first == before[i].first : now[i] == before[i];
      if (is_there) stuck.insert(homes.unit[i]);
    }
    EXPECT_EQ(after.moved.risky, at_risk.size());
    EXPECT_EQ(after.moved.stuck, stuck.size());
    EXPECT_EQ(stuck.size(), 0U);
    EXPECT_GT(at_risk.size(), 20U);
  }
}

// Households at risk in their district alone stay in their region, where somebody there has their
// size.
TEST(Swap, StaysInTheCoarserAreaWhereItCan) {
  const Households homes = households(2000, 5);
  SwapOptions options = by_district;
  options.percent = 20;
  options.k = 1;
  const auto after = swapped(homes.table, options, 1, homes.unit);
  EXPECT_EQ(integers(after.table, "region"), integers(homes.table, "region"));
  EXPECT_EQ(after.moved.moved, 400U);
}

// All tables of 5 records with an area of 3, a key of 2 and a similar column of 2: whoever is at
// risk and has not moved could not have.
TEST(Swap, LeavesNobodyAtRiskWhoHasAPartnerLeft) {
  constexpr int records = 5;
  constexpr int kinds = 12;
  int all = 1;
  for (int i = 0; i < records; ++i) all *= kinds;
  for (int code = 0; code < all; code += 7) {  // 7 is prime to 12: every kind at every place
    Integers area, key, similar;
    for (int i = 0, rest = code; i < records; ++i, rest /= kinds) {
      area.push_back(rest % 3);
      key.push_back(rest / 3 % 2);
      similar.push_back(rest / 6 % 2);
    }
    const Table original({Column("area", area), Column("key", key), Column("similar", similar)});
    const auto after =
        swapped(original, {.geography = {"area"}, .similar = {"similar"}, .percent = 0, .k = 2},
                static_cast<std::uint64_t>(code), {}, {"key"});
    const Integers now = integers(after.table, "area");
    std::vector<std::size_t> left;
    std::size_t stuck = 0;
    for (std::size_t i = 0; i < records; ++i) {
      if (now[i] == area[i]) left.push_back(i);
    }
    for (const std::size_t i : left) {
      bool is_alone = true;
      for (std::size_t j = 0; j < records; ++j) {
        is_alone = is_alone && (i == j || area[i] != area[j] || key[i] != key[j]);
      }
      if (!is_alone) continue;
      ++stuck;
      for (const std::size_t j : left) ASSERT_EQ(area[i], area[j]) << code;
    }
    ASSERT_EQ(after.moved.stuck, stuck) << code;
    Integers before = area;
    Integers sorted = now;
    std::ranges::sort(before);
    std::ranges::sort(sorted);
    ASSERT_EQ(before, sorted) << code;
  }
}

// The likest partner is taken: one that agrees in both columns, else in the first, else anybody.
TEST(Swap, TakesTheLikestAndFallsBackToFewerColumns) {
  const Integers area = {0, 1, 1, 1, 0, 1, 0, 0};
  const Integers first = {7, 7, 7, 8, 8, 9, 50, 50};
  const Integers second = {1, 1, 2, 1, 3, 3, 50, 50};
  const auto partners_of = [&](std::size_t chosen) {
    Integers key(8, 0);
    key[chosen] = 1;  // alone in its area, and nobody else is
    const Table original(
        {Column("area", area), Column("a", first), Column("b", second), Column("key", key)});
    std::set<std::size_t> partners;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto after =
          swapped(original, {.geography = {"area"}, .similar = {"a,b"}, .percent = 0, .k = 2}, seed,
                  {}, {"key"});
      EXPECT_EQ(after.moved.moved, 2U);
      const Integers now = integers(after.table, "area");
      for (std::size_t i = 0; i < 8; ++i) {
        if (i != chosen && now[i] != area[i]) partners.insert(i);
      }
    }
    return partners;
  };
  EXPECT_EQ(partners_of(0), std::set<std::size_t>({1}));
  EXPECT_EQ(partners_of(4), std::set<std::size_t>({3}));
  EXPECT_EQ(partners_of(6), std::set<std::size_t>({1, 2, 3, 5}));
}

// Each of 200 records is as likely to move as any other at 10 percent, none being at risk: over 500
// maskings the counts of moves, whose chi-square one seed in a thousand exceeds.
TEST(Swap, MovesEverybodyAsOften) {
  constexpr std::size_t records = 200;
  constexpr int rounds = 500;
  Integers area(records);
  for (std::size_t i = 0; i < records; ++i) area[i] = static_cast<std::int64_t>(i % 4);
  const Table original({Column("area", area)});
  std::vector<double> moves(records);
  for (int seed = 1; seed <= rounds; ++seed) {
    const auto after = swapped(original, {.geography = {"area"}, .percent = 10, .k = 1},
                               static_cast<std::uint64_t>(seed));
    ASSERT_EQ(after.moved.moved, 20U);
    const Integers now = integers(after.table, "area");
    for (std::size_t i = 0; i < records; ++i) moves[i] += now[i] != area[i] ? 1 : 0;
  }
  double statistic = 0;
  for (const double count : moves) {
    statistic += (count - 50) * (count - 50) / (rounds * 0.1 * 0.9);
  }
  EXPECT_LT(statistic, testing::chi_square_quantile(199, 0.001));
  EXPECT_GT(statistic, 100);  // something was drawn
}

TEST(Swap, IsTheSameForAnyNumberOfThreads) {
  const Households homes = households(3000, 2);
  const auto many = swapped(homes.table, by_district, 4, homes.unit);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(areas(many.table), areas(swapped(homes.table, by_district, 4, homes.unit).table));
  EXPECT_NE(areas(many.table), areas(swapped(homes.table, by_district, 5, homes.unit).table));
}

TEST(Swap, TakesColumnsOfEveryTypeAndGaps) {
  const Table original(
      {Column("town", Texts{"Ulm", "Rom", std::nullopt, "Rom", "Ulm", std::nullopt}),
       Column("day", type::Date{}, Integers{1, 2, 3, missing_integer, 5, 6}),
       Column("pay", Reals{1, missing_real, 3, 4, 5, 6})});
  const auto after = swapped(original, {.geography = {"town"}, .percent = 100, .k = 1}, 1);
  EXPECT_EQ(after.moved.moved, 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NE(std::get<Texts>(after.table.columns()[0].values)[i],
              std::get<Texts>(original.columns()[0].values)[i]);
  }
}

std::string refusal(const Table& table, const SwapOptions& options,
                    std::span<const std::uint32_t> units = {},
                    const std::vector<std::string>& keys = {}) {
  const Seeded seeded(1);
  const auto result = swap(table, options, Context{seeded.key, seeded.progress, units, keys});
  return result ? "" : result.error().message;
}

TEST(Swap, SaysWhatItCannotDo) {
  Households homes = households(20, 1);
  EXPECT_EQ(refusal(homes.table, {.geography = {"land"}}).substr(0, 14), "In geography: ");
  EXPECT_EQ(refusal(homes.table, {.geography = {"region"}, .similar = {"region"}}),
            "Column 'region' stands in geography and in similar; units that change places cannot "
            "agree in it.");
  EXPECT_EQ(refusal(homes.table, {.geography = {"region"}}, {}, {"land"}).substr(0, 16),
            "Among the keys: ");
  const std::vector<std::uint32_t> all_one(homes.table.row_count(), 0);
  EXPECT_EQ(refusal(homes.table, {.geography = {"region"}}, all_one),
            "Column 'region' differs inside 1 of 1 units, so that they are in no one place and "
            "cannot change it.");
  homes.table.columns()[0].role = Role::keep;
  EXPECT_EQ(refusal(homes.table, {.geography = {"region"}}),
            "Column 'region' is to be kept, and swap exchanges the geography: it is to be masked.");
  const Seeded seeded(1);
  const auto lacking = (*find_method("swap"))->mask(homes.table, {}, seeded.context);
  ASSERT_FALSE(lacking);
  EXPECT_TRUE(lacking.error().message.starts_with("swap needs geography: "));
}

// Through mask(): kept columns are seen and stay, the units get new numbers, strata are not left.
TEST(Swap, SeesUnitsStrataAndKeptColumns) {
  const Households homes = households(300, 9);
  std::vector<Column> columns = homes.table.columns();
  columns[0].role = Role::keep;
  columns[2].role = Role::keep;
  Integers number;
  for (const auto unit : homes.unit) number.push_back(std::int64_t{unit} * 10 + 7);
  columns.insert(columns.begin(), Column("home", number, Role::unit));
  const Table original(columns);
  Structure structure;
  structure.unit = "home";
  structure.within = {"region"};
  structure.keys = {"sex", "age"};
  const Seeded seeded(1);
  const OptionValues values = {
      {"geography", ColumnList{"district"}}, {"similar", ColumnList{"sex"}}, {"percent", 20.0}};
  const auto masked = mask(**find_method("swap"), original,
                           {.values = values, .structure = structure}, seeded.context);
  ASSERT_TRUE(masked) << masked.error().message;
  EXPECT_EQ(column_names(masked->table), column_names(original));
  for (const char* name : {"region", "sex", "age"}) {
    EXPECT_EQ(integers(masked->table, name), integers(original, name)) << name;
  }
  const Integers home = integers(masked->table, "home");
  for (std::size_t i = 0; i < home.size(); ++i) ASSERT_EQ(home[i], homes.unit[i] + 1);
  EXPECT_EQ(sizes_by_area(homes, masked->table), sizes_by_area(homes, homes.table));
  ASSERT_TRUE(masked->moved);
  EXPECT_EQ(masked->moved->units, 300U);
  EXPECT_GE(masked->moved->moved, 58U);
  EXPECT_NE(integers(masked->table, "district"), integers(original, "district"));
}

// What it sees makes another release: kept values and keys.
TEST(Swap, HasAKeyOfItsOwnForOtherKeptValues) {
  const Households homes = households(400, 3);
  const auto district = [&](const Table& table, const std::vector<std::string>& keys) {
    const Seeded seeded(1);
    const auto masked =
        mask(**find_method("swap"), table,
             {.values = {{"geography", ColumnList{"district"}}, {"k", std::int64_t{1}}},
              .structure = {.keys = keys}},
             seeded.context);
    EXPECT_TRUE(masked);
    return integers(masked->table, "district");
  };
  Table kept = homes.table;
  kept.columns()[2].role = Role::keep;
  Table other = kept;
  Integers sex = integers(kept, "sex");
  sex.front() = 1 - sex.front();
  other.columns()[2] = with_values(other.columns()[2], sex);
  EXPECT_EQ(district(kept, {}), district(kept, {}));
  EXPECT_NE(district(kept, {}), district(other, {}));
  EXPECT_NE(district(kept, {}), district(kept, {"age"}));
}

}  // namespace
}  // namespace overhand::masking
