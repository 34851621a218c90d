#include "overhand/keys/class_sizes.h"

#include <algorithm>
#include <map>

#include "overhand/core/parallel.h"
#include "overhand/keys/packed_internal.h"
#include "overhand/keys/word_index_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::keys {
namespace {

// The groups whose records miss the same keys.
template <std::size_t Size>
struct Pattern {
  Words<Size> present = {};  // the bits of the keys that are there
  std::vector<std::uint32_t> groups;
  std::vector<Words<Size>> keys;
};

template <std::size_t Size>
std::vector<Pattern<Size>> patterns_of(const KeyCodes& keys, const Layout& layout,
                                       const KeyGroups& groups) {
  std::map<std::uint32_t, Pattern<Size>> by_gaps;
  for (std::uint32_t g = 0; g < groups.count(); ++g) {
    const std::uint32_t gaps = gaps_of(keys, groups.first[g]);
    auto& pattern = by_gaps[gaps];
    if (pattern.groups.empty()) pattern.present = mask_of<Size>(layout, ~gaps);
    pattern.groups.push_back(g);
    pattern.keys.push_back(packed<Size>(keys, layout, groups.first[g]));
  }
  std::vector<Pattern<Size>> patterns;
  for (auto& [gaps, pattern] : by_gaps) patterns.push_back(std::move(pattern));
  std::ranges::stable_sort(patterns, std::greater(),
                           [](const auto& pattern) { return pattern.groups.size(); });
  return patterns;
}

struct Sums {
  std::vector<Row> records;
  Reals weights;

  explicit Sums(std::size_t size) : records(size), weights(size) {}
  void add(std::size_t place, Row more, double weight) {
    records[place] += more;
    weights[place] += weight;
  }
};

// Adds to the groups of two patterns what they have of each other. Of few groups every pair is
// looked at. Else the smaller pattern is looked up, so that what is looked into fits into the
// cache; the larger one passes by in blocks, whose sums are added in their order.
template <std::size_t Size>
class Joining {
 public:
  Joining(const KeyGroups& groups, ClassSizes& sizes) : groups_(groups), sizes_(sizes) {}

  void join(const Pattern<Size>& large, const Pattern<Size>& small) {
    constexpr std::size_t few_pairs = 256;
    mask_ = large.present & small.present;
    if (large.groups.size() * small.groups.size() <= few_pairs) {
      join_pairs(large, small);
    } else {
      join_by_hash(large, small);
    }
  }

 private:
  void join_pairs(const Pattern<Size>& a, const Pattern<Size>& b) {
    for (std::size_t i = 0; i < a.groups.size(); ++i) {
      const auto key = a.keys[i] & mask_;
      for (std::size_t k = 0; k < b.groups.size(); ++k) {
        if (!are_same(key, b.keys[k] & mask_)) continue;
        add(a.groups[i], groups_.counts[b.groups[k]], groups_.weights[b.groups[k]]);
        add(b.groups[k], groups_.counts[a.groups[i]], groups_.weights[a.groups[i]]);
      }
    }
  }

  void join_by_hash(const Pattern<Size>& large, const Pattern<Size>& small) {
    WordIndex<Size> index(small.groups.size());
    std::vector<std::uint32_t> numbers;
    for (const auto& key : small.keys) numbers.push_back(index.number_of(key & mask_));
    const Sums found = pass(large, index, sums_of(small, numbers, index.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      add(small.groups[i], found.records[numbers[i]], found.weights[numbers[i]]);
    }
  }

  void add(std::uint32_t group, Row records, double weight) {
    sizes_.records[group] += records;
    sizes_.weights[group] += weight;
  }

  Sums sums_of(const Pattern<Size>& pattern, const std::vector<std::uint32_t>& numbers,
               std::size_t size) const {
    Sums sums(size);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::uint32_t group = pattern.groups[i];
      sums.add(numbers[i], groups_.counts[group], groups_.weights[group]);
    }
    return sums;
  }

  // Gives each group of the large pattern its share of `small`; what the large one has for each
  // number of the index is the result.
  Sums pass(const Pattern<Size>& large, const WordIndex<Size>& index, const Sums& small) {
    const auto blocks = statistics::blocks_of(large.groups.size(), 1U << 15U, 8);
    std::vector<Sums> parts(blocks.size(), Sums(index.size()));
    parallel_for_each_index(blocks.size(), [&](std::size_t b) {
      for (std::size_t i = blocks[b].begin; i < blocks[b].end; ++i) {
        const std::uint32_t number = index.find(large.keys[i] & mask_);
        if (number == WordIndex<Size>::none) continue;
        const std::uint32_t group = large.groups[i];
        add(group, small.records[number], small.weights[number]);
        parts[b].add(number, groups_.counts[group], groups_.weights[group]);
      }
    });
    for (std::size_t b = 1; b < parts.size(); ++b) {
      for (std::size_t i = 0; i < index.size(); ++i) {
        parts[0].add(i, parts[b].records[i], parts[b].weights[i]);
      }
    }
    return std::move(parts[0]);
  }

  const KeyGroups& groups_;
  ClassSizes& sizes_;
  Words<Size> mask_{};
};

template <std::size_t Size>
void add_other_patterns(const KeyCodes& keys, const Layout& layout, const KeyGroups& groups,
                        ClassSizes& sizes) {
  const auto patterns = patterns_of<Size>(keys, layout, groups);
  Joining<Size> joining(groups, sizes);
  for (std::size_t b = 1; b < patterns.size(); ++b) {
    stop_if_cancelled();
    for (std::size_t a = 0; a < b; ++a) joining.join(patterns[a], patterns[b]);
  }
}

bool has_gaps(const KeyColumn& key) {
  return std::ranges::find(key.codes, missing_code) != key.codes.end();
}

}  // namespace

ClassSizes group_class_sizes(const KeyCodes& keys, const KeyGroups& groups) {
  ClassSizes sizes{groups.counts, groups.weights};
  if (std::ranges::none_of(keys.columns, has_gaps)) return sizes;
  const Layout layout = layout_of(keys);
  with_words(layout.words,
             [&](auto words) { add_other_patterns<words()>(keys, layout, groups, sizes); });
  return sizes;
}

ClassSizes for_records(const KeyGroups& groups, const ClassSizes& sizes) {
  ClassSizes of_records{std::vector<Row>(groups.group.size()), Reals(groups.group.size())};
  for (std::size_t i = 0; i < groups.group.size(); ++i) {
    of_records.records[i] = sizes.records[groups.group[i]];
    of_records.weights[i] = sizes.weights[groups.group[i]];
  }
  return of_records;
}

ClassSizes class_sizes(const KeyCodes& keys, std::span<const double> weights) {
  const KeyGroups groups = groups_of(keys, weights);
  return for_records(groups, group_class_sizes(keys, groups));
}

}  // namespace overhand::keys
