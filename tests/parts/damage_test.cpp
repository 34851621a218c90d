// What comes between tasks cut short, too long, from elsewhere or with other bytes is refused, and
// nothing beyond it is read: to be run with the address sanitizer too.
#include <gtest/gtest.h>

#include "overhand/parts/bytes_internal.h"
#include "support/part_steps.h"

namespace overhand::parts {
namespace {

using testing::PartSteps;
using testing::views_of;

Table small_table(std::size_t rows = 60) {
  Table table = testing::normal_table(rows, 2, 9);
  Integers truths(rows);
  TextsBuilder texts;
  for (std::size_t i = 0; i < rows; ++i) {
    truths[i] = i % 11 == 0 ? missing_integer : static_cast<std::int64_t>(i % 3 == 0);
    texts.append(i % 7 == 0 ? std::nullopt
                            : std::optional<std::string>("t" + std::to_string(i % 5)));
  }
  table.columns().push_back({"truth", type::Boolean{}, truths});
  table.columns().push_back({"text", std::move(texts).finish()});
  return table;
}

const PartSteps& small_steps() {
  static const PartSteps steps(small_table(), {20, 0, 40}, {.bins = 4, .task_bytes = 300},
                               random::key_from_seed(1));
  return steps;
}

// Pools in pieces and several row tasks.
const PartSteps& large_steps() {
  static const PartSteps steps(small_table(150'000), {50'000, 100'000},
                               {.bins = 2, .task_bytes = 300'000, .tasks = 3},
                               random::key_from_seed(1));
  return steps;
}

template <class From>
void expect_whole_alone(const std::string& bytes, const From& from) {
  const auto whole = from(bytes);
  ASSERT_TRUE(whole);
  EXPECT_EQ(bytes_of(*whole), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);  // of its own, so that a sanitizer sees its end
    EXPECT_FALSE(from(cut)) << size << " of " << bytes.size();
  }
  for (const std::size_t more : {1U, 8U, 100U}) {
    EXPECT_FALSE(from(bytes + std::string(more, '\0'))) << more << " more";
  }
}

TEST(DamagedBytes, CutShortOrTooLongAreRefused) {
  const PartSteps& steps = small_steps();
  expect_whole_alone(bytes_of(steps.surveys[0]), survey_from);
  expect_whole_alone(bytes_of(steps.surveys[1]), survey_from);  // of an empty part
  expect_whole_alone(bytes_of(steps.plan->outline), outline_from);
  expect_whole_alone(bytes_of(steps.tallies[2]), tally_from);
  expect_whole_alone(bytes_of(*steps.plan), plan_from);
  expect_whole_alone(bytes_of(steps.part_plans[2]), part_plan_from);
}

// Sizes that no memory holds are refused before anything is made of that size.
TEST(DamagedBytes, WithHugeSizesAreRefused) {
  const std::string huge(64, '\x7f');
  EXPECT_FALSE(survey_from(huge));
  EXPECT_FALSE(outline_from(huge));
  EXPECT_FALSE(tally_from(huge));
  EXPECT_FALSE(plan_from(huge));
  EXPECT_FALSE(part_plan_from(huge));
  EXPECT_FALSE(
      pooled(*small_steps().plan, 0, std::vector<std::string_view>{huge}, *small_steps().own_key));
  EXPECT_FALSE(masked_rows(*small_steps().plan, small_steps().like(), 0,
                           std::vector<std::string_view>{huge}, {}, *small_steps().own_key));
}

TEST(DamagedPlans, ThatNameWhatIsNotThereAreRefused) {
  const auto is_refused = [](const PartSteps& steps, auto change) {
    Plan plan = *steps.plan;
    change(plan);
    return !plan_from(bytes_of(plan));
  };
  const PartSteps& small = small_steps();
  EXPECT_FALSE(is_refused(small, [](Plan&) {}));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { plan.row_tasks = 0; }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { plan.row_tasks = 2; }));  // of one bucket
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { plan.outline.bins = -5; }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { ++plan.outline.bins; }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { plan.pool_sizes.pop_back(); }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { plan.pool_sizes[3] = ~std::size_t{0}; }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { plan.pool_tasks.pop_back(); }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { ++plan.pool_tasks[0].last_pool; }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { plan.merged[0] = {1, 2}; }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) {
    plan.merged[0].assign(plan.codes(), static_cast<masking::BinCode>(plan.codes()));
  }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { plan.outline.columns[3].level_sizes.clear(); }));
  EXPECT_TRUE(is_refused(small, [](Plan& plan) { ++plan.outline.columns[3].level_sizes[0]; }));
  const PartSteps& large = large_steps();
  const auto split =
      static_cast<std::size_t>(std::ranges::find_if(large.plan->pool_tasks, &PoolTask::is_split) -
                               large.plan->pool_tasks.begin());
  ASSERT_LT(split, large.plan->pool_tasks.size());
  EXPECT_FALSE(is_refused(large, [](Plan&) {}));
  EXPECT_TRUE(is_refused(large, [&](Plan& plan) { ++plan.pool_tasks[split].last_bucket; }));
  EXPECT_TRUE(is_refused(large, [&](Plan& plan) { plan.pool_tasks[split].first_bucket = 1; }));
  EXPECT_TRUE(is_refused(large, [&](Plan& plan) { ++plan.pool_tasks[split].last_pool; }));
}

TEST(DamagedPlans, OfAPartAreRefused) {
  const auto is_refused = [](const PartSteps& steps, auto change) {
    PartPlan part = steps.part_plans.back();
    change(part);
    Dealer dealer(*steps.plan, part, *steps.own_key, *steps.own_key);
    return !dealer.deal(steps.part(steps.part_plans.size() - 1));
  };
  for (const PartSteps* steps : {&small_steps(), &large_steps()}) {
    EXPECT_FALSE(is_refused(*steps, [](PartPlan&) {}));
    EXPECT_TRUE(is_refused(*steps, [](PartPlan& part) { part.start.levels.pop_back(); }));
    EXPECT_TRUE(is_refused(*steps, [](PartPlan& part) { part.start.levels[3].push_back(1); }));
    EXPECT_TRUE(is_refused(*steps, [](PartPlan& part) { part.start.levels[3][0] = 1u << 31; }));
    EXPECT_TRUE(is_refused(*steps, [](PartPlan& part) { part.start.row = ~std::size_t{0}; }));
    EXPECT_TRUE(is_refused(*steps, [](PartPlan& part) { part.before.push_back(1); }));
  }
  EXPECT_TRUE(is_refused(large_steps(), [](PartPlan& part) { part.before.clear(); }));
}

// Every packet of both exchanges, cut at some places.
TEST(DamagedPackets, CutShortAreRefused) {
  const PartSteps& steps = small_steps();
  for (std::size_t t = 0; t < steps.to_pools.size(); ++t) {
    auto packets = steps.to_pools[t];
    std::string& last = packets.back();
    while (last.size() > 1) {
      last.pop_back();
      last.shrink_to_fit();
      EXPECT_FALSE(pooled(*steps.plan, t, views_of(packets), *steps.own_key));
    }
  }
  const auto refuses = [&](const std::vector<std::string>& dealt,
                           const std::vector<std::string>& drawn) {
    return !masked_rows(*steps.plan, steps.like(), 0, views_of(dealt), views_of(drawn),
                        *steps.own_key);
  };
  EXPECT_FALSE(refuses(steps.to_rows[0], steps.drawn[0]));
  for (std::size_t size = 1; size < steps.to_rows[0][0].size(); ++size) {
    auto dealt = steps.to_rows[0];
    dealt[0] = dealt[0].substr(0, size);
    EXPECT_TRUE(refuses(dealt, steps.drawn[0]));
  }
  for (std::size_t size = 1; size < steps.drawn[0][0].size(); ++size) {
    auto drawn = steps.drawn[0];
    drawn[0] = drawn[0].substr(0, size);
    EXPECT_TRUE(refuses(steps.to_rows[0], drawn)) << size;
  }
  auto more = steps.to_rows[0];
  more[0] += '\0';
  EXPECT_TRUE(refuses(more, steps.drawn[0]));
}

// Lost, twice there, or another task's.
TEST(DamagedPackets, FromElsewhereAreRefused) {
  const PartSteps& steps = large_steps();
  const Plan& plan = *steps.plan;
  ASSERT_GE(plan.row_tasks, 3U);
  int tried = 0;
  for (std::size_t t = 0; t < steps.to_pools.size(); ++t) {
    const auto& own = steps.to_pools[t];
    const auto& other = steps.to_pools[(t + 1) % steps.to_pools.size()];
    if (own[0].empty() || own[1].empty() || other[1].empty()) continue;  // of empty pools
    ++tried;
    const auto refuses = [&](const std::vector<std::string>& packets) {
      return !pooled(plan, t, views_of(packets), *steps.own_key);
    };
    EXPECT_TRUE(refuses({own[0]}));
    EXPECT_TRUE(refuses({own[0], own[1], own[1]}));
    EXPECT_TRUE(refuses(other));
    EXPECT_TRUE(refuses({own[0], other[1]}));
  }
  EXPECT_GE(tried, 4);
  const auto refuses = [&](const std::vector<std::string>& dealt,
                           const std::vector<std::string>& drawn) {
    return !masked_rows(plan, steps.like(), 1, views_of(dealt), views_of(drawn), *steps.own_key);
  };
  EXPECT_FALSE(refuses(steps.to_rows[1], steps.drawn[1]));
  EXPECT_TRUE(refuses(steps.to_rows[0], steps.drawn[1]));
  EXPECT_TRUE(refuses(steps.to_rows[2], steps.drawn[2]));  // whole, but of other buckets
  EXPECT_TRUE(refuses(steps.to_rows[1], steps.drawn[0]));
  EXPECT_TRUE(refuses({steps.to_rows[1][0]}, steps.drawn[1]));
  EXPECT_TRUE(refuses(steps.to_rows[1], {steps.drawn[1].begin(), steps.drawn[1].end() - 1}));
  EXPECT_TRUE(refuses(steps.to_rows[1], {steps.drawn[1].rbegin(), steps.drawn[1].rend()}));
}

// One to three foreign bytes anywhere: refused, or whole tables whose every cell can be read.
TEST(DamagedPackets, WithForeignBytesNeverGiveLessThanATable) {
  const PartSteps& steps = small_steps();
  random::Stream stream(random::key_from_seed(33), {random::Purpose::test});
  const auto damage = [&](std::vector<std::string>& packets) {
    for (std::uint32_t left = 1 + random::uniform_below(3, stream); left > 0; --left) {
      auto& packet =
          packets[random::uniform_below(static_cast<std::uint32_t>(packets.size()), stream)];
      if (packet.empty()) continue;
      packet[random::uniform_below(static_cast<std::uint32_t>(packet.size()), stream)] =
          static_cast<char>(random::uniform_below(256, stream));
    }
  };
  int refused = 0;
  for (int time = 0; time < 6000; ++time) {
    auto to_rows = steps.to_rows[0];
    auto drawn = steps.drawn[0];
    if (time % 3 == 0) damage(to_rows);
    if (time % 3 == 1) damage(drawn);
    if (time % 3 == 2) {
      const std::size_t task = static_cast<std::size_t>(time) % steps.to_pools.size();
      auto to_pool = steps.to_pools[task];
      damage(to_pool);
      const auto out = pooled(*steps.plan, task, views_of(to_pool), *steps.own_key);
      refused += out ? 0 : 1;
      if (!out) continue;
      drawn[task] = out->front();
    }
    const auto rows = masked_rows(*steps.plan, steps.like(), 0, views_of(to_rows), views_of(drawn),
                                  *steps.own_key);
    refused += rows ? 0 : 1;
    if (!rows) continue;
    ASSERT_EQ(rows->table.row_count(), 60U);
    for (const Column& column : rows->table.columns()) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        EXPECT_LT(cell_text(column, i).value_or("").size(), 400U);
      }
    }
  }
  EXPECT_GT(refused, 1000);
}

// A level that no level is, and a bucket that the task has not.
TEST(DamagedPackets, WithForeignLevelsOrBucketsAreRefused) {
  const PartSteps& steps = small_steps();
  const std::size_t text_pools = 3 * steps.plan->codes();
  for (const Code code : {Code{5}, Code{-2}, Code{1} << 30}) {
    auto drawn = steps.drawn[0];
    std::string& last = drawn.back();  // of the last pools, which are of texts
    ASSERT_GE(steps.plan->pool_tasks.back().last_pool, text_pools);
    std::memcpy(last.data() + last.size() - sizeof code, &code, sizeof code);
    EXPECT_FALSE(masked_rows(*steps.plan, steps.like(), 0, views_of(steps.to_rows[0]),
                             views_of(drawn), *steps.own_key));
  }
  auto dealt = steps.to_rows[0];
  const std::uint16_t bucket = 1;  // there is but bucket 0
  std::memcpy(dealt[0].data() + sizeof(std::uint64_t), &bucket, sizeof bucket);
  EXPECT_FALSE(masked_rows(*steps.plan, steps.like(), 0, views_of(dealt), views_of(steps.drawn[0]),
                           *steps.own_key));
  const PartSteps& large = large_steps();
  for (std::size_t t = 0; t < large.plan->pool_tasks.size(); ++t) {
    const PoolTask& task = large.plan->pool_tasks[t];
    if (!task.is_split()) continue;
    auto packets = large.to_pools[t];
    ByteReader reader(packets[0]);
    reader.next<std::uint64_t>();
    const auto count = reader.next<std::uint64_t>();
    const std::size_t width =
        large.plan->outline.columns[large.plan->column_of(task.first_pool)].width();
    const auto foreign = static_cast<std::uint16_t>(task.last_bucket);
    std::memcpy(packets[0].data() + 16 + count * width, &foreign, sizeof foreign);
    EXPECT_FALSE(pooled(*large.plan, t, views_of(packets), *large.own_key));
  }
}

}  // namespace
}  // namespace overhand::parts
