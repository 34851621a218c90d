// sjppds over parts of a table gives the very table that it gives in memory.
#include <gtest/gtest.h>

#include "overhand/masking/methods.h"
#include "overhand/masking/release_key.h"
#include "overhand/parts/deal.h"
#include "overhand/parts/pool.h"
#include "overhand/parts/rows.h"
#include "overhand/table/cell_text.h"
#include "support/tables.h"

namespace overhand::parts {
namespace {

using Cuts = std::vector<std::size_t>;  // the sizes of the parts

struct Setting {
  int bins = 20;
  int min_bin = 1;
  std::size_t task_bytes = std::size_t{1} << 26;
  std::size_t tasks = 1;
  std::size_t stretch = std::size_t{1} << 20;  // records at once
};

Table rows_of(const Table& table, std::size_t begin, std::size_t end) {
  Lineage rows;
  for (std::size_t i = begin; i < end; ++i) rows.push_back(static_cast<Row>(i));
  return gather(table, rows);
}

// Calls `work` with each stretch of the rows from `begin` to before `end`.
template <class Work>
void each_stretch(const Table& table, std::size_t begin, std::size_t end, std::size_t stretch,
                  const Work& work) {
  for (std::size_t at = begin; at < end; at += stretch) {
    work(rows_of(table, at, std::min(at + stretch, end)));
  }
}

masking::OptionValues options_of(const Setting& setting) {
  return {{"bins", std::int64_t{setting.bins}}, {"min_bin", std::int64_t{setting.min_bin}}};
}

std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
  std::vector<std::string_view> views;
  for (const std::string& text : texts) {
    if (!text.empty()) views.push_back(text);
  }
  return views;
}

// All steps as tasks on many machines take them: everything between two steps is bytes.
class InParts {
 public:
  InParts(const Table& table, const Cuts& cuts, const Setting& setting, const random::Key& key)
      : table_(table), setting_(setting), key_(key) {
    starts_.push_back(0);
    for (const std::size_t size : cuts) starts_.push_back(starts_.back() + size);
    EXPECT_EQ(starts_.back(), table.row_count());
  }

  Table masked() {
    survey();
    tally();
    plan();
    deal();
    return ordered();
  }
  const Plan& made() const { return *plan_; }

 private:
  std::size_t parts() const { return starts_.size() - 1; }
  Table like() const { return rows_of(table_, 0, 0); }

  void survey() {
    for (std::size_t i = 0; i < parts(); ++i) {
      Survey survey;
      each_stretch(table_, starts_[i], starts_[i + 1], setting_.stretch,
                   [&](const Table& records) { survey.add(records); });
      surveys_.push_back(*survey_from(bytes_of(survey)));
    }
    const auto outline =
        outline_of(like(), surveys_, setting_.bins, static_cast<std::size_t>(setting_.min_bin));
    ASSERT_TRUE(outline) << outline.error().message;
    outline_ = *outline_from(bytes_of(*outline));
  }

  void tally() {
    const auto starts = starts_of(outline_, surveys_);
    for (std::size_t i = 0; i < parts(); ++i) {
      Tallier tallier(outline_, starts[i].row, masking::digest_key(key_));
      each_stretch(table_, starts_[i], starts_[i + 1], setting_.stretch,
                   [&](const Table& records) { tallier.add(records); });
      tallies_.push_back(*tally_from(bytes_of(tallier.tally())));
    }
  }

  void plan() {
    const auto method = *masking::find_method("sjppds");
    std::vector<masking::StatedColumn> columns;
    for (std::size_t j = 0; j < table_.column_count(); ++j) {
      columns.push_back(masking::stated(like().columns()[j], *method));
      for (const Tally& tally : tallies_) columns.back().digest += tally.digests[j];
    }
    own_key_.emplace(masking::release_key(key_, *method, {.values = options_of(setting_)},
                                          table_.row_count(), columns));
    const TaskSizes sizes{setting_.task_bytes, setting_.tasks, 0};
    plan_ = *plan_from(bytes_of(*plan_of(outline_, tallies_, sizes, *own_key_)));
    part_plans_ = *part_plans(*plan_, surveys_, tallies_);
  }

  void deal() {
    to_pools_.resize(plan_->pool_tasks.size());
    to_rows_.resize(plan_->row_tasks);
    for (std::size_t i = 0; i < parts(); ++i) {
      Dealer dealer(*plan_, *part_plan_from(bytes_of(part_plans_[i])), *own_key_,
                    masking::digest_key(key_));
      each_stretch(table_, starts_[i], starts_[i + 1], setting_.stretch, [&](const Table& records) {
        auto dealt = dealer.deal(records);
        ASSERT_TRUE(dealt) << dealt.error().message;
        for (std::size_t t = 0; t < to_pools_.size(); ++t) {
          to_pools_[t].push_back(dealt->to_pools[t]);
        }
        for (std::size_t t = 0; t < to_rows_.size(); ++t) {
          to_rows_[t].push_back(dealt->to_rows[t]);
        }
      });
      EXPECT_TRUE(dealer.finish());
    }
  }

  Table ordered() {
    std::vector<std::vector<std::string>> drawn(plan_->row_tasks);
    for (std::size_t t = 0; t < to_pools_.size(); ++t) {
      const auto out = pooled(*plan_, t, views_of(to_pools_[t]), *own_key_);
      EXPECT_TRUE(out) << out.error().message;
      if (!out) return {};
      for (std::size_t r = 0; r < drawn.size(); ++r) drawn[r].push_back((*out)[r]);
    }
    std::vector<Table> tables;
    for (std::size_t r = 0; r < drawn.size(); ++r) {
      auto rows =
          masked_rows(*plan_, like(), r, views_of(to_rows_[r]), views_of(drawn[r]), *own_key_);
      EXPECT_TRUE(rows) << rows.error().message;
      if (!rows) return {};
      tables.push_back(std::move(rows->table));
    }
    return joined(tables);
  }

  static Table joined(const std::vector<Table>& tables) {
    std::vector<Column> columns;
    for (std::size_t j = 0; j < tables.front().column_count(); ++j) {
      TextsBuilder texts;
      for (const Table& table : tables) {
        const Column& column = table.columns()[j];
        for (std::size_t i = 0; i < column.size(); ++i) texts.append(cell_text(column, i));
      }
      columns.emplace_back(tables.front().columns()[j].name, std::move(texts).finish());
    }
    return Table(std::move(columns));
  }

  const Table& table_;
  Setting setting_;
  const random::Key& key_;
  Cuts starts_;
  std::vector<Survey> surveys_;
  std::vector<Tally> tallies_;
  Outline outline_;
  std::optional<random::Key> own_key_;
  std::optional<Plan> plan_;
  std::vector<PartPlan> part_plans_;
  std::vector<std::vector<std::string>> to_pools_;
  std::vector<std::vector<std::string>> to_rows_;
};

// How the work was cut, for tests that ask for pools in pieces.
struct Shape {
  std::size_t pool_tasks = 0;
  std::size_t row_tasks = 0;
  std::size_t split_pools = 0;
};

Shape expect_same_as_in_memory(const Table& table, const Cuts& cuts, const Setting& setting) {
  const testing::Seeded seeded(11);
  const auto method = *masking::find_method("sjppds");
  const auto whole = masking::mask(*method, table, {.values = options_of(setting)}, seeded.context);
  EXPECT_TRUE(whole);
  InParts parts(table, cuts, setting, seeded.context.key);
  const Table masked = parts.masked();
  if (masked.row_count() != table.row_count()) {
    ADD_FAILURE() << masked.row_count() << " records";
    return {};
  }
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    std::size_t different = 0;
    for (std::size_t i = 0; i < table.row_count(); ++i) {
      different += static_cast<std::size_t>(cell_text(whole->table.columns()[j], i) !=
                                            cell_text(masked.columns()[j], i));
    }
    EXPECT_EQ(different, 0U) << "cells of column " << table.columns()[j].name;
  }
  const Plan& plan = parts.made();
  return {plan.pool_tasks.size(), plan.row_tasks, plan.split_pools().size()};
}

// Skewed and even reals, a constant, whole numbers, dates, truths and levels, most with gaps.
Table mixed(std::size_t rows) {
  random::Stream stream(random::key_from_seed(3), {random::Purpose::test, 4});
  Reals skewed;
  Reals even;
  Integers whole;
  Integers days;
  Integers truths;
  TextsBuilder levels;
  TextsBuilder numbers;
  for (std::size_t i = 0; i < rows; ++i) {
    skewed.push_back(-std::log(1 - random::uniform(stream)) * 100);
    even.push_back(i % 17 == 3 ? missing_real : random::uniform(stream));
    whole.push_back(i % 13 == 5 ? missing_integer : random::uniform_below(50, stream));
    days.push_back(i % 19 == 2 ? missing_integer : 10'000 + random::uniform_below(5'000, stream));
    truths.push_back(i % 23 == 7 ? missing_integer : random::uniform_below(3, stream) == 0);
    const std::uint32_t level = random::uniform_below(40, stream);
    levels.append(level == 7 ? std::nullopt
                             : std::optional<std::string>(
                                   level < 30 ? "most" : "few" + std::to_string(level)));
    numbers.append(std::to_string(random::uniform_below(12, stream)));
  }
  return Table({{"skewed", skewed},
                {"even", even},
                {"constant", Reals(rows, 7.5)},
                {"whole", whole},
                {"days", type::Date{}, days},
                {"truths", type::Boolean{}, truths},
                {"levels", std::move(levels).finish()},
                {"numbers", std::move(numbers).finish()}});
}

TEST(MaskingInParts, IsTheSameForAnyCutOfTheTable) {
  const Table table = mixed(1000);
  for (const Cuts& cuts : {Cuts{1000}, Cuts{1, 999}, Cuts{0, 300, 0, 0, 700, 0},
                           Cuts{250, 250, 250, 250}, Cuts{998, 1, 1}}) {
    expect_same_as_in_memory(table, cuts, {});
    expect_same_as_in_memory(table, cuts, {.min_bin = 30, .task_bytes = 500, .stretch = 77});
    expect_same_as_in_memory(table, cuts, {.bins = 300, .task_bytes = 2000});
  }
}

TEST(MaskingInParts, IsTheSameForColumnsOfAllKinds) {
  testing::for_random_tables(40, [](const Table& table) {
    const std::size_t rows = table.row_count();
    expect_same_as_in_memory(table, {rows / 3, rows - rows / 3}, {.bins = 7, .task_bytes = 100});
  });
}

TEST(MaskingInParts, SplitsLargePoolsAndTheRecordsByTheirBuckets) {
  const std::size_t rows = 300'000;
  const Table table = mixed(rows);
  const Cuts cuts = {100'000, 50'001, 0, 149'999};
  const Shape shape =
      expect_same_as_in_memory(table, cuts, {.bins = 4, .task_bytes = 400'000, .stretch = 70'001});
  EXPECT_GT(shape.split_pools, 4U);
  EXPECT_GT(shape.row_tasks, 4U);
  const Shape merged = expect_same_as_in_memory(
      table, cuts, {.bins = 50, .min_bin = 100'000, .task_bytes = 300'000});
  EXPECT_GT(merged.split_pools, 2U);
  const Shape few = expect_same_as_in_memory(table, cuts, {.bins = 100, .tasks = 3});
  EXPECT_EQ(few.split_pools, 0U);
  EXPECT_EQ(few.row_tasks, 3U);
  EXPECT_GE(few.pool_tasks, 3U);
}

TEST(MaskingInParts, RefusesWhatSjppdsRefuses) {
  const Table infinite({{"a", Reals{1, 2, HUGE_VAL}}, {"b", Reals{1, 2, 3}}});
  Survey survey;
  survey.add(infinite);
  const auto problem = outline_of(rows_of(infinite, 0, 0), {&survey, 1}, 10, 1);
  ASSERT_FALSE(problem);
  EXPECT_EQ(problem.error().message, "Column 'a' has an infinite value.");
  const Survey nothing;
  const auto none = outline_of(rows_of(infinite, 0, 0), {&nothing, 1}, 10, 1);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "The table has no records.");
}

// The first and the last record have changed places since the table was counted.
TEST(MaskingInParts, NoticesThatAPartIsNotWhatItWas) {
  const testing::Seeded seeded(2);
  const Table table = mixed(100);
  Lineage rows = same_rows(100);
  std::swap(rows.front(), rows.back());
  Survey survey;
  survey.add(table);
  const Outline outline = *outline_of(rows_of(table, 0, 0), {&survey, 1}, 10, 1);
  const random::Key key = seeded.context.key;
  Tallier tallier(outline, 0, key);
  tallier.add(table);
  const Plan plan = *plan_of(outline, {&tallier.tally(), 1}, {1000, 1, 0}, key);
  const auto parts = *part_plans(plan, {&survey, 1}, {&tallier.tally(), 1});
  Dealer same(plan, parts[0], key, key);
  EXPECT_TRUE(same.deal(table));
  EXPECT_TRUE(same.finish());
  Dealer other(plan, parts[0], key, key);
  EXPECT_TRUE(other.deal(gather(table, rows)));
  EXPECT_FALSE(other.finish());
  Dealer more(plan, parts[0], key, key);
  EXPECT_TRUE(more.deal(table));
  EXPECT_FALSE(more.deal(table));
}

// Of another table, or of other bins.
TEST(MaskingInParts, RefusesTalliesOfAnotherShape) {
  const testing::Seeded seeded(2);
  const random::Key key = seeded.context.key;
  const Table table = mixed(100);
  Survey survey;
  survey.add(table);
  const Outline outline = *outline_of(rows_of(table, 0, 0), {&survey, 1}, 10, 1);
  Tallier tallier(outline, 0, key);
  tallier.add(table);
  const Tally whole = tallier.tally();
  const Plan plan = *plan_of(outline, {&whole, 1}, {1000, 1, 0}, key);
  EXPECT_TRUE(part_plans(plan, {&survey, 1}, {&whole, 1}));
  EXPECT_FALSE(part_plans(plan, {&survey, 1}, {}));
  std::vector<Tally> others(4, whole);
  others[0].counts.pop_back();
  others[1].digests.pop_back();
  others[2].counts[0].pop_back();
  others[3].counts[6].push_back(1);  // levels are counted elsewhere
  for (const Tally& other : others) {
    EXPECT_FALSE(plan_of(outline, {&other, 1}, {1000, 1, 0}, key));
    EXPECT_FALSE(part_plans(plan, {&survey, 1}, {&other, 1}));
  }
}

TEST(MaskingInParts, NoticesDamage) {
  Survey survey;
  survey.add(mixed(10));
  const std::string bytes = bytes_of(survey);
  EXPECT_TRUE(survey_from(bytes));
  EXPECT_FALSE(survey_from(bytes.substr(0, bytes.size() - 3)));
  EXPECT_FALSE(outline_from("short"));
}

}  // namespace
}  // namespace overhand::parts
