// Fits: how many of the records that go out a person may be, for who knows all their keys and rules
// out each record that shows another value.
#pragma once

#include <map>

#include "overhand/core/parallel.h"
#include "overhand/keys/agreement_internal.h"

namespace overhand::keys {

// Records of one group with the same cells emptied.
struct Piece {
  std::uint32_t group = 0;
  KeySet emptied = 0;
  double weight = 0;
};

// What pieces with the same cells emptied weigh, by what they still show.
template <std::size_t Size>
class ShownWeights {
 public:
  ShownWeights(const Agreement<Size>& agreement, KeySet keys,
               const std::vector<const Piece*>& pieces)
      : mask_(agreement.mask(keys)), index_(pieces.size()) {
    for (const Piece* piece : pieces) {
      const auto number = index_.number_of(agreement.words(piece->group) & mask_);
      if (number == weights_.size()) weights_.push_back(0);
      weights_[number] += piece->weight;
    }
  }

  double of(const Words<Size>& words) const {
    const std::uint32_t number = index_.find(words & mask_);
    return number == WordIndex<Size>::none ? 0 : weights_[number];
  }

 private:
  Words<Size> mask_;
  WordIndex<Size> index_;
  Reals weights_ = {};
};

// Of each group: what the pieces weigh that fit it. A key that the group has not itself is not
// known of it, and a gap that a piece always had fits no value.
template <std::size_t Size>
Reals fits_of(const Agreement<Size>& agreement, const GroupNumbers& asked,
              const std::vector<Piece>& pieces) {
  std::map<KeySet, std::vector<const Piece*>> by_emptied;
  for (const Piece& piece : pieces) by_emptied[piece.emptied].push_back(&piece);
  std::map<KeySet, std::vector<std::size_t>> by_gaps;
  for (std::size_t i = 0; i < asked.size(); ++i) by_gaps[agreement.gaps(asked[i])].push_back(i);
  Reals fits(asked.size());
  for (const auto& [gaps, places] : by_gaps) {
    std::vector<ShownWeights<Size>> all;
    for (const auto& [emptied, of_these] : by_emptied) {
      all.emplace_back(agreement, ~(emptied | gaps), of_these);
    }
    parallel_for_each_index(places.size(), [&](std::size_t i) {
      for (const auto& weights : all) {
        fits[places[i]] += weights.of(agreement.words(asked[places[i]]));
      }
    });
  }
  return fits;
}

}  // namespace overhand::keys
