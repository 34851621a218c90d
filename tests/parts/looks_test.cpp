// The first two looks at a table in parts: surveys, outlines, starts and tallies.
#include <gtest/gtest.h>

#include <numeric>

#include "overhand/masking/kinds.h"
#include "overhand/random/shuffle.h"
#include "support/mixed_tables.h"
#include "support/part_steps.h"

namespace overhand::parts {
namespace {

using testing::stretch_of;

const random::Key key = random::key_from_seed(5);

struct CutTable {
  Table whole;
  std::vector<Table> parts;
};

CutTable cut_table(std::uint32_t number) {
  random::Stream stream(random::key_from_seed(81), {random::Purpose::test, number});
  CutTable cut{testing::random_mixed_table(120, stream), {}};
  std::vector<std::size_t> ends = {0, 0, 120, 120};
  for (int i = 0; i < 5; ++i) ends.push_back(random::uniform_below(121, stream));
  std::ranges::sort(ends);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    cut.parts.push_back(stretch_of(cut.whole, ends[i], ends[i + 1]));
  }
  return cut;
}

Survey survey_of(const Table& table) {
  Survey survey;
  survey.add(table);
  return survey;
}

std::vector<Survey> surveys_of(const CutTable& cut) {
  std::vector<Survey> surveys;
  for (const Table& part : cut.parts) surveys.push_back(survey_of(part));
  return surveys;
}

Outline outline_of_whole(const CutTable& cut, int bins = 9) {
  const auto surveys = surveys_of(cut);
  return *outline_of(stretch_of(cut.whole, 0, 0), surveys, bins, 1);
}

TEST(Surveys, AreTheSameMergedInAnyOrder) {
  for (std::uint32_t number = 0; number < 20; ++number) {
    const CutTable cut = cut_table(number);
    const auto surveys = surveys_of(cut);
    const std::string expected = bytes_of(survey_of(cut.whole));
    for (std::uint32_t time = 0; time < 5; ++time) {
      Survey merged;
      for (const std::uint32_t i :
           random::permutation(key, {random::Purpose::test, time}, surveys.size())) {
        merged.add(surveys[i]);
      }
      EXPECT_EQ(bytes_of(merged), expected);
      Survey in_two = surveys[time];  // and the others as one
      Survey others;
      for (std::size_t i = 0; i < surveys.size(); ++i) {
        if (i != time) others.add(surveys[i]);
      }
      in_two.add(others);
      EXPECT_EQ(bytes_of(in_two), expected);
    }
  }
}

TEST(Surveys, CountLevelsGapsAndRanges) {
  const Table table({{"x", Reals{2.5, missing_real, -1, 7}},
                     {"truth", type::Boolean{}, Integers{1, 0, missing_integer, 1}},
                     {"text", Texts{"b", std::nullopt, "a", "b"}},
                     {"day", type::Date{}, Integers{30, 10, 20, missing_integer}}});
  const auto survey = *survey_from(bytes_of(survey_of(table)));
  EXPECT_EQ(survey.rows, 4U);
  ASSERT_EQ(survey.columns.size(), 4U);
  EXPECT_EQ(survey.columns[0].range.low, -1);
  EXPECT_EQ(survey.columns[0].range.high, 7);
  EXPECT_EQ(survey.columns[0].missing, 1U);
  EXPECT_EQ(survey.columns[1].levels, (LevelCounts{{"0", 1}, {"1", 2}}));
  EXPECT_EQ(survey.columns[1].missing, 1U);
  EXPECT_EQ(survey.columns[2].levels, (LevelCounts{{"a", 1}, {"b", 2}}));
  EXPECT_EQ(survey.columns[3].range.low, 10);
  EXPECT_EQ(survey.columns[3].range.high, 30);
}

// A dictionary may hold what no record of the part has: nobody's level.
TEST(Surveys, LeaveOutLevelsThatNoRecordHas) {
  const Table table({{"x", Texts{"once", "often", "often"}}});
  EXPECT_EQ(survey_of(stretch_of(table, 1, 3)).columns[0].levels, (LevelCounts{{"often", 2}}));
}

TEST(Outlines, HaveLevelsInTheOrderOfMaskingAndGapsBehind) {
  const Table table(
      {{"n", Texts{"10", "9", std::nullopt, "10", "-1"}}, {"x", Reals{1, 2, 3, 4, 5}}});
  const Survey survey = survey_of(table);
  const Outline outline =
      *outline_from(bytes_of(*outline_of(stretch_of(table, 0, 0), {&survey, 1}, 3, 2)));
  EXPECT_EQ(outline.rows, 5U);
  EXPECT_EQ(outline.bins, 3);
  EXPECT_EQ(outline.min_bin, 2U);
  EXPECT_EQ(outline.columns[0].levels, (std::vector<std::string>{"-1", "9", "10"}));
  EXPECT_EQ(outline.columns[0].level_sizes, (std::vector<std::size_t>{1, 1, 2, 1}));
  EXPECT_EQ(outline.columns[0].width(), 4U);
  EXPECT_TRUE(outline.columns[1].has_reals);
  EXPECT_EQ(outline.columns[1].width(), 8U);
  EXPECT_TRUE(outline.columns[1].level_sizes.empty());
}

TEST(Outlines, RefuseTablesWithTooLittleOrTooMuch) {
  const auto message = [](const Table& like, const Survey& survey) {
    const auto outline = outline_of(like, {&survey, 1}, 5, 1);
    return outline ? std::string() : outline.error().message;
  };
  const Table one({{"a", Reals{1}}, {"b", Reals{2}}});
  EXPECT_EQ(message(stretch_of(one, 0, 0), survey_of(one)),
            masking::mask(**masking::find_method("sjppds"), one, {}, testing::Seeded(1).context)
                .error()
                .message);
  const Table narrow({{"a", Reals{1, 2, 3}}});
  EXPECT_EQ(message(stretch_of(narrow, 0, 0), survey_of(narrow)),
            masking::mask(**masking::find_method("sjppds"), narrow, {}, testing::Seeded(1).context)
                .error()
                .message);
  Survey large = survey_of(testing::normal_table(5, 2, 1));
  large.rows = (std::size_t{1} << 32) - 1;
  EXPECT_EQ(message(testing::normal_table(0, 2, 1), large), "");
  ++large.rows;
  EXPECT_NE(message(testing::normal_table(0, 2, 1), large).find("too many"), std::string::npos);
}

// One part has a column more than the others, or than the table.
TEST(Outlines, RefuseSurveysOfOtherColumns) {
  const std::vector<Survey> surveys = {survey_of(testing::normal_table(5, 2, 1)),
                                       survey_of(testing::normal_table(5, 3, 1))};
  for (const std::size_t columns : {2U, 3U, 4U}) {
    EXPECT_FALSE(outline_of(testing::normal_table(0, columns, 1), surveys, 5, 1));
  }
}

TEST(Starts, AreWhatStandsBeforeEachPart) {
  for (std::uint32_t number = 0; number < 10; ++number) {
    const CutTable cut = cut_table(number);
    const auto surveys = surveys_of(cut);
    const Outline outline = outline_of_whole(cut);
    const auto starts = starts_of(outline, surveys);
    ASSERT_EQ(starts.size(), cut.parts.size());
    std::size_t row = 0;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      EXPECT_EQ(starts[i].row, row);
      const Table before = stretch_of(cut.whole, 0, row);
      for (std::size_t j = 0; j < outline.columns.size(); ++j) {
        const OutlinedColumn& column = outline.columns[j];
        ASSERT_EQ(starts[i].levels[j].size(), column.level_sizes.size());
        auto counts = testing::counts_of(before.columns()[j]);
        for (std::size_t level = 0; level < column.level_sizes.size(); ++level) {
          const bool is_gap = level == column.levels.size();
          std::string name = is_gap ? "missing" : column.levels[level];
          if (!column.has_texts && !is_gap) name = name == "1" ? "true" : "false";
          EXPECT_EQ(starts[i].levels[j][level], counts[name]) << name;
        }
      }
      row += cut.parts[i].row_count();
    }
  }
}

TEST(Tallies, AddUpToThatOfTheWholeTable) {
  for (std::uint32_t number = 0; number < 20; ++number) {
    const CutTable cut = cut_table(number);
    const Outline outline = outline_of_whole(cut);
    const auto starts = starts_of(outline, surveys_of(cut));
    Tallier all(outline, 0, key);
    all.add(cut.whole);
    Tally sum = all.tally();
    EXPECT_EQ(sum.digests, masking::digests(cut.whole, key));
    for (std::size_t i = cut.parts.size(); i-- > 0;) {  // the last one first
      Tallier part(outline, starts[i].row, key);
      part.add(cut.parts[i]);
      const Tally own = *tally_from(bytes_of(part.tally()));
      EXPECT_EQ(own.rows, cut.parts[i].row_count());
      sum.rows -= own.rows;
      for (std::size_t j = 0; j < outline.columns.size(); ++j) {
        EXPECT_EQ(own.counts[j].empty(), outline.columns[j].has_levels);
        const std::size_t counted =
            std::accumulate(own.counts[j].begin(), own.counts[j].end(), std::size_t{0});
        EXPECT_EQ(counted, outline.columns[j].has_levels ? 0 : own.rows);
        for (std::size_t code = 0; code < own.counts[j].size(); ++code) {
          sum.counts[j][code] -= own.counts[j][code];
        }
      }
    }
    EXPECT_EQ(sum.rows, 0U);
    for (const auto& counts : sum.counts) {
      for (const std::size_t count : counts) EXPECT_EQ(count, 0U);
    }
  }
}

TEST(Tallies, DigestByThePlaceInTheWholeTable) {
  for (std::uint32_t number = 0; number < 10; ++number) {
    const CutTable cut = cut_table(number);
    const Outline outline = outline_of_whole(cut);
    const auto starts = starts_of(outline, surveys_of(cut));
    std::vector<masking::Digest> sums(outline.columns.size());
    for (std::size_t i = 0; i < cut.parts.size(); ++i) {
      Tallier part(outline, starts[i].row, key);
      const std::size_t half = cut.parts[i].row_count() / 2;  // in two stretches
      part.add(stretch_of(cut.parts[i], 0, half));
      part.add(stretch_of(cut.parts[i], half, cut.parts[i].row_count()));
      for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += part.tally().digests[j];
    }
    EXPECT_EQ(sums, masking::digests(cut.whole, key));
  }
}

}  // namespace
}  // namespace overhand::parts
