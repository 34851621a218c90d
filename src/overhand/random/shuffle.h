// The scatter shuffle: a uniform random order that is a pure function of (key, name, size).
//
// C. R. Rao (1961) and M. Sandelius (1962): send each element to a random bucket, keep the order
// within a bucket, shuffle each bucket, concatenate. Exactly uniform for any number of buckets
// (docs/theory/scatter_shuffle.md). Element i's bucket is decided by the i-th half word of the
// stream, each bucket is shuffled (Fisher-Yates) from its own stream, and a bucket fits in the
// cache: no random access to main memory, and the same result for any number of threads or
// machines.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "overhand/random/uniform.h"

namespace overhand::random {

// A bucket holds this many elements at most on average: part of the definition of the shuffle.
constexpr std::size_t bucket_capacity = std::size_t{1} << 16;
constexpr std::size_t most_buckets = std::size_t{1} << 16;  // half a word of the stream names one

// The number of buckets, a power of two, of a shuffle of `size` elements.
inline std::size_t bucket_count(std::size_t size) {
  const std::size_t enough = (size + bucket_capacity - 1) / bucket_capacity;
  return std::clamp(std::bit_ceil(enough), std::size_t{1}, most_buckets);
}

// Fisher-Yates: all orders of `values` are equally likely. Two draws a word while that hardly ever
// rejects: N. Brackett-Rozinsky and D. Lemire (2024), "Batched ranged random integer generation".
template <class Value>
void shuffle_in_cache(std::span<Value> values, Stream& stream) {
  constexpr std::size_t largest_pair = std::size_t{1} << 14;
  std::size_t left = values.size();
  for (; left > largest_pair; --left) {
    std::swap(values[left - 1], values[uniform_below(static_cast<std::uint32_t>(left), stream)]);
  }
  for (; left > 2; left -= 2) {
    const auto [first, second] = uniform_pair_below(static_cast<std::uint32_t>(left), stream);
    std::swap(values[left - 1], values[first]);
    std::swap(values[left - 2], values[second]);
  }
  if (left == 2) std::swap(values[1], values[uniform_below(2, stream)]);
}

// The three parts of a scatter shuffle, for who moves elements to their buckets by other means.

// The bucket of each element: the leading bits of the i-th half word of the stream.
void draw_buckets(const Key& key, const StreamName& name, std::span<std::uint16_t> bucket_of);

// The same of the elements from `first` on alone, of a shuffle of `size` elements.
void draw_buckets(const Key& key, const StreamName& name, std::size_t size, std::size_t first,
                  std::span<std::uint16_t> bucket_of);

// Where each bucket begins when all are laid one after the other, with the end of the last behind.
std::vector<std::size_t> bucket_starts(std::span<const std::uint16_t> bucket_of,
                                       std::size_t buckets);

// The same of a whole shuffle, of which no more than a part is in the memory at a time.
std::vector<std::size_t> bucket_starts(const Key& key, const StreamName& name, std::size_t size);

// The buckets of the elements of a shuffle, one after the other.
class BucketSequence {
 public:
  BucketSequence(const Key& key, const StreamName& name, std::size_t size)
      : stream_(key, name), shift_(16 - std::countr_zero(bucket_count(size))) {}

  std::size_t next() {
    is_low_ = !is_low_;
    if (is_low_) word_ = stream_.next_word();
    return (is_low_ ? word_ & 0xffff : word_ >> 16) >> shift_;
  }

 private:
  Stream stream_;
  int shift_;
  std::uint32_t word_ = 0;
  bool is_low_ = false;
};

template <class Value>
void shuffle_bucket(const Key& key, StreamName name, std::size_t bucket, std::span<Value> values) {
  name.bucket = static_cast<std::uint32_t>(bucket + 1);
  Stream stream(key, name, values.size());
  shuffle_in_cache(values, stream);
}

// The order of a whole shuffle: element i of the shuffled sequence is element permutation(...)[i]
// of the original one.
using Permutation = std::vector<std::uint32_t>;
Permutation permutation(const Key& key, const StreamName& name, std::size_t size);

}  // namespace overhand::random
