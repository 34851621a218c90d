// A masked table on the disk, to be written a part after the other.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/external/column_store.h"
#include "overhand/masking/masked.h"
#include "overhand/relations/derivation.h"

namespace overhand::external {

// The records of a table, some at a time.
struct Blocks {
  std::size_t rows;
  std::size_t at_once;
};

class MaskedTable {
 public:
  // The values of the next masked records: from row `first` on, with these sources.
  using Next = std::function<Result<Column>(std::size_t first, std::span<const Row> sources)>;

  // `sampled`: rows of the original, in ascending order, whose masked records are to be had at the
  // end. `rows_at_once`: so many records are in the memory at a time.
  MaskedTable(ColumnStore store, Lineage lineage, const Lineage& sampled,
              std::vector<relations::Derivation> derivations, std::size_t rows_at_once);

  // The columns, in the order of the original; one that is derived has no values of its own.
  bool is_derived(const Column& column) const;
  void add_originals(Table sampled) { originals_ = std::move(sampled); }
  Status add(const Column& like, const Next& next, const Progress& progress);
  void add_derived(const Column& like);
  Status finish(const Progress& progress);

  std::vector<Column> columns() const;  // without values
  std::size_t row_count() const { return store_.row_count(); }
  Blocks blocks() const { return {store_.row_count(), rows_at_once_}; }

  // Records from `first` on, all columns in the order of the original.
  Result<Table> part(std::size_t first, std::size_t count) const;
  // Those of these names.
  Result<Table> part(std::size_t first, std::size_t count,
                     const std::vector<std::string>& names) const;

  // For each masked record the row of its source.
  const Lineage& lineage() const { return lineage_; }

  // Some originals, and the masked records of which they are the sources, by their places there:
  // what an intruder finds is measured on them.
  const Table& sampled_originals() const { return originals_; }
  const masking::Masked& sample() const { return sample_; }

 private:
  // A column, and where it is in the store; nowhere: it is derived.
  struct Entry {
    Column empty;
    std::optional<std::size_t> stored;
  };

  Column picked_in(const Column& part, std::size_t first, std::size_t& next) const;
  Table with_derived(std::vector<Column> columns) const;

  ColumnStore store_;
  Lineage lineage_;
  std::vector<relations::Derivation> derivations_;
  std::size_t rows_at_once_;
  std::vector<Entry> columns_;
  std::vector<std::size_t> sampled_places_;  // in the masked table
  Table originals_;
  masking::Masked sample_;
};

class Original;

// A column that goes out with the source of each record.
Status add_kept(const Original& original, std::size_t column, const Progress& progress,
                MaskedTable& masked);

// Calls `work` with the first row and the number of rows of each block, until it fails.
Status for_each_block(const Blocks& blocks, const Progress& progress,
                      const std::function<Status(std::size_t first, std::size_t count)>& work);

}  // namespace overhand::external
