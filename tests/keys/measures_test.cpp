#include "overhand/keys/measures.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/stopping.h"

namespace overhand::keys {
namespace {

Table people(Reals weights = {2, 4, 4, 10}) {
  return Table(
      {Column("sex", Texts{"m", "m", "f", {}}), Column("age", Cells<std::int64_t>{30, 30, 40, 50}),
       Column("illness", Texts{"flu", "none", "flu", "flu"}), Column("w", std::move(weights))});
}

std::string problem_with(const KeyChoice& choice, const Table& table = people()) {
  const auto measures = measure_keys(table, choice);
  return measures ? "" : measures.error().message;
}

TEST(KeyMeasures, AreThoseOfTheirParts) {
  const auto found = measure_keys(people(), {{"sex", "age"}, "w", "illness"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->records, 4U);
  EXPECT_EQ(found->sizes.records, (std::vector<Row>{2, 2, 1, 1}));
  EXPECT_EQ(found->sizes.weights, (Reals{6, 6, 4, 10}));
  EXPECT_EQ(found->keys[0].missing, 1U);
  EXPECT_EQ(found->keys[0].levels, 2U);
  EXPECT_DOUBLE_EQ(found->population.expected, .25 + .1);
  EXPECT_DOUBLE_EQ(expected_reidentifications(*found),
                   std::accumulate(found->risks.begin(), found->risks.end(), 0.0));
  EXPECT_EQ(records_below(found->sizes, 2), 2U);
  EXPECT_EQ(records_below(found->sizes, 3), 4U);
}

TEST(KeyMeasures, GiveARowForEachRecord) {
  const auto found = measure_keys(people(), {{"sex", "age"}, "w", "illness"});
  ASSERT_TRUE(found);
  const Table records = record_table(*found);
  EXPECT_EQ(column_names(records),
            (std::vector<std::string>{"fk", "Fk", "risk", "suda", "dis", "l"}));
  EXPECT_EQ(std::get<Cells<std::int64_t>>(records.columns()[0].values),
            (Cells<std::int64_t>{2, 2, 1, 1}));
  EXPECT_EQ(std::get<Cells<std::int64_t>>(records.columns()[5].values),
            (Cells<std::int64_t>{2, 2, 1, 1}));
  const auto plain = measure_keys(people(), {{"sex", "age"}});
  EXPECT_EQ(record_table(*plain).column_count(), 5U);
}

TEST(KeyMeasures, WithoutWeightsTheRecordsAreAllThereAre) {
  const auto found = measure_keys(people(), {{"sex", "age"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->sizes.weights, (Reals{2, 2, 1, 1}));
  EXPECT_EQ(found->risks, (Reals{.5, .5, 1, 1}));
  EXPECT_EQ(found->population.expected, 2);
}

TEST(KeyMeasures, SayWhatIsWrong) {
  EXPECT_EQ(problem_with({{"age"}, "", "age"}),
            "Column 'age' is a key and cannot be the sensitive column too.");
  EXPECT_EQ(problem_with({{"age", "w"}, "w"}), "Column 'w' is a key and cannot be the weight too.");
  EXPECT_NE(problem_with({{"age", "town"}}).find("town"), std::string::npos);
  EXPECT_NE(problem_with({{"age"}, "town"}).find("town"), std::string::npos);
  EXPECT_NE(problem_with({{"age"}, "", "town"}).find("town"), std::string::npos);
  EXPECT_EQ(problem_with({{"age"}, "w"}, people({2, 0, 4, 10})),
            "column 'w', the weight of each record, is 0 here.");
  EXPECT_EQ(problem_with({{"age"}, "w"}, people({2, missing_real, 4, 10})),
            "column 'w', the weight of each record, is missing here.");
  EXPECT_EQ(problem_with({{"age"}, "illness"}),
            "column 'illness', the weight of each record, is no column of numbers.");
  EXPECT_EQ(problem_with({{"k"}}, Table({Column("k", Cells<double>())})),
            "The table has no records: nothing can be measured.");
}

TEST(KeyMeasures, BarsCountEveryRecordOnce) {
  ClassSizes sizes;
  for (const Row size : {1, 1, 2, 3, 4, 4, 5, 9, 10, 19, 20, 700}) sizes.records.push_back(size);
  const auto bars = size_bars(sizes);
  std::vector<std::vector<std::size_t>> found;
  for (const SizeBar& bar : bars) found.push_back({bar.first, bar.last, bar.records});
  const std::vector<std::vector<std::size_t>> expected = {{1, 1, 2},   {2, 2, 1},   {3, 3, 1},
                                                          {4, 4, 2},   {5, 9, 2},   {10, 19, 2},
                                                          {20, 49, 1}, {50, 700, 1}};
  EXPECT_EQ(found, expected);
  EXPECT_EQ(words_for(bars[3]), "4");
  EXPECT_EQ(words_for(bars[4]), "5 to 9");
  EXPECT_EQ(words_for(bars[7]), "50 or more");
}

TEST(KeyMeasures, BarsAreTheSameWhereAllClassesAreSmall) {
  ClassSizes sizes;
  sizes.records = {2, 2};
  const auto bars = size_bars(sizes);
  ASSERT_EQ(bars.size(), 8U);
  EXPECT_EQ(bars[1].records, 2U);
  EXPECT_EQ(words_for(bars[7]), "50 or more");
}

TEST(KeyMeasures, StopWhenTheyAreAskedTo) {
  const testing::StopsAt stops(2);
  const auto stopped = measure_keys(people(), {{"sex", "age"}}, stops.progress());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::cancelled);
}

}  // namespace
}  // namespace overhand::keys
