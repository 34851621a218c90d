// cell_rotate for a table that is not in memory as a whole: what is to be known of the whole table
// is learnt from a sample of its records, and then each part of the table is rotated by itself
// (docs/theory/cell_rotate.md, "In parts").
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/masking/marginals.h"
#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::masking {

struct PartedRotationOptions {
  std::size_t records = 0;  // of the whole table
  int k = 0;                // records in a cell, at least; 0 chooses as cell_rotate does
  Marginals marginals = Marginals::exact;
  std::size_t most_in_part = 0;  // records of the whole table
};

// One part, masked; its records in random order. Where parts are of different sizes, the next
// record of the whole table is to come from each part with a probability in proportion to what is
// left of it: so the order of the table is uniformly random.
struct RotatedPart {
  // Levels, and with marginals free numbers, have their final values. Other numbers, dates and
  // times are reals, the scores whose ranks over the whole table say which value goes there
  // (parted_margins.h); missing where the record takes a gap.
  Table table;
  // The record of the part with the largest weight in each: the lineage.
  std::vector<std::uint32_t> donors;
};

// Keeps exactly, over the whole table: cells of k to 2k-1 records; with marginals free every
// cell's, so the table's, mean and covariance, and linear identities between columns; the counts
// of levels and of gaps in every cell; with marginals exact, when values have been put back by
// rank, the values of each column. As cell_rotate does, but not the same values: scales,
// points of levels, the first cuts of the tree and the restoration come from the sample.
//
// All is a function of the key, the sample, the options and the numbers and values of the rows:
// who learns twice from one sample has two equal ones, on whatever machine. Const functions may be
// called from several threads at once.
class PartedRotation {
 public:
  // Records to sample of a table of so many: 100,000, and 200 for each part where that is more.
  static std::size_t sample_size(std::size_t records, std::size_t most_in_part);

  // The bytes that rotate() takes at its peak for each record of a part, beside the part itself
  // and with what it returns: 24 for a number, 28 for a category, as many more for gaps in a
  // number, and 96. Beside them 32 MB, whatever the part. `like` has the columns, and gaps where
  // they are.
  static std::size_t bytes_per_record(const Table& like);

  // `sample`: the columns to mask of records chosen at random by their numbers, in the order of
  // these numbers. Levels that no sampled record has may appear in parts: they count as rare, and
  // are dealt to any record of their cell. A part has more than `most_in_part` records with a
  // probability of about 1e-4; where the sample has few records for each part, more often.
  // Fails where cell_rotate does, and on marginals = smoothed.
  // Takes 13 times the memory of the sample at its peak (100,000 x 10: 90 MB).
  static Result<PartedRotation> learn(const Table& sample, const PartedRotationOptions& options,
                                      const random::Key& key, const Progress& progress);

  int k() const;
  std::size_t part_count() const;

  // The part of each record, `rows` being their numbers in the whole table, which decide between
  // equals. Takes as much memory for each as bytes_per_record() says. Fails on values that
  // cell_rotate refuses.
  Result<std::vector<std::uint32_t>> parts_of(const Table& records,
                                              std::span<const std::uint64_t> rows) const;

  // Into which part the records of each go, `counts` being those of the whole table: parts of fewer
  // than k join a neighbour in the tree. Every part is then empty or has k records or more.
  std::vector<std::uint32_t> joined_parts(std::span<const std::size_t> counts) const;

  // One part, its records in the order of their numbers; `part` is the number that joined_parts()
  // gave it.
  Result<RotatedPart> rotate(std::size_t part, const Table& records,
                             const Progress& progress) const;

  struct Learnt;
  const Learnt& learnt() const { return *learnt_; }

 private:
  explicit PartedRotation(std::shared_ptr<const Learnt> learnt) : learnt_(std::move(learnt)) {}

  std::shared_ptr<const Learnt> learnt_;
};

}  // namespace overhand::masking
