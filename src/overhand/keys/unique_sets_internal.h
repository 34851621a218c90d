// Which groups a set of keys singles out.
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/keys/key_groups.h"

namespace overhand::keys {

// The keys of the groups, in memory of their own so that a set of them passes by quickly.
class GroupKeys {
 public:
  GroupKeys(const KeyCodes& keys, const KeyGroups& groups);

  // The groups of one record, of those that are alone, whose values in these keys no other group
  // has; a group with a gap in one of them has none. In their order.
  std::vector<std::uint32_t> singled_out_by(std::uint32_t set) const;

 private:
  template <class Number>
  std::vector<std::uint32_t> alone_in(const std::vector<Number>& numbers, std::size_t count) const;
  std::vector<std::uint32_t> by_place(const std::vector<std::size_t>& chosen) const;
  std::vector<std::uint32_t> by_hash(std::uint32_t set) const;

  const KeyCodes& keys_;
  const KeyGroups& groups_;
  std::vector<std::vector<Code>> codes_;  // of each key, group by group
  std::vector<std::uint32_t> gaps_;
};

}  // namespace overhand::keys
