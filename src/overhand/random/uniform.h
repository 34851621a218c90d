// Uniform variates from a stream, without bias.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>

#include "overhand/random/stream.h"

namespace overhand::random {

// Each integer of [0, bound) with the same probability. D. Lemire (2019), "Fast random integer
// generation in an interval", ACM TOMACS 29(1): a multiplication, and a rejection so rare that the
// division hardly ever runs.
inline std::uint32_t uniform_below(std::uint32_t bound, Stream& stream) {
  assert(bound > 0);
  std::uint64_t product = std::uint64_t{stream.next_word()} * bound;
  if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
    const std::uint32_t rejected = -bound % bound;
    while (static_cast<std::uint32_t>(product) < rejected) {
      product = std::uint64_t{stream.next_word()} * bound;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

// Two independent draws from one word: one of [0, bound), one of [0, bound - 1), where
// 1 < bound <= 2^16. The same argument, with bound * (bound - 1) in the place of bound.
inline std::pair<std::uint32_t, std::uint32_t> uniform_pair_below(std::uint32_t bound,
                                                                  Stream& stream) {
  assert(bound > 1 && bound <= std::uint32_t{1} << 16);
  const std::uint32_t outcomes = bound * (bound - 1);
  std::uint64_t first = std::uint64_t{stream.next_word()} * bound;
  std::uint64_t second = (first & 0xffffffff) * (bound - 1);
  if (static_cast<std::uint32_t>(second) < outcomes) [[unlikely]] {
    const std::uint32_t rejected = -outcomes % outcomes;
    while (static_cast<std::uint32_t>(second) < rejected) {
      first = std::uint64_t{stream.next_word()} * bound;
      second = (first & 0xffffffff) * (bound - 1);
    }
  }
  return {static_cast<std::uint32_t>(first >> 32), static_cast<std::uint32_t>(second >> 32)};
}

// A real in the open interval (0, 1): the midpoints of 2^53 equal parts.
inline double uniform(Stream& stream) {
  return (static_cast<double>(stream.next_double_word() >> 11) + 0.5) * 0x1.0p-53;
}

inline double uniform_between(double low, double high, Stream& stream) {
  return low + (high - low) * uniform(stream);
}

}  // namespace overhand::random
