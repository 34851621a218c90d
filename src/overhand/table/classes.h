// Classes of records: those that agree in a column, or in several. A class is a number; classes are
// numbered in the order of their first records.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "overhand/table/value_bits.h"

namespace overhand {

// Equal values have equal keys: every missing value is one value, and so are 0 and -0.
inline std::uint64_t key_of(double value) { return value_bits(value); }
inline std::int64_t key_of(std::int64_t value) { return value; }
inline Code key_of(Code value) { return value; }

// Numbers for keys, in the order of their first appearance: equal ones for equal keys.
template <class Key>
class Numbering {
 public:
  std::uint32_t number_of(const Key& key) {
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<Key, std::uint32_t> numbers_;
};

// The number of each record's class.
using Classes = std::vector<std::uint32_t>;

std::size_t class_count(const Classes& classes);

// The classes by the values of a column.
Classes value_numbers(const Column& column);

// Those that agree in what both tell.
void refine(Classes& classes, const Classes& values);

}  // namespace overhand
