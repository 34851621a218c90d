// WordIndex: numbers for packed keys in the order of their first appearance.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "overhand/keys/packed_internal.h"

namespace overhand::keys {

template <std::size_t Size>
class WordIndex {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  explicit WordIndex(std::size_t most)
      : slots_(std::bit_ceil(most < few ? 16 * most + 16 : 2 * most + 2), none),
        shift_(static_cast<unsigned>(64 - std::countr_zero(slots_.size()))) {
    known_.reserve(most);
  }

  std::size_t size() const { return known_.size(); }

  // Of at most as many different ones as were announced.
  std::uint32_t number_of(const Words<Size>& words) {
    std::uint32_t& slot = slot_of(words);
    if (slot == none) {
      slot = static_cast<std::uint32_t>(known_.size());
      known_.push_back(words);
    }
    return slot;
  }

  std::uint32_t find(const Words<Size>& words) const {
    return const_cast<WordIndex*>(this)->slot_of(words);
  }

 private:
  static constexpr std::size_t few = 4096;  // then asked mostly for what is not there

  std::uint32_t& slot_of(const Words<Size>& words) {
    std::size_t place = hash_of(words) >> shift_;
    while (slots_[place] != none && !are_same(known_[slots_[place]], words)) {
      place = (place + 1) & (slots_.size() - 1);
    }
    return slots_[place];
  }

  std::vector<std::uint32_t> slots_;
  std::vector<Words<Size>> known_;
  unsigned shift_;
};

}  // namespace overhand::keys
