// The last pass of suppression: cells of a few others emptied, so that every person fits k records.
//
// Who knows all keys of a person rules out each record that shows another value. So of a bishop
// whose job was emptied alone the record is found: no other job is empty. Where the jobs of k - 1
// neighbours are emptied too, who may have any job then, it is not.
#pragma once

#include <algorithm>
#include <map>
#include <queue>

#include "overhand/core/parallel.h"
#include "overhand/core/stopping.h"
#include "overhand/keys/agreement_internal.h"

namespace overhand::keys {

// Records of one group with the same cells emptied.
struct Piece {
  std::uint32_t group = 0;
  KeySet emptied = 0;
  double weight = 0;
};

template <std::size_t Size>
class Fitting {
 public:
  Fitting(const Agreement<Size>& agreement, double k) : agreement_(agreement), k_(k) {}

  // Of each of the groups: what the pieces weigh that fit it. A key that the group has not itself
  // is not known of it, and a gap that a piece always had fits no value.
  Reals counts(const GroupNumbers& asked, const std::vector<Piece>& pieces) const {
    std::map<KeySet, std::vector<const Piece*>> by_emptied;
    for (const Piece& piece : pieces) by_emptied[piece.emptied].push_back(&piece);
    Reals counts(asked.size());
    for (const auto& [gaps, places] : by_gaps(asked)) {
      const std::vector<Sums> all = sums_of(by_emptied, gaps);
      parallel_for_each_index(places.size(), [&](std::size_t i) {
        for (const Sums& sums : all) {
          counts[places[i]] += sums.of(agreement_.words(asked[places[i]]));
        }
      });
    }
    return counts;
  }

  // The groups that fit fewer than k of those pieces.
  struct Short {
    GroupNumbers groups;
    Reals fits;
  };
  Short fitting_fewer(const GroupNumbers& asked, const std::vector<Piece>& pieces) const {
    const Reals found = counts(asked, pieces);
    Short result;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (found[i] >= k_) continue;
      result.groups.push_back(asked[i]);
      result.fits.push_back(found[i]);
    }
    return result;
  }

  // Those records, in pieces, of which some lose more cells, so that the short fit k. Sets of keys
  // of one cost together, the cheapest first.
  std::vector<Piece> emptied_more(Short persons, std::vector<Piece> pieces,
                                  const std::vector<std::vector<KeySet>>& sets_of_one_cost) {
    pieces_ = std::move(pieces);
    for (const auto& sets : sets_of_one_cost) {
      stop_if_cancelled();
      if (std::ranges::all_of(persons.fits, [&](double fits) { return fits >= k_; })) break;
      take_from(buckets_of(persons, sets), persons);
    }
    return std::move(pieces_);
  }

 private:
  // What pieces with the same cells emptied weigh, by what they still show.
  struct Sums {
    Words<Size> mask;
    WordIndex<Size> index;
    Reals weights;

    double of(const Words<Size>& words) const {
      const std::uint32_t number = index.find(words & mask);
      return number == WordIndex<Size>::none ? 0 : weights[number];
    }
  };

  // Persons who agree in all but these keys, and pieces that agree with them in the same.
  struct Bucket {
    KeySet without = 0;
    KeySet gaps = 0;                        // keys that the persons have not themselves
    std::vector<std::size_t> persons = {};  // places among those who are short
    std::vector<std::size_t> donors = {};
  };

  std::map<KeySet, std::vector<std::size_t>> by_gaps(const GroupNumbers& asked) const {
    std::map<KeySet, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      places[agreement_.gaps(asked[i])].push_back(i);
    }
    return places;
  }

  std::vector<Sums> sums_of(const std::map<KeySet, std::vector<const Piece*>>& by_emptied,
                            KeySet gaps) const {
    std::vector<Sums> all;
    for (const auto& [emptied, pieces] : by_emptied) {
      Sums sums{agreement_.mask(~(emptied | gaps)), WordIndex<Size>(pieces.size()), {}};
      for (const Piece* piece : pieces) {
        const auto number = sums.index.number_of(agreement_.words(piece->group) & sums.mask);
        if (number == sums.weights.size()) sums.weights.push_back(0);
        sums.weights[number] += piece->weight;
      }
      all.push_back(std::move(sums));
    }
    return all;
  }

  std::vector<Bucket> buckets_of(const Short& persons, const std::vector<KeySet>& sets) const {
    const auto places_by_gaps = by_gaps(persons.groups);
    std::vector<std::vector<Bucket>> of_sets(sets.size());
    parallel_for_each_index(sets.size(), [&](std::size_t s) {
      for (const auto& [gaps, places] : places_by_gaps) {
        if ((gaps & sets[s]) != 0) continue;  // a smaller set says the same of them
        std::ranges::move(buckets_without(persons, sets[s], {gaps, places}),
                          std::back_inserter(of_sets[s]));
      }
    });
    std::vector<Bucket> buckets;
    for (auto& some : of_sets) std::ranges::move(some, std::back_inserter(buckets));
    return buckets;
  }

  std::vector<Bucket> buckets_without(
      const Short& persons, KeySet without,
      const std::pair<KeySet, std::vector<std::size_t>>& asked) const {
    constexpr std::size_t most_donors = 64;  // pieces, of which few are needed
    const auto mask = agreement_.mask(~(without | asked.first));
    WordIndex<Size> index(asked.second.size());
    std::vector<Bucket> buckets;
    for (const std::size_t place : asked.second) {
      if (persons.fits[place] >= k_) continue;
      const auto number = index.number_of(agreement_.words(persons.groups[place]) & mask);
      if (number == buckets.size()) buckets.push_back({without, asked.first});
      buckets[number].persons.push_back(place);
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (!can_lose(pieces_[i], without, asked.first)) continue;
      const std::uint32_t number = index.find(agreement_.words(pieces_[i].group) & mask);
      if (number == WordIndex<Size>::none) continue;
      if (buckets[number].donors.size() < most_donors) buckets[number].donors.push_back(i);
    }
    return buckets;
  }

  // A record that counts, has values in all these keys, and lost but some of them, or such that
  // are not known.
  bool can_lose(const Piece& piece, KeySet keys, KeySet not_known) const {
    return piece.weight >= 1 && (agreement_.gaps(piece.group) & keys) == 0 &&
           (piece.emptied & ~(keys | not_known)) == 0 && (keys & ~piece.emptied) != 0;
  }

  // The buckets with most persons first; who was helped meanwhile is no longer counted.
  void take_from(std::vector<Bucket> buckets, Short& persons) {
    using Entry = std::pair<std::size_t, std::size_t>;  // persons, and the place from the end
    std::priority_queue<Entry> queue;
    for (std::size_t b = 0; b < buckets.size(); ++b) {
      queue.emplace(buckets[b].persons.size(), buckets.size() - b);
    }
    while (!queue.empty()) {
      const auto [size, from_end] = queue.top();
      queue.pop();
      Bucket& bucket = buckets[buckets.size() - from_end];
      std::erase_if(bucket.persons, [&](std::size_t place) { return persons.fits[place] >= k_; });
      if (bucket.persons.empty()) continue;
      if (bucket.persons.size() < size) {
        queue.emplace(bucket.persons.size(), from_end);
      } else {
        take(bucket, persons);
      }
    }
  }

  // Records of the largest pieces first: those that stay are then still many.
  void take(Bucket& bucket, Short& persons) {
    std::ranges::stable_sort(bucket.donors, std::greater<>(),
                             [&](std::size_t i) { return pieces_[i].weight; });
    for (const std::size_t donor : bucket.donors) {
      while (can_lose(pieces_[donor], bucket.without, bucket.gaps) &&
             helps(pieces_[donor], bucket, persons)) {
        lose(donor, bucket.without);
      }
    }
  }

  // One record of the piece loses these keys.
  void lose(std::size_t donor, KeySet keys) {
    const Piece alone{pieces_[donor].group, pieces_[donor].emptied | keys, 1};
    if (pieces_[donor].weight > 1) {
      pieces_[donor].weight -= 1;
      pieces_.push_back(alone);
    } else {
      pieces_[donor] = alone;
    }
  }

  // Counts one record of the donor for all who are short and whom it did not fit before.
  bool helps(const Piece& donor, const Bucket& bucket, Short& persons) {
    bool is_any = false;
    for (const std::size_t place : bucket.persons) {
      if (persons.fits[place] >= k_) continue;
      const auto match = agreement_.match(persons.groups[place], 0, donor.group, donor.emptied);
      if (match != Match::none) continue;
      persons.fits[place] += 1;
      is_any = true;
    }
    return is_any;
  }

  const Agreement<Size>& agreement_;
  double k_;
  std::vector<Piece> pieces_ = {};
};

}  // namespace overhand::keys
