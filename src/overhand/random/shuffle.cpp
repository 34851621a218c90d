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

}  // namespace

void draw_buckets(const Key& key, const StreamName& name, std::span<std::uint16_t> bucket_of) {
  constexpr std::size_t elements_per_task = std::size_t{1} << 16;
  const std::size_t size = bucket_of.size();
  if (bucket_count(size) == 1) {
    std::ranges::fill(bucket_of, std::uint16_t{0});
    return;
  }
  const int shift = 16 - std::countr_zero(bucket_count(size));
  parallel_for_each_index(
      (size + elements_per_task - 1) / elements_per_task, [&](std::size_t task) {
        const std::size_t begin = task * elements_per_task;
        const std::size_t end = std::min(begin + elements_per_task, size);
        Stream stream(key, name, (end - begin) / 2 + 1);
        stream.seek(static_cast<std::uint32_t>(begin / 2 / Stream::words_per_block));
        for (std::size_t i = begin; i < end; i += 2) {
          const std::uint32_t word = stream.next_word();
          bucket_of[i] = static_cast<std::uint16_t>((word & 0xffff) >> shift);
          if (i + 1 < end) bucket_of[i + 1] = static_cast<std::uint16_t>(word >> 16 >> shift);
        }
      });
}

std::vector<std::size_t> bucket_starts(std::span<const std::uint16_t> bucket_of,
                                       std::size_t buckets) {
  std::vector<std::size_t> starts(buckets + 1);
  for (const std::uint16_t bucket : bucket_of) ++starts[bucket + std::size_t{1}];
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
