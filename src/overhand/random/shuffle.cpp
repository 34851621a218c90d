#include "overhand/random/shuffle.h"

#include <numeric>

#include "overhand/core/parallel.h"

namespace overhand::random {
namespace {

Permutation scattered(std::span<const std::uint16_t> bucket_of, std::vector<std::size_t> next) {
  Permutation order(bucket_of.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[next[bucket_of[i]]++] = i;
  return order;
}

// The buckets of the elements from `first` on.
void draw_part(const Key& key, const StreamName& name, int shift, std::size_t first,
               std::span<std::uint16_t> bucket_of) {
  constexpr std::size_t elements_per_block = 2 * Stream::words_per_block;
  Stream stream(key, name, bucket_of.size() / 2 + Stream::words_per_block);
  stream.seek(static_cast<std::uint32_t>(first / elements_per_block));
  for (std::size_t i = 0; i < first % elements_per_block / 2; ++i) stream.next_word();
  std::size_t i = 0;
  if (first % 2 == 1 && !bucket_of.empty()) {
    bucket_of[i++] = static_cast<std::uint16_t>(stream.next_word() >> 16 >> shift);
  }
  for (; i < bucket_of.size(); i += 2) {
    const std::uint32_t word = stream.next_word();
    bucket_of[i] = static_cast<std::uint16_t>((word & 0xffff) >> shift);
    if (i + 1 < bucket_of.size())
      bucket_of[i + 1] = static_cast<std::uint16_t>(word >> 16 >> shift);
  }
}

}  // namespace

void draw_buckets(const Key& key, const StreamName& name, std::span<std::uint16_t> bucket_of) {
  draw_buckets(key, name, bucket_of.size(), 0, bucket_of);
}

void draw_buckets(const Key& key, const StreamName& name, std::size_t size, std::size_t first,
                  std::span<std::uint16_t> bucket_of) {
  if (bucket_count(size) == 1) {
    std::ranges::fill(bucket_of, std::uint16_t{0});
    return;
  }
  constexpr std::size_t elements_per_task = std::size_t{1} << 16;
  const int shift = 16 - std::countr_zero(bucket_count(size));
  const std::size_t last = first + bucket_of.size();
  const std::size_t first_task = first / elements_per_task;
  const std::size_t tasks = (last + elements_per_task - 1) / elements_per_task - first_task;
  parallel_for_each_index(tasks, [&](std::size_t task) {
    const std::size_t task_begin = (first_task + task) * elements_per_task;
    const std::size_t begin = std::max(task_begin, first);
    const std::size_t end = std::min(task_begin + elements_per_task, last);
    draw_part(key, name, shift, begin, bucket_of.subspan(begin - first, end - begin));
  });
}

std::vector<std::size_t> bucket_starts(std::span<const std::uint16_t> bucket_of,
                                       std::size_t buckets) {
  std::vector<std::size_t> starts(buckets + 1);
  for (const std::uint16_t bucket : bucket_of) ++starts[bucket + std::size_t{1}];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

std::vector<std::size_t> bucket_starts(const Key& key, const StreamName& name, std::size_t size) {
  constexpr std::size_t elements_at_once = std::size_t{1} << 20;
  std::vector<std::size_t> starts(bucket_count(size) + 1);
  std::vector<std::uint16_t> bucket_of;
  for (std::size_t first = 0; first < size; first += elements_at_once) {
    bucket_of.resize(std::min(elements_at_once, size - first));
    draw_buckets(key, name, size, first, bucket_of);
    for (const std::uint16_t bucket : bucket_of) ++starts[bucket + std::size_t{1}];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

Permutation permutation(const Key& key, const StreamName& name, std::size_t size) {
  assert(size < std::size_t{1} << 32);
  const std::size_t buckets = bucket_count(size);
  std::vector<std::uint16_t> bucket_of(size);
  draw_buckets(key, name, bucket_of);
  const auto starts = bucket_starts(bucket_of, buckets);
  Permutation order = scattered(bucket_of, starts);
  parallel_for_each_index(buckets, [&](std::size_t bucket) {
    shuffle_bucket(key, name, bucket,
                   std::span(order).subspan(starts[bucket], starts[bucket + 1] - starts[bucket]));
  });
  return order;
}

}  // namespace overhand::random
