// Who does what: which task shuffles which pools, and which puts which records in order.
//
// sjppds puts the values of each bin of each column, a pool, in a random order, and the records in
// another, and lets the records take the values (masking/sjppds_internal.h). Both orders are
// scatter shuffles, so that a pool, or a range of buckets of one, is the work of one task that
// needs to know nothing else; and so is a range of buckets of the records. Cells go from the parts
// to the pools, and from there to the records: two exchanges.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/masking/categorize.h"
#include "overhand/parts/outline.h"
#include "overhand/parts/tally.h"
#include "overhand/random/key.h"

namespace overhand::parts {

// Pools are numbered by column and, within a column, by code.
struct PoolTask {
  std::uint64_t first_pool;  // to before last_pool
  std::uint64_t last_pool;
  // Of a pool that is more than one task's work: these of its buckets. Else both are 0.
  std::uint64_t first_bucket;
  std::uint64_t last_bucket;

  bool is_split() const { return last_bucket > 0; }
};

struct Plan {
  Outline outline;
  std::vector<std::vector<masking::BinCode>> merged;  // of each column; empty: bins stay
  std::vector<std::size_t> pool_sizes;                // by the number of the pool
  std::vector<PoolTask> pool_tasks;                   // in the order of their pools
  std::uint64_t row_tasks = 1;

  std::size_t codes() const { return masking::code_count(outline.bins); }
  std::size_t column_of(std::size_t pool) const { return pool / codes(); }
  // The first task of a pool, and that of one of its buckets.
  std::size_t task_of(std::size_t pool) const;
  std::size_t task_of(std::size_t pool, std::size_t bucket) const;
  // The task of the records of a bucket of the row order, and the buckets of a task.
  std::size_t row_task_of(std::size_t bucket) const;
  std::size_t first_bucket(std::size_t row_task) const;
  std::vector<std::size_t> split_pools() const;
};

struct TaskSizes {
  std::size_t bytes = 0;       // that a task should take up at most
  std::size_t least = 1;       // tasks, where there is so much to do
  std::size_t kept_bytes = 0;  // of one record, of columns that are kept
};

// `tallies` of all parts. Fails where one of them has other columns or bins than the outline.
Result<Plan> plan_of(const Outline& outline, std::span<const Tally> tallies, const TaskSizes& sizes,
                     const random::Key& key);

std::string bytes_of(const Plan& plan);
Result<Plan> plan_from(std::string_view bytes);

// What the task that deals out a part must know of it.
struct PartPlan {
  PartStart start;
  std::vector<std::size_t> before;  // values of each split pool in the parts before
  std::vector<masking::Digest> digests;
};
// Fails where there are not as many tallies as surveys, or one of them is of another table.
Result<std::vector<PartPlan>> part_plans(const Plan& plan, std::span<const Survey> surveys,
                                         std::span<const Tally> tallies);
std::string bytes_of(const PartPlan& part);
Result<PartPlan> part_plan_from(std::string_view bytes);

}  // namespace overhand::parts
