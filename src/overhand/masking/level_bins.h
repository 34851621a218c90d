// The bins of a column of levels, for sjppds: by random ranks within its levels.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "overhand/masking/categorize.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {

// Records have ranks 0 ... n - 1, by level and at random within a level (docs/theory/
// mixed_tables.md), and the ranks are cut into bins of equal width. The rank of the o-th record of
// a level is a pure function of (key, column, the sizes of the levels, o), so that any part of a
// table can be binned by itself. Where a whole level, or a whole bucket of its scatter shuffle,
// lies in one bin, nothing has to be drawn to know the bin: all that costs is at the bins' ends.
class LevelBins {
 public:
  LevelBins(const std::vector<std::size_t>& sizes, int bins, std::uint32_t column,
            const random::Key& key);

  // The bins of the records number `first`, `first + 1`, ... of a level, in the order of the table.
  // Costs time by `first` too where the level is of more than one bucket and bin.
  template <class Code>
  void bins_of(std::size_t level, std::size_t first, std::span<Code> bins) const {
    const std::vector<BinCode> codes = codes_of(level, first, bins.size());
    for (std::size_t i = 0; i < bins.size(); ++i) bins[i] = static_cast<Code>(codes[i]);
  }

  // How many of the first `count` records of a level have each code.
  std::vector<std::size_t> counts_before(std::size_t level, std::size_t count) const;

  // How many records of the column have each code.
  std::vector<std::size_t> counts() const;

 private:
  // A level of more than a bucket: where its buckets begin, and the shuffled places within those
  // that lie in two bins.
  struct Buckets {
    std::vector<std::size_t> starts;
    std::map<std::uint16_t, std::vector<std::uint32_t>> places;
  };

  BinCode code_at(std::size_t rank) const { return binner_(static_cast<double>(rank)); }
  bool is_one_bin(std::size_t begin, std::size_t end) const {
    return begin + 1 >= end || code_at(begin) == code_at(end - 1);
  }
  std::size_t size_of(std::size_t level) const { return starts_[level + 1] - starts_[level]; }
  random::StreamName name_of(std::size_t level) const;
  Buckets buckets_of(std::size_t level) const;
  std::vector<BinCode> codes_of(std::size_t level, std::size_t first, std::size_t count) const;
  // Calls `visit` with the codes of a level of buckets, one record after the other.
  template <class Visit>
  void visit_in_buckets(std::size_t level, std::size_t first, std::size_t count, Visit visit) const;

  std::vector<std::size_t> starts_;  // the first rank of each level, and n
  int bins_;
  Binner binner_;
  std::uint32_t column_;
  random::Key key_;
  std::map<std::size_t, std::vector<std::uint32_t>> places_;  // of small levels in several bins
  std::map<std::size_t, Buckets> buckets_;                    // of large ones
};

}  // namespace overhand::masking
