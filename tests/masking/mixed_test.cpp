// What every method does that takes categories, dates and missing values.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "overhand/masking/column_levels_internal.h"
#include "overhand/masking/level_assignment_internal.h"
#include "overhand/masking/methods.h"
#include "overhand/masking/random_ranks_internal.h"
#include "support/mixed_tables.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::counts_of;
using testing::Seeded;

std::vector<std::string> names_of_takers() {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    const bool takes_all = method.takes.levels && method.takes.numbers;
    if (takes_all && lacking_option(method) == nullptr) names.push_back(method.name);
  }
  return names;
}

Masked masked(const Method& method, const Table& original, std::size_t threads = 2) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  const Seeded seeded(3);
  OptionValues values;
  if (method.name == "rank_swap") values["percent"] = 60.0;  // some tables have few records
  if (method.name == "cell_rotate") values["k"] = std::int64_t{4};
  auto result = mask(method, original, {.values = values}, seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return result ? *std::move(result) : Masked{};
}

class Taker : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method = **find_method(GetParam());
  bool keeps_values() const { return method.name != "cart"; }
};

template <class Property>
void for_mixed_tables(int count, const Property& holds) {
  random::Stream stream(random::key_from_seed(20260113), {random::Purpose::test});
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("mixed table " + std::to_string(i));
    holds(testing::random_mixed_table(6 + random::uniform_below(90, stream), stream));
  }
}

TEST_P(Taker, KeepsValuesAndGapsInNumberAndInventsNone) {
  for_mixed_tables(60, [&](const Table& original) {
    const Table after = masked(method, original).table;
    ASSERT_EQ(after.column_count(), original.column_count());
    for (std::size_t j = 0; j < after.column_count(); ++j) {
      const Column& before = original.columns()[j];
      EXPECT_EQ(after.columns()[j].type, before.type);
      const auto known = counts_of(before);
      const auto found = counts_of(after.columns()[j]);
      if (keeps_values()) {
        EXPECT_EQ(found, known) << before.name;
      }
      for (const auto& [value, count] : found) EXPECT_TRUE(known.contains(value)) << before.name;
    }
  });
}

TEST_P(Taker, IsTheSameForAnyNumberOfThreads) {
  random::Stream stream(random::key_from_seed(5), {random::Purpose::test});
  const Table original = testing::random_mixed_table(5000, stream);
  const Masked one = masked(method, original, 1);
  for (const std::size_t threads : {2, 8}) {
    const Masked other = masked(method, original, threads);
    EXPECT_EQ(other.lineage, one.lineage);
    for (std::size_t j = 0; j < original.column_count(); ++j) {
      EXPECT_EQ(other.table.columns()[j].values, one.table.columns()[j].values) << j;
    }
  }
}

// The same table with the levels of its dictionaries in another order.
TEST_P(Taker, DoesNotSeeInWhichOrderAFileNamesItsLevels) {
  const Table one({{"a", type::Category{}, Texts{"x", "y", "z", "y", "x", "x", "z", "y"}},
                   {"b", Reals{1, 2, 3, 4, 5, 6, 7, 8}},
                   {"c", Reals{1, 2, 3, 4, 5, 6, 7, 8}}});
  Table other = one;
  auto dictionary = std::make_shared<Dictionary>();
  for (const char* level : {"z", "unused", "y", "x"}) dictionary->append(level);
  other.columns()[0].values = Texts(std::vector<Code>{3, 2, 0, 2, 3, 3, 0, 2}, dictionary);
  const Masked a = masked(method, one);
  const Masked b = masked(method, other);
  EXPECT_EQ(a.table.columns()[0].values, b.table.columns()[0].values);
  EXPECT_EQ(a.lineage, b.lineage);
}

// A category and what it nearly determines stay together: the share of records in which both agree
// is 1 before, and would be 1/4 if the columns went apart. Of 2000 records its standard deviation
// is below .012, so that a false alarm is out of the question.
TEST_P(Taker, KeepsWhatBelongsTogether) {
  constexpr std::size_t records = 2000;
  random::Stream stream(random::key_from_seed(8), {random::Purpose::test});
  TextsBuilder region;
  Integers town(records);
  Reals height(records);
  for (std::size_t i = 0; i < records; ++i) {
    const auto level = random::uniform_below(4, stream);
    const std::string name(1, static_cast<char>('a' + level));
    region.append(name);
    town[i] = level;
    height[i] = 10.0 * level + random::normal(stream);
  }
  const Table original({{"region", type::Category{}, std::move(region).finish()},
                        {"town", type::Date{}, town},
                        {"height", height}});
  const Seeded seeded(1);
  const auto result = mask(method, original, {}, seeded.context);
  ASSERT_TRUE(result) << result.error().message;
  const auto& texts = std::get<Texts>(result->table.columns()[0].values);
  const auto& heights = std::get<Cells<double>>(result->table.columns()[2].values);
  std::size_t agree = 0;
  for (std::size_t i = 0; i < records; ++i) {
    const double level = std::clamp(std::round(heights[i] / 10), 0.0, 3.0);
    agree += static_cast<std::size_t>((*texts[i])[0] == 'a' + static_cast<char>(level));
  }
  EXPECT_GT(static_cast<double>(agree) / records, 0.6);
}

INSTANTIATE_TEST_SUITE_P(Mixed, Taker, ::testing::ValuesIn(names_of_takers()),
                         [](const auto& taker) { return taker.param; });

TEST_P(Taker, AColumnWithoutAnyValueStaysOne) {
  Table original = testing::normal_table(40, 2, 1);
  original.columns().emplace_back("nothing", Reals(40, missing_real));
  const Masked result = masked(method, original);
  ASSERT_EQ(result.table.column_count(), 3U);
  EXPECT_EQ(missing_count(result.table.columns()[2].values), 40U);
}

TEST(Mixed, AMethodNamesAllColumnsThatItCannotTake) {
  const Seeded seeded(1);
  Table table = testing::normal_table(30, 2, 1);
  table.columns().push_back({"sex", type::Category{}, Texts(30, "f")});
  table.columns().push_back({"note", Texts(30, "n")});
  table.columns().push_back({"ill", type::Boolean{}, Integers(30, 1)});
  table.columns().push_back({"day", type::Date{}, Integers(30, 1)});
  table.columns().push_back({"age", Integers(30, missing_integer)});
  const auto result = mask(**find_method("noise"), table, {}, seeded.context);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "noise cannot mask categories or text (sex, note, ill), dates or times (day), missing "
            "values (age).");
  ASSERT_EQ(result.error().remedies.size(), 2U);
  EXPECT_EQ(result.error().remedies[0].action, Action::drop);
  EXPECT_EQ(result.error().remedies[0].columns,
            (std::vector<std::string>{"sex", "note", "ill", "day", "age"}));
}

TEST(Mixed, AnOptionThatMakesNewValuesSaysWhatItCannotTake) {
  const Seeded seeded(1);
  Table table = testing::normal_table(30, 2, 1);
  table.columns().push_back({"day", type::Date{}, Integers(30, 1)});
  const auto message = [&](const char* method, const char* option, const OptionValue& value) {
    const auto result =
        mask(**find_method(method), table, {.values = {{option, value}}}, seeded.context);
    return result ? std::string() : result.error().message;
  };
  EXPECT_EQ(message("cell_rotate", "marginals", std::string("free")),
            "cell_rotate with marginals free cannot mask dates or times (day).");
  EXPECT_EQ(message("rank_noise", "marginals", std::string("free")),
            "rank_noise with marginals free cannot mask dates or times (day).");
  EXPECT_EQ(message("rank_swap", "top_percent", 10.0),
            "rank_swap with top_percent or bottom_percent cannot mask dates or times (day).");
}

TEST(ColumnLevels, AreInTheirGivenOrderOrByNumberOrByLetter) {
  const auto levels = [](Type type, const Texts& texts) {
    return levels_of(Column("x", std::move(type), texts)).of_row;
  };
  using Numbers = std::vector<std::uint32_t>;
  const Texts texts{"low", "high", std::nullopt, "low"};
  EXPECT_EQ(levels(type::Category{true}, texts), (Numbers{0, 1, 2, 0}));
  EXPECT_EQ(levels(type::Category{}, texts), (Numbers{1, 0, 2, 1}));
  EXPECT_EQ(levels(type::Category{}, {"10", "9", "10"}), (Numbers{1, 0, 1}));
  const Column truth("x", type::Boolean{}, Integers{1, missing_integer, 1});
  EXPECT_EQ(levels_of(truth).of_row, (Numbers{0, 1, 0}));
  EXPECT_EQ(levels_of(truth).count, 2U);
}

TEST(RandomRanks, AreEachOnceAndInTheOrderOfTheLevels) {
  for_mixed_tables(40, [](const Table& original) {
    const Table numbers = as_numbers(original, random::key_from_seed(1));
    for (std::size_t j = 0; j < numbers.column_count(); ++j) {
      const Column& column = original.columns()[j];
      if (!goes_by_rank(column)) {
        EXPECT_EQ(numbers.columns()[j].values, column.values);
        continue;
      }
      const auto& cells = std::get<Cells<std::int64_t>>(numbers.columns()[j].values);
      Integers sorted(cells.begin(), cells.end());
      std::ranges::sort(sorted);
      for (std::size_t i = 0; i < sorted.size(); ++i) {
        EXPECT_EQ(sorted[i], static_cast<std::int64_t>(i));
      }
      if (kind_of(column.type) != Kind::levels) continue;
      const auto levels = levels_of(column).of_row;
      for (std::size_t a = 0; a < levels.size(); ++a) {
        for (std::size_t b = 0; b < levels.size(); ++b) {
          EXPECT_TRUE(levels[a] >= levels[b] || cells[a] < cells[b]);
        }
      }
    }
  });
}

// The largest sum over all ways to give out the levels.
double best_by_trying(std::span<const double> scores, std::vector<std::size_t> left,
                      std::size_t record = 0) {
  if (record * left.size() == scores.size()) return 0;
  double best = -1e300;
  for (std::size_t level = 0; level < left.size(); ++level) {
    if (left[level] == 0) continue;
    --left[level];
    best = std::max(
        best, scores[record * left.size() + level] + best_by_trying(scores, left, record + 1));
    ++left[level];
  }
  return best;
}

TEST(LevelAssignment, IsTheBestThereIs) {
  random::Stream stream(random::key_from_seed(4), {random::Purpose::test});
  for (int i = 0; i < 300; ++i) {
    const std::size_t levels = 2 + random::uniform_below(4, stream);
    std::vector<std::size_t> counts(levels);
    for (auto& count : counts) count = random::uniform_below(3, stream);
    const std::size_t records = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    if (records == 0) continue;
    Reals scores(records * levels);
    for (double& score : scores) {
      score = i % 2 == 0 ? random::normal(stream) : random::uniform_below(3, stream);  // ties
    }
    const auto assigned = assigned_levels(scores, counts);
    double sum = 0;
    auto left = counts;
    for (std::size_t record = 0; record < records; ++record) {
      ASSERT_GT(left[assigned[record]]--, 0U);
      sum += scores[record * levels + assigned[record]];
    }
    EXPECT_NEAR(sum, best_by_trying(scores, counts), 1e-9);
  }
}

}  // namespace
}  // namespace overhand::masking
