// Values on their way to and from the task that shuffles their pool.
//
// To it, for each pool: its number, how many values, the values in the order of the table, of a
// split pool the bucket of each, and how many of the pool's values in these records each row task
// takes one for. From it, for each pool: its number, how many values, the values.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/plan.h"
#include "overhand/random/stream.h"

namespace overhand::parts {

inline random::StreamName pool_name(const Plan& plan, std::size_t pool) {
  return {random::Purpose::bin_shuffle, static_cast<std::uint32_t>(plan.column_of(pool)),
          static_cast<std::uint32_t>(pool % plan.codes())};
}

struct TaskCount {
  std::uint32_t task;
  std::uint32_t count;
};

// All of them, or the tasks that have some: what is shorter.
inline std::string task_count_bytes(const std::vector<std::uint32_t>& counts) {
  const auto used = static_cast<std::size_t>(
      std::ranges::count_if(counts, [](std::uint32_t count) { return count > 0; }));
  const bool is_sparse = 2 * used < counts.size();
  ByteWriter bytes;
  bytes.add(is_sparse);
  if (!is_sparse) {
    bytes.add_all(counts);
    return bytes.take();
  }
  std::vector<TaskCount> pairs;
  for (std::size_t task = 0; task < counts.size(); ++task) {
    if (counts[task] > 0) pairs.push_back({static_cast<std::uint32_t>(task), counts[task]});
  }
  bytes.add_all(pairs);
  return bytes.take();
}

// Adds them to `counts`; false where they are not what they must be.
inline bool add_task_counts(std::string_view text, std::vector<std::size_t>& counts) {
  ByteReader reader(text);
  const bool is_sparse = reader.next<bool>();
  if (!is_sparse) {
    const auto all = reader.all<std::uint32_t>();
    if (all.size() != counts.size()) return false;
    for (std::size_t task = 0; task < all.size(); ++task) counts[task] += all[task];
    return reader.is_whole();
  }
  for (const TaskCount& pair : reader.all<TaskCount>()) {
    if (pair.task >= counts.size()) return false;
    counts[pair.task] += pair.count;
  }
  return reader.is_whole();
}

}  // namespace overhand::parts
