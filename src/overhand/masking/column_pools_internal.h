// The pools of one column of sjppds: its values by bin, each bin in a random order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "overhand/core/memory.h"
#include "overhand/random/shuffle.h"
#include "overhand/table/column.h"

namespace overhand::masking {

// A column's values are laid out in pools, one for each bin, and the pools in the buckets of their
// scatter shuffle. Places in that layout:
using Starts = std::vector<std::size_t>;  // where each part begins, and the end of the last

struct Buckets {
  Starts first;   // the number of each pool's first bucket
  Starts starts;  // the place of each bucket
};

// The buffers of one thread, used again for each column it masks: fresh memory costs as much as the
// work done in it.
template <class Code>
struct Workspace {
  std::vector<Code> codes;
  std::tuple<Reals, Integers, std::vector<overhand::Code>> pools;
};

inline random::StreamName pool_name(std::uint32_t column, std::size_t code) {
  return {random::Purpose::bin_shuffle, column, static_cast<std::uint32_t>(code)};
}

template <class Code>
Starts pool_starts(std::span<const Code> codes, std::size_t count) {
  Starts starts(count + 1);
  for (const Code code : codes) ++starts[std::size_t{code} + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

inline bool is_one_bucket_each(const Starts& pools) {
  for (std::size_t i = 1; i < pools.size(); ++i) {
    if (random::bucket_count(pools[i] - pools[i - 1]) > 1) return false;
  }
  return true;
}

inline Buckets one_bucket_each(const Starts& pools) {
  Buckets buckets{Starts(pools.size()), pools};
  std::iota(buckets.first.begin(), buckets.first.end(), std::size_t{0});
  return buckets;
}

inline Buckets drawn_buckets(const Starts& pools, std::uint32_t column, const random::Key& key) {
  Buckets buckets;
  for (std::size_t code = 0; code + 1 < pools.size(); ++code) {
    const std::size_t size = pools[code + 1] - pools[code];
    const bool is_one = random::bucket_count(size) == 1;
    const Starts starts =
        is_one ? Starts{0, size} : random::bucket_starts(key, pool_name(column, code), size);
    buckets.first.push_back(buckets.starts.size());
    for (std::size_t b = 0; b + 1 < starts.size(); ++b) {
      buckets.starts.push_back(pools[code] + starts[b]);
    }
  }
  buckets.first.push_back(buckets.starts.size());
  buckets.starts.push_back(pools.back());
  return buckets;
}

template <class Code, class Value>
void scatter_to_pools(std::span<const Value> values, std::span<const Code> codes, Starts next,
                      std::span<Value> pools) {
  for (std::size_t i = 0; i < values.size(); ++i) pools[next[codes[i]]++] = values[i];
}

// Pools of one bucket need no word to say which.
using Sequences = std::vector<std::unique_ptr<random::BucketSequence>>;

inline Sequences sequences_of(const Starts& pools, std::uint32_t column, const random::Key& key) {
  Sequences sequences(pools.size() - 1);
  for (std::size_t code = 0; code < sequences.size(); ++code) {
    const std::size_t size = pools[code + 1] - pools[code];
    if (random::bucket_count(size) == 1) continue;
    sequences[code] = std::make_unique<random::BucketSequence>(key, pool_name(column, code), size);
  }
  return sequences;
}

template <class Code, class Value>
void scatter_to_buckets(std::span<const Value> values, std::span<const Code> codes,
                        const Sequences& sequences, const Buckets& buckets,
                        std::span<Value> pools) {
  Starts next_in_bucket = buckets.starts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t code = codes[i];
    const std::size_t bucket = sequences[code] == nullptr ? 0 : sequences[code]->next();
    pools[next_in_bucket[buckets.first[code] + bucket]++] = values[i];
  }
}

template <class Value>
void shuffle_buckets(std::span<Value> pools, const Buckets& buckets, std::uint32_t column,
                     const random::Key& key) {
  const auto& [first, starts] = buckets;
  for (std::size_t code = 0; code + 1 < first.size(); ++code) {
    for (std::size_t b = first[code]; b < first[code + 1]; ++b) {
      random::shuffle_bucket(key, pool_name(column, code), b - first[code],
                             pools.subspan(starts[b], starts[b + 1] - starts[b]));
    }
  }
}

// Values in their pools, to be drawn for one masked record after the other.
template <class Value, class Code>
class PooledValues {
 public:
  // The codes of the workspace say the bin of each value; the pools stay there.
  PooledValues(std::span<const Value> values, std::uint32_t column, std::size_t code_count,
               const random::Key& key, Workspace<Code>& workspace)
      : codes_(workspace.codes), next_(pool_starts<Code>(workspace.codes, code_count)) {
    auto& pools = std::get<std::vector<Value>>(workspace.pools);
    pools.resize(values.size());
    Buckets buckets;
    if (is_one_bucket_each(next_)) {
      buckets = one_bucket_each(next_);
      scatter_to_pools<Code, Value>(values, workspace.codes, next_, pools);
    } else {
      buckets = drawn_buckets(next_, column, key);
      scatter_to_buckets<Code, Value>(values, workspace.codes, sequences_of(next_, column, key),
                                      buckets, pools);
    }
    shuffle_buckets<Value>(pools, buckets, column, key);
    pools_ = pools;
  }

  // masked[i] = the next value of the pool of the source's bin. What the next steps need is asked
  // for in time: codes lie in random places, and pools are more than the processor prefetches by
  // itself.
  void draw(std::span<const Row> sources, std::span<Value> masked) {
    constexpr std::size_t records_ahead = 32;
    std::size_t i = 0;
    for (; i + records_ahead < masked.size(); ++i) {
      __builtin_prefetch(codes_.data() + sources[i + records_ahead]);
      masked[i] = drawn_for(sources[i]);
    }
    for (; i < masked.size(); ++i) masked[i] = drawn_for(sources[i]);
  }

  // The same, and what is drawn leaves the pools: both together take the memory of one of them.
  // The pools must be filled anew before they are used again.
  void draw_out(std::span<const Row> sources, std::span<Value> masked) {
    constexpr std::size_t step = std::size_t{1} << 19;
    const Starts first = next_;
    Starts forgotten = next_;
    for (std::size_t begin = 0; begin < masked.size(); begin += step) {
      const std::size_t size = std::min(step, masked.size() - begin);
      draw(sources.subspan(begin, size), masked.subspan(begin, size));
      for (std::size_t code = 0; code < next_.size() && size == step; ++code) {
        forget(pools_.subspan(forgotten[code], next_[code] - forgotten[code]));
        // A page that is not drawn to its end yet is forgotten with those that follow.
        constexpr std::size_t page = 4096 / sizeof(Value);
        forgotten[code] = std::max(first[code], next_[code] - std::min(next_[code], page));
      }
    }
  }

 private:
  Value drawn_for(Row source) {
    constexpr std::size_t values_ahead = 24;
    const std::size_t place = next_[codes_[source]]++;
    __builtin_prefetch(pools_.data() + place + values_ahead);
    return pools_[place];
  }

  std::span<const Code> codes_;
  std::span<Value> pools_;
  Starts next_;  // the place of the next value of each pool
};

}  // namespace overhand::masking
