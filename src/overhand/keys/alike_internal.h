// Suppression until records look alike: in each class of records that show the same, a gap being
// like a gap alone, there are k persons.
//
// Classes that are too small are joined where they agree in all but a few keys, which all of them
// lose; the cheapest keys first. Where that is not enough, single records of larger classes lose
// them too, as long as k stay there.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "overhand/core/stopping.h"
#include "overhand/keys/fits_internal.h"

namespace overhand::keys {

template <std::size_t Size>
class Alike {
 public:
  Alike(const Agreement<Size>& agreement, double k) : agreement_(agreement), k_(k) {
    for (std::uint32_t group = 0; group < agreement.group_count(); ++group) {
      const double weight = agreement.weight(group);
      (weight < k ? small_ : large_)
          .push_back({agreement.words(group), {{group, 0, weight}}, weight});
    }
  }

  // All records in pieces. The sets by their cost, all keys together last.
  std::vector<Piece> joined(const std::vector<KeySet>& sets) {
    for (const KeySet keys : sets) {
      stop_if_cancelled();
      if (small_.empty()) break;
      join_without(keys, keys == sets.back());
    }
    std::vector<Piece> pieces;
    for (const auto* classes : {&large_, &small_}) {
      for (const Class& each : *classes) {
        pieces.insert(pieces.end(), each.pieces.begin(), each.pieces.end());
      }
    }
    return pieces;
  }

 private:
  // Records that show the same.
  struct Class {
    Words<Size> shown;
    std::vector<Piece> pieces;
    double weight = 0;
  };

  // Small classes that agree in all but some keys, and large ones that agree with them.
  struct Bucket {
    std::vector<std::size_t> small = {};
    std::vector<std::size_t> large = {};
    double weight = 0;
  };

  void join_without(KeySet keys, bool is_last) {
    std::vector<char> is_joined(small_.size());
    for (Bucket& bucket : buckets_without(keys)) {
      if (bucket.weight < k_ && !can_lend(bucket) && !is_last) continue;
      Class made = class_of(bucket, keys);
      borrow(made, bucket, is_last);
      for (const std::size_t i : bucket.small) is_joined[i] = 1;
      large_.push_back(std::move(made));
    }
    std::size_t next = 0;
    std::erase_if(small_, [&](const Class&) { return is_joined[next++] != 0; });
    std::erase_if(large_, [](const Class& each) { return each.pieces.empty(); });
  }

  std::vector<Bucket> buckets_without(KeySet keys) const {
    const auto mask = agreement_.mask(~keys);
    WordIndex<Size> index(small_.size());
    std::vector<Bucket> buckets;
    for (std::size_t i = 0; i < small_.size(); ++i) {
      const auto number = index.number_of(small_[i].shown & mask);
      if (number == buckets.size()) buckets.emplace_back();
      buckets[number].small.push_back(i);
      buckets[number].weight += small_[i].weight;
    }
    for (std::size_t i = 0; i < large_.size(); ++i) {
      const std::uint32_t number = index.find(large_[i].shown & mask);
      if (number == WordIndex<Size>::none || buckets[number].weight >= k_) continue;
      buckets[number].large.push_back(i);
    }
    return buckets;
  }

  bool can_lend(const Bucket& bucket) const {
    double all = bucket.weight;
    for (const std::size_t i : bucket.large) all += large_[i].weight - k_;
    return all >= k_;
  }

  // The small classes of a bucket as one: what differs among them is not yet emptied.
  Class class_of(const Bucket& bucket, KeySet keys) const {
    Class made{small_[bucket.small.front()].shown & agreement_.mask(~keys), {}, bucket.weight};
    made.shown = kept_of(bucket, made.shown, keys);
    for (const std::size_t i : bucket.small) {
      for (Piece piece : small_[i].pieces) {
        piece.emptied |= keys_without(made.shown, piece.group);
        made.pieces.push_back(piece);
      }
    }
    return made;
  }

  // With the keys in which all small classes agree after all, where no record is borrowed.
  Words<Size> kept_of(const Bucket& bucket, Words<Size> shown, KeySet keys) const {
    if (bucket.weight < k_) return shown;
    const Words<Size>& first = small_[bucket.small.front()].shown;
    for (KeySet key = 1; key != 0 && key <= keys; key <<= 1U) {
      if ((keys & key) == 0) continue;
      const auto mask = agreement_.mask(key);
      const bool is_same = std::ranges::all_of(bucket.small, [&](std::size_t i) {
        return are_same(small_[i].shown & mask, first & mask);
      });
      if (!is_same) continue;
      for (std::size_t w = 0; w < Size; ++w) shown[w] |= first[w] & mask[w];
    }
    return shown;
  }

  // The keys in which a group has a value that is not shown.
  KeySet keys_without(const Words<Size>& shown, std::uint32_t group) const {
    KeySet lost = 0;
    for (KeySet key = 1; key != 0 && key <= agreement_.all_keys(); key <<= 1U) {
      const auto mask = agreement_.mask(key);
      if (!are_same(agreement_.words(group) & mask, shown & mask)) lost |= key;
    }
    return lost;
  }

  // One record of the class that lends most after the other. At last, where nobody can lend, whole
  // classes go with it.
  void borrow(Class& made, const Bucket& bucket, bool is_last) {
    while (made.weight < k_) {
      const auto lender = std::ranges::max_element(bucket.large, {},
                                                   [&](std::size_t i) { return large_[i].weight; });
      if (lender == bucket.large.end() || large_[*lender].pieces.empty()) return;
      Class& large = large_[*lender];
      if (large.weight > k_) {
        lend(large, made);
      } else if (is_last) {
        while (!large.pieces.empty()) lend(large, made);
      } else {
        return;
      }
    }
  }

  void lend(Class& large, Class& made) {
    const auto from = std::ranges::max_element(large.pieces, {}, &Piece::weight);
    const Piece taken{from->group, from->emptied | keys_without(made.shown, from->group),
                      std::min(1.0, from->weight)};
    from->weight -= taken.weight;
    large.weight -= taken.weight;
    made.weight += taken.weight;
    made.pieces.push_back(taken);
    if (from->weight == 0) large.pieces.erase(from);
  }

  const Agreement<Size>& agreement_;
  double k_;
  std::vector<Class> small_ = {};
  std::vector<Class> large_ = {};
};

}  // namespace overhand::keys
