// Counts the records that what is left of a record's keys is true of.
//
// A record agrees with another where it has the same value in every key that the other has left. A
// gap of its own agrees with no value, unlike in class_sizes.h: a few records that never had keys
// would else hide everybody.
#pragma once

#include <map>
#include <vector>

#include "overhand/keys/key_groups.h"
#include "overhand/keys/packed_internal.h"
#include "overhand/keys/word_index_internal.h"

namespace overhand::keys {

using KeySet = std::uint32_t;  // bit j for key j
using GroupNumbers = std::vector<std::uint32_t>;

// Whether what is left of a record is true of another, or may be because of emptied cells.
enum class Match { none, emptied, is_true };

// What counts of a group is its weight.
template <std::size_t Size>
class Agreement {
 public:
  Agreement(const KeyCodes& keys, const KeyGroups& groups)
      : layout_(layout_of(keys)), groups_(groups) {
    for (std::uint32_t group = 0; group < groups.count(); ++group) {
      gaps_.push_back(gaps_of(keys, groups.first[group]));
      packed_.push_back(packed<Size>(keys, layout_, groups.first[group]));
    }
  }

  // Of each of the groups: what agrees with it in all keys but those of `without`.
  Reals counts(const GroupNumbers& asked, KeySet without) const {
    std::map<KeySet, std::vector<std::size_t>> by_gaps;  // places in `asked`
    for (std::size_t i = 0; i < asked.size(); ++i) by_gaps[gaps_[asked[i]]].push_back(i);
    Reals counts(asked.size());
    for (const auto& [gaps, places] : by_gaps) count(asked, places, without | gaps, counts);
    return counts;
  }

  // Those of `asked` that weights of at least k agree with in all keys but those of `without`, and
  // that have a value in each of these.
  GroupNumbers enough(const GroupNumbers& asked, KeySet without, std::size_t k) const {
    GroupNumbers able;
    for (const std::uint32_t group : asked) {
      if ((gaps_[group] & without) == 0) able.push_back(group);
    }
    const Reals found = counts(able, without);
    GroupNumbers with_enough;
    for (std::size_t i = 0; i < able.size(); ++i) {
      if (found[i] >= static_cast<double>(k)) with_enough.push_back(able[i]);
    }
    return with_enough;
  }

  std::size_t group_count() const { return packed_.size(); }
  KeySet all_keys() const { return (KeySet{1} << layout_.fields.size()) - 1; }
  double weight(std::uint32_t group) const { return groups_.weights[group]; }
  KeySet gaps(std::uint32_t group) const { return gaps_[group]; }
  const Words<Size>& words(std::uint32_t group) const { return packed_[group]; }
  Words<Size> mask(KeySet keys) const { return mask_of<Size>(layout_, keys); }

  // Of `group` without the keys of `without`, and `other`, of which those of `emptied` are.
  Match match(std::uint32_t group, KeySet without, std::uint32_t other, KeySet emptied) const {
    const KeySet left = ~(without | gaps_[group]);
    if (agree(group, other, left)) return Match::is_true;
    return emptied != 0 && agree(group, other, left & ~emptied) ? Match::emptied : Match::none;
  }

 private:
  bool agree(std::uint32_t a, std::uint32_t b, KeySet keys) const {
    const auto mask = mask_of<Size>(layout_, keys);
    return are_same(packed_[a] & mask, packed_[b] & mask);
  }

  void count(const GroupNumbers& asked, const std::vector<std::size_t>& places, KeySet left_out,
             Reals& counts) const {
    const auto mask = mask_of<Size>(layout_, ~left_out);
    WordIndex<Size> index(places.size());
    GroupNumbers numbers;
    for (const std::size_t place : places) {
      numbers.push_back(index.number_of(packed_[asked[place]] & mask));
    }
    Reals sums(index.size());
    for (std::size_t other = 0; other < packed_.size(); ++other) {
      const std::uint32_t number = index.find(packed_[other] & mask);
      if (number != WordIndex<Size>::none) sums[number] += groups_.weights[other];
    }
    for (std::size_t i = 0; i < places.size(); ++i) counts[places[i]] = sums[numbers[i]];
  }

  Layout layout_;
  const KeyGroups& groups_;
  std::vector<KeySet> gaps_;
  std::vector<Words<Size>> packed_;
};

}  // namespace overhand::keys
