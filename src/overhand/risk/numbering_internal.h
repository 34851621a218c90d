// Numbers for keys, in the order of their first appearance.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace overhand::risk {

// Equal keys get equal numbers.
template <class Key>
class Numbering {
 public:
  std::uint32_t number_of(const Key& key) {
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<Key, std::uint32_t> numbers_;
};

}  // namespace overhand::risk
