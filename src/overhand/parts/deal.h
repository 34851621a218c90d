// The third look: the cells of a part, dealt out to the tasks that shuffle pools and to those that
// put records in order.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "overhand/masking/level_bins.h"
#include "overhand/parts/plan.h"
#include "overhand/table/row.h"

namespace overhand::parts {

struct Dealt {
  std::vector<std::string> to_pools;  // for each pool task; empty where it gets nothing
  std::vector<std::string> to_rows;   // for each row task; empty where it gets nothing
  // The records as they go to the row tasks, for columns that are kept: those of task t are
  // order[starts[t]] to before order[starts[t + 1]], in the order of the table.
  Lineage order;
  std::vector<std::size_t> starts;
};

// Of one part, a stretch after the other. Memory: twice the stretch, and 12 bytes for each of its
// records.
class Dealer {
 public:
  // `key` is the key of the release, `digest_key` that of digests.
  Dealer(Plan plan, PartPlan part, const random::Key& key, const random::Key& digest_key);

  // Fails where the records are not those that were counted.
  Result<Dealt> deal(const Table& records);

  // The number of the first record of the next stretch.
  std::size_t next_row() const { return next_row_; }

  // To be asked when the part is at its end: fails where it is not what it was.
  Status finish() const;

 private:
  using Codes = std::vector<masking::BinCode>;

  bool is_of_plan(std::size_t split_pools) const;
  void count_levels_before(std::size_t j);
  Result<Codes> codes_of(std::size_t j, const Column& column);
  Result<Codes> level_codes(std::size_t j, const Column& column);
  Result<std::vector<std::uint32_t>> levels_of(std::size_t j, const Column& column) const;
  std::vector<Code> numbered(std::size_t j, const Texts& texts) const;
  void add_values(std::size_t j, const Column& column, const Codes& codes,
                  std::span<const std::uint32_t> row_tasks, std::vector<class ByteWriter>& out);
  template <class Value>
  void add_pools(std::size_t j, std::span<const Value> values, const Codes& codes,
                 std::span<const std::uint32_t> row_tasks, std::vector<class ByteWriter>& out);
  template <class Value>
  void add_split(std::size_t pool, std::span<const Value> values, const std::string& counts,
                 std::vector<class ByteWriter>& out);

  Plan plan_;
  PartPlan part_;
  random::Key key_;
  random::Key digest_key_;
  std::size_t next_row_;
  std::vector<masking::Binner> binners_;
  std::map<std::size_t, masking::LevelBins> level_bins_;  // by column
  std::vector<std::unordered_map<std::string, std::uint32_t>> level_numbers_;
  std::vector<std::size_t> first_task_;               // of each pool
  std::map<std::size_t, std::size_t> next_in_split_;  // by pool: the place of its next value
  std::vector<masking::Digest> digests_;
  bool is_of_plan_ = false;
};

}  // namespace overhand::parts
