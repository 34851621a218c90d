// Derived columns, strata and units, over every method: what belongs together stays together.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "overhand/masking/methods.h"
#include "overhand/masking/rare_units.h"
#include "overhand/random/normal.h"
#include "overhand/random/uniform.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

constexpr std::size_t families = 120;

Reals column_of(const Table& table, const std::string& name) {
  return reals(table.columns()[*find_column(table, name)]);
}

// Families of 1 to 3 members: rooms are the family's, ages go together, total = a + b.
Table people() {
  random::Stream stream(random::key_from_seed(5), {random::Purpose::test});
  Integers family, region, rooms;
  Reals age, a, b, total;
  for (std::size_t f = 0; f < families; ++f) {
    const auto size = 1 + f % 3;
    const auto own_rooms = 1 + random::uniform_below(6, stream);
    const auto base = 20 + random::uniform_below(50, stream);
    for (std::size_t member = 0; member < size; ++member) {
      family.push_back(1000 + static_cast<std::int64_t>(f * 37 % families));
      region.push_back(static_cast<std::int64_t>(f % 2));
      rooms.push_back(own_rooms);
      age.push_back(base + random::uniform_below(5, stream));
      a.push_back(random::uniform_below(1000, stream) / 4.0);
      b.push_back(random::uniform_below(1000, stream) / 4.0);
      total.push_back(a.back() + b.back());
    }
  }
  return Table({Column("family", family, Role::unit), Column("region", region, Role::keep),
                Column("rooms", rooms), Column("age", age), Column("a", a), Column("total", total),
                Column("b", b)});
}

Structure all_of_it() {
  Structure structure;
  structure.derive = {"total = a + b"};
  structure.within = {"region"};
  structure.unit = "family";
  return structure;
}

Result<Masked> masked_by(const std::string& name, const Table& table, const Structure& structure,
                         std::uint64_t seed = 1) {
  const random::Key key = random::key_from_seed(seed);
  const Progress silent;
  OptionValues values;
  if (name == "rank_swap") values["percent"] = 30.0;  // of strata of 20 records
  return mask(**find_method(name), table, {.values = values, .structure = structure},
              {key, silent});
}

std::string problem_of(const Table& table, const Structure& structure) {
  const auto masked = masked_by("cell_rotate", table, structure);
  return masked ? "" : masked.error().message;
}

class EveryMethod : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryMethod, KeepsWhatBelongsTogether) {
  const Table original = people();
  const auto masked = masked_by(GetParam(), original, all_of_it());
  ASSERT_TRUE(masked) << masked.error().message;
  ASSERT_EQ(column_names(masked->table), column_names(original));
  ASSERT_EQ(masked->table.row_count(), original.row_count());

  const Reals total = column_of(masked->table, "total");
  const Reals a = column_of(masked->table, "a");
  const Reals b = column_of(masked->table, "b");
  for (std::size_t i = 0; i < total.size(); ++i) EXPECT_NEAR(total[i], a[i] + b[i], 0.01);

  std::map<double, std::vector<std::size_t>> members;
  const Reals family = column_of(masked->table, "family");
  for (std::size_t i = 0; i < family.size(); ++i) members[family[i]].push_back(i);
  EXPECT_EQ(members.size(), families);
  EXPECT_EQ(members.begin()->first, 1);
  const Reals region = column_of(masked->table, "region");
  const Reals rooms = column_of(masked->table, "rooms");
  for (const auto& [number, rows] : members) {
    for (const std::size_t row : rows) {
      EXPECT_EQ(region[row], region[rows.front()]);
      EXPECT_EQ(rooms[row], rooms[rows.front()]);
    }
  }
}

TEST_P(EveryMethod, NeverMixesStrata) {
  // Amounts of the second region are negative: none may turn up in the first.
  Table original = people();
  const Reals region = column_of(original, "region");
  for (Column& column : original.columns()) {
    if (column.role != Role::mask) continue;
    Reals values = reals(column);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += region[i] == 0 ? 1e6 : -1e6;
    column = Column(column.name, values);
  }
  Structure structure;
  structure.within = {"region"};
  original.columns()[0].role = Role::keep;
  if (GetParam() == "cart" || GetParam() == "ipso")
    original.columns().erase(original.columns().begin());
  const auto masked = masked_by(GetParam(), original, structure);
  ASSERT_TRUE(masked) << masked.error().message;
  const Reals masked_region = column_of(masked->table, "region");
  for (const char* name : {"rooms", "age", "a", "b"}) {
    const Reals values = column_of(masked->table, name);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(values[i] > 0, masked_region[i] == 0) << name;
    }
  }
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    if (method.takes.numbers && lacking_option(method) == nullptr) names.push_back(method.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Structure, EveryMethod, ::testing::ValuesIn(method_names()),
                         [](const auto& method) { return method.param; });

TEST(Units, ShufflesMoveWholeColumnsOfMembers) {
  const Table original = people();
  Structure structure;
  structure.unit = "family";
  const auto masked = masked_by("sjppds", original, structure);
  ASSERT_TRUE(masked) << masked.error().message;
  for (const char* name : {"rooms", "age", "a", "b"}) {
    Reals before = column_of(original, name);
    Reals after = column_of(masked->table, name);
    EXPECT_NE(before, after);
    std::ranges::sort(before);
    std::ranges::sort(after);
    EXPECT_EQ(before, after) << name;
  }
}

TEST(Units, LineageNamesTheSameMemberOfTheSource) {
  const Table original = people();
  Structure structure;
  structure.unit = "family";
  const auto masked = masked_by("cell_rotate", original, structure);
  ASSERT_TRUE(masked);
  const Reals family = column_of(original, "family");
  const Reals number = column_of(masked->table, "family");
  const Lineage& source = *masked->lineage;
  for (std::size_t i = 1; i < source.size(); ++i) {
    if (number[i] != number[i - 1]) continue;
    EXPECT_EQ(source[i], source[i - 1] + 1);
    EXPECT_EQ(family[source[i]], family[source[i - 1]]);
  }
}

// A child and a parent in each family, sometimes the one first and sometimes the other.
Table children_and_parents() {
  random::Stream stream(random::key_from_seed(6), {random::Purpose::test});
  Integers family, age, height;
  for (int f = 0; f < 60; ++f) {
    for (int member = 0; member < 2; ++member) {
      const bool is_child = (member == 0) == (f % 2 == 0);
      family.push_back(f);
      age.push_back((is_child ? 0 : 50) + random::uniform_below(10, stream));
      height.push_back(random::uniform_below(100, stream));
    }
  }
  return Table(
      {Column("family", family, Role::unit), Column("age", age), Column("height", height)});
}

std::size_t families_of_two_ages(const Table& table) {
  const Reals age = column_of(table, "age");
  std::size_t count = 0;
  for (std::size_t i = 0; i < age.size(); i += 2) count += (age[i] < 30) != (age[i + 1] < 30);
  return count;
}

TEST(Units, MembersGoByTheOrderOfAColumn) {
  Structure structure;
  structure.unit = "family";
  const random::Key key = random::key_from_seed(1);
  const Progress silent;
  const auto masked = [&] {
    return mask(**find_method("sjppds"), children_and_parents(),
                {.values = {{"bins", std::int64_t{1}}}, .structure = structure}, {key, silent});
  };
  EXPECT_LT(families_of_two_ages(masked()->table), 55U);
  structure.order = "age";
  EXPECT_EQ(families_of_two_ages(masked()->table), 60U);
}

TEST(Units, AreNumberedAnewSoThatNoNumberIsTheOldOne) {
  const auto masked = masked_by("cell_rotate", people(), all_of_it());
  ASSERT_TRUE(masked);
  const Reals numbers = column_of(masked->table, "family");
  EXPECT_EQ(std::set<double>(numbers.begin(), numbers.end()).size(), families);
  EXPECT_EQ(*std::ranges::max_element(numbers), families);
}

TEST(Units, OfRareSizesAreNamedAndCanBeLeftOut) {
  Table table = people();
  Integers family;
  for (const double number : column_of(table, "family")) family.push_back(std::llround(number));
  for (std::size_t i = 0; i < 4; ++i) family[i] = 7777;  // a family of 4, and others broken up
  table.columns()[0] = Column("family", family, Role::unit);
  Structure structure;
  structure.unit = "family";
  EXPECT_NE(problem_of(table, structure).find("with 4 of 240 records"), std::string::npos)
      << problem_of(table, structure);
  EXPECT_NE(problem_of(table, structure).find("units have (4 records)"), std::string::npos);
  const auto common = rows_in_common_units(table, structure);
  ASSERT_TRUE(common);
  EXPECT_EQ(common->size(), table.row_count() - 4);
  EXPECT_EQ(common->front(), 4U);
  EXPECT_EQ(problem_of(gather(table, *common), structure), "");
}

TEST(Units, WithOneRowPerSizeAreRefused) {
  Table table = testing::normal_table(40, 3, 1);
  table.columns().emplace_back("id", Integers(40, 0), Role::unit);
  Structure structure;
  structure.unit = "id";
  EXPECT_NE(problem_of(table, structure).find("1 of 1 units, with 40 of 40 records"),
            std::string::npos);
  EXPECT_FALSE(rows_in_common_units(table, structure));
}

TEST(Units, MustNotLieInTwoStrata) {
  Table table = people();
  Integers region;
  for (std::size_t i = 0; i < table.row_count(); ++i) region.push_back(static_cast<int>(i % 2));
  table.columns()[1] = Column("region", region, Role::keep);
  EXPECT_NE(
      problem_of(table, all_of_it()).find("are of one unit by column 'family' and in two strata"),
      std::string::npos);
}

TEST(Strata, OfOneRecordAreRefusedByName) {
  Table table = testing::normal_table(50, 3, 1);
  Integers region(50, 1);
  region[17] = 2;
  table.columns().emplace_back("region", region, Role::keep);
  Structure structure;
  structure.within = {"region"};
  EXPECT_NE(problem_of(table, structure).find("Record 18 is alone in its stratum by region"),
            std::string::npos);
}

TEST(Structure, BindsTheKeyOfTheRelease) {
  const Table table = people();
  Structure structure = all_of_it();
  const auto first = masked_by("cell_rotate", table, structure);
  const auto again = masked_by("cell_rotate", table, structure);
  structure.derive.clear();
  const auto other = masked_by("cell_rotate", table, structure);
  EXPECT_EQ(column_of(first->table, "age"), column_of(again->table, "age"));
  EXPECT_NE(column_of(first->table, "age"), column_of(other->table, "age"));
}

}  // namespace
}  // namespace overhand::masking
