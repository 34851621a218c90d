#include "overhand/core/parallel.h"
#include "overhand/keys/packed_internal.h"
#include "overhand/keys/unique_sets_internal.h"
#include "overhand/keys/word_index_internal.h"

namespace overhand::keys {
namespace {

constexpr std::uint32_t has_gap = UINT32_MAX;

std::vector<std::size_t> members_of(std::uint32_t set) {
  std::vector<std::size_t> members;
  for (std::size_t j = 0; j < most_keys; ++j) {
    if ((set >> j & 1U) != 0) members.push_back(j);
  }
  return members;
}

}  // namespace

GroupKeys::GroupKeys(const KeyCodes& keys, const KeyGroups& groups)
    : keys_(keys), groups_(groups), codes_(keys.key_count()), gaps_(groups.count()) {
  parallel_for_each_index(codes_.size(), [&](std::size_t j) {
    codes_[j].resize(groups.count());
    for (std::size_t g = 0; g < groups.count(); ++g) {
      codes_[j][g] = keys.columns[j].codes[groups.first[g]];
    }
  });
  for (std::size_t g = 0; g < gaps_.size(); ++g) gaps_[g] = gaps_of(keys, groups.first[g]);
}

// Of groups numbered by their values, below `count`, or has_gap.
template <class Number>
std::vector<std::uint32_t> GroupKeys::alone_in(const std::vector<Number>& numbers,
                                               std::size_t count) const {
  std::vector<std::uint8_t> seen(count);  // 2: by two records or more
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    if (numbers[g] == has_gap) continue;
    auto& times = seen[numbers[g]];
    times = times > 0 || groups_.counts[g] > 1 ? 2 : 1;
  }
  std::vector<std::uint32_t> alone;
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    if (numbers[g] != has_gap && seen[numbers[g]] == 1) {
      alone.push_back(static_cast<std::uint32_t>(g));
    }
  }
  return alone;
}

// By the place that the values have among all there could be.
std::vector<std::uint32_t> GroupKeys::by_place(const std::vector<std::size_t>& chosen) const {
  std::vector<std::uint32_t> places(gaps_.size(), 0);
  std::uint32_t count = 1;
  for (const std::size_t j : chosen) {
    const auto levels = static_cast<std::uint32_t>(keys_.columns[j].levels);
    for (std::size_t g = 0; g < places.size(); ++g) {
      const Code code = codes_[j][g];
      if (is_missing(code) || places[g] == has_gap) {
        places[g] = has_gap;
      } else {
        places[g] = places[g] * levels + static_cast<std::uint32_t>(code);
      }
    }
    count *= levels;
  }
  return alone_in(places, count);
}

std::vector<std::uint32_t> GroupKeys::by_hash(std::uint32_t set) const {
  const Layout layout = layout_of(keys_);
  return with_words(layout.words, [&](auto words) {
    const auto mask = mask_of<words()>(layout, set);
    WordIndex<words()> index(gaps_.size());
    std::vector<std::uint32_t> numbers(gaps_.size(), has_gap);
    for (std::size_t g = 0; g < gaps_.size(); ++g) {
      if ((gaps_[g] & set) != 0) continue;
      numbers[g] = index.number_of(packed<words()>(keys_, layout, groups_.first[g]) & mask);
    }
    return alone_in(numbers, index.size());
  });
}

std::vector<std::uint32_t> GroupKeys::singled_out_by(std::uint32_t set) const {
  const auto chosen = members_of(set);
  const double most_places = 4e6 + 4 * static_cast<double>(gaps_.size());
  double places = 1;
  for (const std::size_t j : chosen) places *= static_cast<double>(keys_.columns[j].levels);
  return places <= most_places ? by_place(chosen) : by_hash(set);
}

}  // namespace overhand::keys
