// Plans: every bucket of every pool, and of the records, is the work of one task.
#include <gtest/gtest.h>

#include <numeric>

#include "overhand/random/shuffle.h"
#include "support/part_steps.h"

namespace overhand::parts {
namespace {

const random::Key key = random::key_from_seed(6);

OutlinedColumn numbers() {
  OutlinedColumn column;
  column.has_reals = true;
  column.range = {0, 1};
  return column;
}

OutlinedColumn texts(std::size_t rows) {
  OutlinedColumn column;
  column.has_levels = column.has_texts = true;
  column.levels = {"a", "b"};
  column.level_sizes = {rows / 5, rows - rows / 5};
  return column;
}

// A plan of numbers with random counts, some bins empty and one large, and of texts.
Plan random_plan(std::size_t rows, int bins, std::size_t min_bin, const TaskSizes& sizes,
                 random::Stream& stream) {
  const Outline outline{rows, bins, min_bin, {numbers(), texts(rows), numbers()}};
  Tally tally{rows, std::vector<masking::Digest>(3), std::vector<std::vector<std::size_t>>(3)};
  for (const std::size_t j : {0, 2}) {
    auto& counts = tally.counts[j];
    counts.resize(masking::code_count(bins));
    std::size_t left = rows;
    for (std::size_t code = 0; code + 1 < counts.size(); ++code) {
      if (random::uniform_below(3, stream) == 0) continue;
      counts[code] = random::uniform_below(static_cast<std::uint32_t>(left / 2 + 1), stream);
      left -= counts[code];
    }
    counts[1 + random::uniform_below(static_cast<std::uint32_t>(bins), stream)] += left;
  }
  return *plan_of(outline, {&tally, 1}, sizes, key);
}

template <class Property>
void for_random_plans(const Property& holds) {
  random::Stream stream(random::key_from_seed(91), {random::Purpose::test});
  for (int time = 0; time < 150; ++time) {
    SCOPED_TRACE("plan " + std::to_string(time));
    const std::size_t rows = std::size_t{2} + random::uniform_below(3u << (time % 22), stream);
    const int bins = 1 + static_cast<int>(random::uniform_below(40, stream));
    const std::size_t min_bin = time % 3 == 0 ? 1 + random::uniform_below(1000, stream) : 1;
    const TaskSizes sizes{std::size_t{1000} << random::uniform_below(14, stream),
                          random::uniform_below(9, stream), random::uniform_below(50, stream)};
    holds(random_plan(rows, bins, min_bin, sizes, stream), sizes);
  }
}

TEST(Plans, GiveEveryBucketOfEveryPoolToOneTask) {
  for_random_plans([](const Plan& plan, const TaskSizes&) {
    std::vector<std::vector<int>> owners(plan.pool_sizes.size());
    for (std::size_t pool = 0; pool < owners.size(); ++pool) {
      owners[pool].resize(random::bucket_count(plan.pool_sizes[pool]));
    }
    for (std::size_t t = 0; t < plan.pool_tasks.size(); ++t) {
      const PoolTask& task = plan.pool_tasks[t];
      ASSERT_LT(task.first_pool, task.last_pool);
      for (std::size_t pool = task.first_pool; pool < task.last_pool; ++pool) {
        const std::size_t end = task.is_split() ? task.last_bucket : owners[pool].size();
        for (std::size_t b = task.first_bucket; b < end; ++b) {
          ++owners.at(pool).at(b);
          EXPECT_EQ(plan.task_of(pool, b), t);
          if (b == 0) {
            EXPECT_EQ(plan.task_of(pool), t);
          }
        }
      }
    }
    for (const auto& of_pool : owners) EXPECT_EQ(of_pool, std::vector<int>(of_pool.size(), 1));
  });
}

TEST(Plans, GiveEveryBucketOfTheRecordsToOneTask) {
  for_random_plans([](const Plan& plan, const TaskSizes&) {
    const std::size_t buckets = random::bucket_count(plan.outline.rows);
    ASSERT_GE(plan.row_tasks, 1U);
    ASSERT_LE(plan.row_tasks, buckets);
    EXPECT_EQ(plan.first_bucket(0), 0U);
    EXPECT_EQ(plan.first_bucket(plan.row_tasks), buckets);
    for (std::size_t task = 0; task < plan.row_tasks; ++task) {
      ASSERT_LT(plan.first_bucket(task), plan.first_bucket(task + 1));  // none without work
      for (std::size_t b = plan.first_bucket(task); b < plan.first_bucket(task + 1); ++b) {
        EXPECT_EQ(plan.row_task_of(b), task);
      }
    }
  });
}

TEST(Plans, CountEveryRecordInOnePoolOfEachColumn) {
  for_random_plans([](const Plan& plan, const TaskSizes&) {
    for (std::size_t j = 0; j < plan.outline.columns.size(); ++j) {
      const auto begin = plan.pool_sizes.begin() + static_cast<std::ptrdiff_t>(j * plan.codes());
      const auto end = begin + static_cast<std::ptrdiff_t>(plan.codes());
      EXPECT_EQ(std::accumulate(begin, end, std::size_t{0}), plan.outline.rows);
      if (plan.outline.min_bin == 1) continue;
      for (auto pool = begin + 1; pool != end; ++pool) {  // gaps, code 0, stay by themselves
        const bool is_all = *pool + *begin == plan.outline.rows;
        EXPECT_TRUE(*pool == 0 || is_all || *pool >= plan.outline.min_bin) << *pool;
      }
    }
  });
}

// A task holds no more than it should, but for what a bucket, or the share of one that is left over
// when buckets are dealt out, cannot help: twice as much, or two buckets.
TEST(Plans, KeepTasksWithinTheirBytes) {
  for_random_plans([](const Plan& plan, const TaskSizes& sizes) {
    for (const PoolTask& task : plan.pool_tasks) {
      double bytes = 0;
      double bucket = 0;
      for (std::size_t pool = task.first_pool; pool < task.last_pool; ++pool) {
        const double size = static_cast<double>(plan.pool_sizes[pool]);
        const double width =
            static_cast<double>(plan.outline.columns[plan.column_of(pool)].width());
        const double buckets = static_cast<double>(random::bucket_count(plan.pool_sizes[pool]));
        const double own =
            task.is_split() ? static_cast<double>(task.last_bucket - task.first_bucket) : buckets;
        bytes += size * width * own / buckets;
        bucket = std::max(bucket, size * width / buckets);
      }
      EXPECT_LE(bytes, std::max(2 * static_cast<double>(sizes.bytes), bucket * 1.0001));
    }
    const std::size_t row = sizes.kept_bytes + 2 + 9 + 5 + 9;
    const std::size_t buckets = random::bucket_count(plan.outline.rows);
    const std::size_t enough = (plan.outline.rows * row + sizes.bytes - 1) / sizes.bytes;
    EXPECT_EQ(plan.row_tasks, std::min(std::max(enough, sizes.least), buckets));
  });
}

// Tasks of pools that are not split are filled: no two neighbours fit in one.
TEST(Plans, MakeNoMoreTasksThanNeeded) {
  for_random_plans([](const Plan& plan, const TaskSizes& sizes) {
    const auto bytes = [&](const PoolTask& task) {
      std::size_t sum = 0;
      for (std::size_t pool = task.first_pool; pool < task.last_pool; ++pool) {
        sum += plan.pool_sizes[pool] * plan.outline.columns[plan.column_of(pool)].width();
      }
      return sum;
    };
    // of which at least a task may hold
    const std::size_t most = std::min(sizes.bytes, std::size_t{1} << 20);
    for (std::size_t t = 0; t + 1 < plan.pool_tasks.size(); ++t) {
      const PoolTask& a = plan.pool_tasks[t];
      const PoolTask& b = plan.pool_tasks[t + 1];
      if (!a.is_split() && !b.is_split()) {
        EXPECT_GT(bytes(a) + bytes(b), most);
      }
    }
  });
}

TEST(Plans, ComeBackFromTheirBytes) {
  for_random_plans([](const Plan& plan, const TaskSizes&) {
    const std::string bytes = bytes_of(plan);
    const auto again = plan_from(bytes);
    ASSERT_TRUE(again);
    EXPECT_EQ(bytes_of(*again), bytes);
  });
}

// What stands of a split pool of numbers before each part, by another way of counting.
TEST(Plans, SayHowMuchOfASplitPoolStandsBeforeAPart) {
  const std::size_t rows = 150'000;
  const testing::PartSetting setting{.bins = 2, .min_bin = 2, .task_bytes = 200'000};
  const testing::PartSteps steps(testing::normal_table(rows, 2, 8), {50'000, 0, 1, 99'999}, setting,
                                 key);
  const auto split = steps.plan->split_pools();
  ASSERT_FALSE(split.empty());
  for (std::size_t s = 0; s < split.size(); ++s) {
    const std::size_t j = steps.plan->column_of(split[s]);
    const Reals values = reals(steps.masked.columns()[j]);
    const masking::Binner binner(statistics::range(values), setting.bins);
    for (std::size_t i = 0; i < steps.part_plans.size(); ++i) {
      std::size_t before = 0;
      for (std::size_t row = 0; row < steps.starts[i]; ++row) {
        const auto code = binner(values[row]);
        const auto& merged = steps.plan->merged[j];
        before += (merged.empty() ? code : merged[code]) == split[s] % steps.plan->codes() ? 1 : 0;
      }
      EXPECT_EQ(steps.part_plans[i].before[s], before);
    }
  }
}

}  // namespace
}  // namespace overhand::parts
