#include "overhand/parts/plan.h"

#include <algorithm>

#include "overhand/masking/level_bins.h"
#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/outline_bytes_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::parts {
namespace {

using Counts = std::vector<std::size_t>;
using Merged = std::vector<masking::BinCode>;

Counts counted(const Outline& outline, std::size_t j, std::span<const Tally> tallies,
               const random::Key& key) {
  const OutlinedColumn& column = outline.columns[j];
  if (column.has_levels) {
    return masking::LevelBins(column.level_sizes, outline.bins, static_cast<std::uint32_t>(j), key)
        .counts();
  }
  Counts counts(masking::code_count(outline.bins));
  for (const Tally& tally : tallies) {
    for (std::size_t code = 0; code < counts.size(); ++code) counts[code] += tally.counts[j][code];
  }
  return counts;
}

Counts merged_counts(const Counts& counts, const Merged& merged) {
  if (merged.empty()) return counts;
  Counts sums(counts.size());
  for (std::size_t code = 0; code < counts.size(); ++code) sums[merged[code]] += counts[code];
  return sums;
}

std::size_t parts_of(std::size_t all, std::size_t most) { return (all + most - 1) / most; }

// Pools one after the other until a task has enough; a pool that is more than that is split.
class PoolTaskBuilder {
 public:
  explicit PoolTaskBuilder(std::size_t most) : most_(most) {}

  void add(std::uint64_t pool, std::size_t size, std::size_t width) {
    const std::size_t bytes = size * width;
    const std::size_t pieces = std::min(parts_of(bytes, most_), random::bucket_count(size));
    if (pieces > 1) return split(pool, random::bucket_count(size), pieces);
    if (held_ + bytes > most_) finish(pool);
    held_ += bytes;
  }

  std::vector<PoolTask> finish(std::uint64_t end) {
    if (end > first_) tasks_.push_back({first_, end, 0, 0});
    first_ = end;
    held_ = 0;
    return tasks_;
  }

 private:
  void split(std::uint64_t pool, std::size_t buckets, std::size_t pieces) {
    finish(pool);
    for (std::size_t i = 0; i < pieces; ++i) {
      tasks_.push_back({pool, pool + 1, i * buckets / pieces, (i + 1) * buckets / pieces});
    }
    first_ = pool + 1;
  }

  std::size_t most_;
  std::size_t held_ = 0;
  std::uint64_t first_ = 0;
  std::vector<PoolTask> tasks_;
};

std::size_t row_bytes(const Plan& plan, const TaskSizes& sizes) {
  std::size_t bytes = sizes.kept_bytes + sizeof(std::uint16_t);
  for (const OutlinedColumn& column : plan.outline.columns) bytes += column.width() + 1;
  return bytes;
}

std::vector<PoolTask> pool_tasks_of(const Plan& plan, const TaskSizes& sizes) {
  std::size_t all = 0;
  for (const OutlinedColumn& column : plan.outline.columns) {
    all += plan.outline.rows * column.width();
  }
  const std::size_t even = parts_of(all, std::max<std::size_t>(sizes.least, 1));
  constexpr std::size_t small = std::size_t{1} << 20;  // less is not worth a task
  PoolTaskBuilder builder(std::min(sizes.bytes, std::max(even, small)));
  for (std::size_t pool = 0; pool < plan.pool_sizes.size(); ++pool) {
    builder.add(pool, plan.pool_sizes[pool], plan.outline.columns[plan.column_of(pool)].width());
  }
  return builder.finish(plan.pool_sizes.size());
}

// Whether a task, or the tasks of a split pool one after the other, follows on what was before it.
bool follows(const PoolTask& task, const PoolTask* before, const Plan& plan) {
  const std::uint64_t first_pool = before == nullptr ? 0 : before->last_pool;
  const bool is_rest =
      before != nullptr && before->is_split() &&
      before->last_bucket < random::bucket_count(plan.pool_sizes[before->first_pool]);
  if (task.last_pool > plan.pool_sizes.size() || task.first_pool >= task.last_pool) return false;
  if (is_rest) {
    return task.first_pool == before->first_pool && task.last_pool == before->last_pool &&
           task.first_bucket == before->last_bucket && task.first_bucket < task.last_bucket;
  }
  if (task.first_pool != first_pool || task.first_bucket != 0) return false;
  return !task.is_split() || task.last_pool == first_pool + 1;
}

bool are_sound(const std::vector<PoolTask>& tasks, const Plan& plan) {
  const PoolTask* before = nullptr;
  for (const PoolTask& task : tasks) {
    if (!follows(task, before, plan)) return false;
    if (task.is_split() &&
        task.last_bucket > random::bucket_count(plan.pool_sizes[task.first_pool]))
      return false;
    before = &task;
  }
  if (before == nullptr) return plan.pool_sizes.empty();
  return before->last_pool == plan.pool_sizes.size() &&
         (!before->is_split() ||
          before->last_bucket == random::bucket_count(plan.pool_sizes[before->first_pool]));
}

constexpr std::size_t too_many = std::size_t{1} << 32;

bool are_sound_levels(const OutlinedColumn& column, std::size_t rows) {
  const std::size_t gaps = column.level_sizes.size() - column.levels.size();
  std::size_t all = 0;
  for (const std::size_t size : column.level_sizes) all += std::min(size, too_many);
  return column.has_levels ? gaps <= 1 && all == rows : gaps == 0 && all == 0;
}

// Whether everything that is used as a place is one.
bool is_sound(const Plan& plan) {
  const Outline& outline = plan.outline;
  if (std::ranges::any_of(plan.pool_sizes, [](auto size) { return size >= too_many; }))
    return false;
  if (outline.bins < 1 || outline.rows >= too_many ||
      plan.pool_sizes.size() != outline.columns.size() * plan.codes())
    return false;
  for (std::size_t j = 0; j < outline.columns.size(); ++j) {
    const Merged& merged = plan.merged[j];
    if (!are_sound_levels(outline.columns[j], outline.rows)) return false;
    if (!merged.empty() && merged.size() != plan.codes()) return false;
    if (std::ranges::any_of(merged, [&](auto code) { return code >= plan.codes(); })) return false;
  }
  return are_sound(plan.pool_tasks, plan) && plan.row_tasks >= 1 &&
         plan.row_tasks <= random::bucket_count(outline.rows);
}

}  // namespace

std::size_t Plan::task_of(std::size_t pool) const {
  const auto next = std::ranges::upper_bound(pool_tasks, pool, {}, &PoolTask::first_pool);
  auto found = next - 1;
  while (found->is_split() && found->first_bucket > 0) --found;
  return static_cast<std::size_t>(found - pool_tasks.begin());
}

std::size_t Plan::task_of(std::size_t pool, std::size_t bucket) const {
  std::size_t task = task_of(pool);
  while (pool_tasks[task].is_split() && pool_tasks[task].last_bucket <= bucket) ++task;
  return task;
}

std::size_t Plan::first_bucket(std::size_t row_task) const {
  return row_task * random::bucket_count(outline.rows) / row_tasks;
}

std::size_t Plan::row_task_of(std::size_t bucket) const {
  std::size_t task = bucket * row_tasks / random::bucket_count(outline.rows);
  while (task + 1 < row_tasks && first_bucket(task + 1) <= bucket) ++task;
  return task;
}

std::vector<std::size_t> Plan::split_pools() const {
  std::vector<std::size_t> pools;
  for (const PoolTask& task : pool_tasks) {
    if (task.is_split() && task.first_bucket == 0) pools.push_back(task.first_pool);
  }
  return pools;
}

Result<Plan> plan_of(const Outline& outline, std::span<const Tally> tallies, const TaskSizes& sizes,
                     const random::Key& key) {
  if (!std::ranges::all_of(tallies, [&](const Tally& tally) { return is_of(tally, outline); })) {
    return damaged();
  }
  Plan plan{outline, {}, {}, {}, 1};
  for (std::size_t j = 0; j < outline.columns.size(); ++j) {
    const Counts counts = counted(outline, j, tallies, key);
    plan.merged.push_back(outline.min_bin > 1 ? masking::merged_bins(counts, outline.min_bin)
                                              : Merged());
    const Counts pools = merged_counts(counts, plan.merged.back());
    plan.pool_sizes.insert(plan.pool_sizes.end(), pools.begin(), pools.end());
  }
  plan.pool_tasks = pool_tasks_of(plan, sizes);
  const std::size_t wanted =
      std::max(parts_of(outline.rows * row_bytes(plan, sizes), sizes.bytes), sizes.least);
  plan.row_tasks = std::min(wanted, random::bucket_count(outline.rows));
  return plan;
}

std::string bytes_of(const Plan& plan) {
  ByteWriter bytes;
  add_outline(bytes, plan.outline);
  for (const Merged& merged : plan.merged) bytes.add_all(merged);
  bytes.add_all(plan.pool_sizes);
  bytes.add_all(plan.pool_tasks);
  bytes.add(plan.row_tasks);
  return bytes.take();
}

Result<Plan> plan_from(std::string_view bytes) {
  ByteReader reader(bytes);
  Plan plan{next_outline(reader), {}, {}, {}, 1};
  for (std::size_t j = 0; j < plan.outline.columns.size(); ++j) {
    plan.merged.push_back(reader.all<masking::BinCode>());
  }
  plan.pool_sizes = reader.all<std::size_t>();
  plan.pool_tasks = reader.all<PoolTask>();
  plan.row_tasks = reader.next<std::uint64_t>();
  if (!reader.is_whole() || !reader.at_end() || !is_sound(plan)) return damaged();
  return plan;
}

}  // namespace overhand::parts
