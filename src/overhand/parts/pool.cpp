#include "overhand/parts/pool.h"

#include <algorithm>
#include <numeric>

#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/pool_bytes_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::parts {
namespace {

using Starts = std::vector<std::size_t>;

// The values of one pool in the records of one stretch.
struct Section {
  std::size_t pool;
  std::size_t count;
  std::string_view values;
  std::string_view buckets;  // of a split pool
  std::string_view task_counts;
};

Result<std::vector<Section>> sections_in(const Plan& plan, std::size_t task,
                                         std::span<const std::string_view> dealt) {
  const PoolTask& own = plan.pool_tasks[task];
  std::vector<Section> sections;
  for (const std::string_view bytes : dealt) {
    ByteReader reader(bytes);
    while (!reader.at_end()) {
      Section section{};
      section.pool = reader.next<std::uint64_t>();
      if (section.pool < own.first_pool || section.pool >= own.last_pool) return damaged();
      section.count = reader.next<std::uint64_t>();
      const std::size_t width = plan.outline.columns[plan.column_of(section.pool)].width();
      section.values = reader.plain(section.count, width);
      if (own.is_split()) section.buckets = reader.plain(section.count, sizeof(std::uint16_t));
      section.task_counts = reader.plain(reader.next<std::uint64_t>(), 1);
      sections.push_back(section);
    }
    if (!reader.is_whole()) return damaged();
  }
  std::ranges::stable_sort(sections, {}, &Section::pool);
  return sections;
}

template <class Element>
std::vector<Element> joined(std::span<const Section> sections, std::string_view Section::* part) {
  std::size_t bytes = 0;
  for (const Section& section : sections) bytes += (section.*part).size();
  std::vector<Element> all(bytes / sizeof(Element));
  auto* to = reinterpret_cast<char*>(all.data());
  for (const Section& section : sections) {
    const std::string_view own = section.*part;
    if (!own.empty()) std::memcpy(to, own.data(), own.size());
    to += own.size();
  }
  return all;
}

// Where each bucket of a split pool begins in the whole pool.
std::size_t place_of_bucket(const Plan& plan, std::size_t pool, std::size_t bucket,
                            const random::Key& key) {
  constexpr std::size_t at_once = std::size_t{1} << 20;
  const std::size_t size = plan.pool_sizes[pool];
  std::size_t place = 0;
  std::vector<std::uint16_t> buckets;
  for (std::size_t first = 0; first < size && bucket > 0; first += at_once) {
    buckets.resize(std::min(at_once, size - first));
    random::draw_buckets(key, pool_name(plan, pool), size, first, buckets);
    place += static_cast<std::size_t>(
        std::ranges::count_if(buckets, [&](std::uint16_t b) { return b < bucket; }));
  }
  return place;
}

// Of a split pool, whether the values are of the buckets of this task.
bool are_of_task(const PoolTask& task, std::span<const Section> sections) {
  const auto buckets = joined<std::uint16_t>(sections, &Section::buckets);
  return std::ranges::all_of(buckets, [&](std::uint16_t bucket) {
    return bucket >= task.first_bucket && bucket < task.last_bucket;
  });
}

// The pool, or these buckets of it, in its random order.
template <class Value>
std::vector<Value> shuffled(const Plan& plan, const PoolTask& task, std::size_t pool,
                            std::span<const Section> sections, const random::Key& key) {
  const auto name = pool_name(plan, pool);
  const std::size_t size = plan.pool_sizes[pool];
  const std::size_t buckets =
      task.is_split() ? task.last_bucket - task.first_bucket : random::bucket_count(size);
  auto values = joined<Value>(sections, &Section::values);
  if (buckets == 1 && !task.is_split()) {
    random::shuffle_bucket(key, name, 0, std::span<Value>(values));
    return values;
  }
  auto bucket_of = joined<std::uint16_t>(sections, &Section::buckets);
  if (!task.is_split()) {
    bucket_of.resize(values.size());
    random::draw_buckets(key, name, bucket_of);
  }
  for (std::uint16_t& b : bucket_of) b = static_cast<std::uint16_t>(b - task.first_bucket);
  const Starts starts = random::bucket_starts(bucket_of, buckets);
  std::vector<Value> scattered(values.size());
  Starts next = starts;
  for (std::size_t i = 0; i < values.size(); ++i) scattered[next[bucket_of[i]]++] = values[i];
  for (std::size_t b = 0; b < buckets; ++b) {
    random::shuffle_bucket(
        key, name, task.first_bucket + b,
        std::span<Value>(scattered).subspan(starts[b], starts[b + 1] - starts[b]));
  }
  return scattered;
}

// Row tasks take the values of a pool one task after the other; `first` is the place in the pool of
// the first value at hand.
template <class Value>
void hand_out(std::size_t pool, std::size_t first, std::span<const Value> values,
              std::span<const std::size_t> counts, std::vector<ByteWriter>& out) {
  std::size_t begin = 0;
  for (std::size_t task = 0; task < counts.size(); ++task) {
    const std::size_t end = begin + counts[task];
    const std::size_t from = std::max(begin, first);
    const std::size_t to = std::min(end, first + values.size());
    begin = end;
    if (from >= to) continue;
    out[task].add<std::uint64_t>(pool);
    out[task].add<std::uint64_t>(to - from);
    out[task].add_plain(values.subspan(from - first, to - from));
  }
}

template <class Value>
Status add_pool(const Plan& plan, const PoolTask& task, std::size_t pool,
                std::span<const Section> sections, const random::Key& key,
                std::vector<ByteWriter>& out) {
  std::vector<std::size_t> counts(plan.row_tasks);
  for (const Section& section : sections) {
    if (!add_task_counts(section.task_counts, counts)) return damaged();
  }
  const std::size_t all = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  if (all != plan.pool_sizes[pool]) return changed();
  if (!are_of_task(task, sections)) return damaged();
  const auto values = shuffled<Value>(plan, task, pool, sections, key);
  if (!task.is_split() && values.size() != all) return changed();
  const std::size_t first = place_of_bucket(plan, pool, task.first_bucket, key);
  hand_out<Value>(pool, first, values, counts, out);
  return Done{};
}

}  // namespace

Result<std::vector<std::string>> pooled(const Plan& plan, std::size_t task,
                                        std::span<const std::string_view> dealt,
                                        const random::Key& key) {
  const auto sections = sections_in(plan, task, dealt);
  if (!sections) return sections.error();
  std::vector<ByteWriter> out(plan.row_tasks);
  for (auto begin = sections->begin(); begin != sections->end();) {
    const std::size_t pool = begin->pool;
    const auto end = std::ranges::upper_bound(begin, sections->end(), pool, {}, &Section::pool);
    const std::span<const Section> own(begin, end);
    const OutlinedColumn& column = plan.outline.columns[plan.column_of(pool)];
    const PoolTask& range = plan.pool_tasks[task];
    const Status done = column.has_texts ? add_pool<Code>(plan, range, pool, own, key, out)
                        : column.has_reals
                            ? add_pool<double>(plan, range, pool, own, key, out)
                            : add_pool<std::int64_t>(plan, range, pool, own, key, out);
    if (!done) return done.error();
    begin = end;
  }
  std::vector<std::string> texts;
  for (ByteWriter& bytes : out) texts.push_back(bytes.take());
  return texts;
}

}  // namespace overhand::parts
