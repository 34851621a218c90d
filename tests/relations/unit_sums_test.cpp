#include "overhand/relations/unit_sums.h"

#include <gtest/gtest.h>

#include "overhand/relations/derivation.h"

namespace overhand::relations {
namespace {

using Texts = std::vector<std::string>;

// Units of two records, each with a part; the total is that of both.
struct Pairs {
  explicit Pairs(int units) {
    for (int unit = 0; unit < units; ++unit) {
      const double first = 10 + 7 * unit % 31 + 0.1;
      const double second = 1 + 3 * unit % 17 + 0.2;
      for (const double value : {first, second}) {
        ids.push_back(unit);
        part.push_back(value);
        total.push_back(first + second);
      }
    }
  }

  Table table() const {
    return Table({Column("id", ids, Role::unit), Column("part", part), Column("total", total)});
  }

  Integers ids;
  Reals part;
  Reals total;
};

Reals first_values(const Column& column, std::size_t count) {
  const auto& values = std::get<Cells<double>>(column.values);
  return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(UnitSums, ATotalOfEachUnitIsFound) {
  EXPECT_EQ(unit_sums(Pairs(50).table(), "id"), (Texts{"total = sum(part)"}));
  Pairs off(50);
  off.total[99] += 0.01;
  EXPECT_TRUE(unit_sums(off.table(), "id").empty());
}

TEST(UnitSums, FewUnitsOrOneSumMayBeChance) {
  EXPECT_TRUE(unit_sums(Pairs(49).table(), "id").empty());
  Pairs same(60);
  same.part.assign(120, 1);
  same.total.assign(120, 2);
  EXPECT_TRUE(unit_sums(same.table(), "id").empty());
  Pairs alone(60);  // one of the two adds nothing: the total is the other's value
  for (std::size_t row = 0; row < 120; row += 2) {
    alone.part[row] = 0;
    alone.total[row] = alone.total[row + 1] = alone.part[row + 1];
  }
  EXPECT_TRUE(unit_sums(alone.table(), "id").empty());
}

TEST(UnitSums, GapsAreAsTheOriginalHasThem) {
  const auto found = [](double total_of_one, double total_of_none) {
    Pairs pairs(60);
    pairs.part[0] = missing_real;
    pairs.total[0] = pairs.total[1] = total_of_one;
    pairs.part[2] = pairs.part[3] = missing_real;
    pairs.total[2] = pairs.total[3] = total_of_none;
    return std::pair(unit_sums(pairs.table(), "id"),
                     derivations({"total = sum(part)"}, pairs.table(), "id"));
  };
  const double other = Pairs(1).part[1];
  const std::vector<std::pair<std::pair<double, double>, Gaps>> readings = {
      {{missing_real, missing_real}, Gaps::spread},
      {{other, missing_real}, Gaps::left_out},
      {{other, 0}, Gaps::nothing}};
  for (const auto& [totals, gaps] : readings) {
    const auto [texts, derived] = found(totals.first, totals.second);
    EXPECT_EQ(texts, (Texts{"total = sum(part)"}));
    ASSERT_TRUE(derived) << derived.error().message;
    EXPECT_EQ(derived->front().gaps, gaps);
  }
  EXPECT_TRUE(found(missing_real, 0).first.empty());
}

TEST(UnitSums, IsComputedOverTheUnitsOfTheTableItIsAskedFor) {
  Table table = Pairs(60).table();
  const auto found = derivations({"total = sum(part)"}, table, "id");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(words_of(found->front()), "total = the sum of part over each id");
  Integers ids(120, 3);
  ids[0] = ids[2] = 1;
  Reals part(120, 1);
  part[0] = 5;
  table.columns()[0].values = ids;
  table.columns()[1].values = part;
  EXPECT_EQ(first_values(derived(found->front(), table, table.columns()[2]), 3),
            (Reals{6, 118, 6}));
}

TEST(UnitSums, ASumOfOneColumnNeedsUnits) {
  const auto problem = [](const std::string& text, const std::string& unit) {
    const auto found = derivations({text}, Pairs(60).table(), unit);
    return found ? "" : found.error().message;
  };
  EXPECT_NE(problem("total = sum(part)", "").find("adds up the records of each unit"),
            std::string::npos);
  EXPECT_NE(problem("part = sum( `total` )", "id")
                .find("does not hold in 60 of 60 units by column 'id', the first of them that of "
                      "record 1"),
            std::string::npos)
      << problem("part = sum( `total` )", "id");
  EXPECT_NE(problem("total = sum(part, part)", "id").find("records"), std::string::npos);
}

}  // namespace
}  // namespace overhand::relations
