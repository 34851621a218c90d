#include "overhand/masking/jppds.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "overhand/masking/problems.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

using Rows = std::vector<Row>;
using Levels = std::vector<std::vector<BinCode>>;  // the binned columns

Levels categorize_data(const Records& x, int bins) {
  Levels levels;
  for (const Reals& column : x.columns) levels.push_back(categorize(column, bins));
  return levels;
}

// The rows that share their levels in columns first..p-1, a group each.
std::vector<Rows> rows_by_level(const Levels& levels, std::size_t first) {
  std::map<std::vector<BinCode>, Rows> groups;
  for (Row row = 0; row < levels.back().size(); ++row) {
    std::vector<BinCode> combination;
    for (std::size_t j = first; j < levels.size(); ++j) combination.push_back(levels[j][row]);
    groups[combination].push_back(row);
  }
  std::vector<Rows> rows;
  for (auto& [combination, group] : groups) rows.push_back(std::move(group));
  return rows;
}

// For each row one of its own group, at random; the groups hold every row.
Rows shuffled_within(const std::vector<Rows>& groups, std::size_t records,
                     const Shuffler& shuffle) {
  Rows taken(records);
  for (const Rows& group : groups) {
    Rows shuffled = group;
    shuffle(shuffled);
    for (std::size_t i = 0; i < group.size(); ++i) taken[group[i]] = shuffled[i];
  }
  return taken;
}

template <class Value>
void take(const Rows& taken, const std::vector<Value>& from, std::vector<Value>& to) {
  for (std::size_t row = 0; row < taken.size(); ++row) to[row] = from[taken[row]];
}

// to[group, 1:block] = from[shuffled group, 1:block] for each group. A column at a time, so that
// a table of many columns costs no more for each of them.
void shuffle_block(const std::vector<Rows>& groups, std::size_t block, const Records& from,
                   Records& to, const Shuffler& shuffle) {
  const Rows taken = shuffled_within(groups, from.source.size(), shuffle);
  for (std::size_t j = 0; j < block; ++j) take(taken, from.columns[j], to.columns[j]);
  take(taken, from.source, to.source);
}

Records shuffle_rows(Records x, const Shuffler& shuffle) {
  const Rows all = same_rows(x.source.size());
  const Rows taken = shuffled_within({all}, all.size(), shuffle);
  Reals shuffled(all.size());
  for (Reals& column : x.columns) {
    take(taken, column, shuffled);
    std::swap(column, shuffled);
  }
  Lineage source(all.size());
  take(taken, x.source, source);
  x.source = std::move(source);
  return x;
}

// A block of i columns carries its source along: after the last step, i = p - 1, a record's source
// is where its first p - 1 values came from, which has the same bin in column p too.
enum class CopyFrom { original, last_step };

Records jppds_steps(const Records& x, int bins, const Shuffler& shuffle, CopyFrom from) {
  const Levels levels = categorize_data(x, bins);
  Records masked = x;
  Records last_step;
  for (std::size_t i = 1; i < x.columns.size(); ++i) {
    if (from == CopyFrom::last_step) last_step = masked;
    const Records& copied = from == CopyFrom::original ? x : last_step;
    shuffle_block(rows_by_level(levels, i), i, copied, masked, shuffle);
  }
  return shuffle_rows(std::move(masked), shuffle);
}

void rotate_columns(Records& x) { std::ranges::rotate(x.columns, x.columns.begin() + 1); }

Records as_records(const Table& table) {
  Records records;
  for (const Column& column : table.columns()) records.columns.push_back(reals(column));
  records.source = same_rows(table.row_count());
  return records;
}

Values as_type_of(const Values& original, Reals masked) {
  if (storage_of(original) == Storage::reals) return masked;
  Integers integers(masked.size());
  std::ranges::transform(masked, integers.begin(), [](double value) {
    return is_missing(value) ? missing_integer : static_cast<std::int64_t>(value);
  });
  return integers;
}

Masked as_masked(const Table& original, Records records) {
  std::vector<Column> columns;
  for (std::size_t j = 0; j < records.columns.size(); ++j) {
    const Column& column = original.columns()[j];
    columns.push_back(
        with_values(column, as_type_of(column.values, std::move(records.columns[j]))));
  }
  return {Table(std::move(columns)), std::move(records.source)};
}

Result<Masked> sjppds_over(Jppds jppds, const Table& original, const JppdsOptions& options,
                           const Context& context) {
  assert(options.bins >= 1);
  if (auto problem = problem_with_table(original, "jppds", {.gaps = true}))
    return *std::move(problem);
  random::Stream stream(context.key, {random::Purpose::bin_shuffle});
  const Shuffler shuffle = [&](std::span<Row> rows) { random::shuffle_in_cache(rows, stream); };
  return as_masked(original, sequential(jppds, as_records(original), options.bins, shuffle));
}

}  // namespace

Reals restricted_permutation(std::span<const double> values, std::span<const BinCode> given,
                             const Shuffler& shuffle) {
  Records records{{Reals(values.begin(), values.end())}, Lineage(values.size())};
  const Records original = records;
  const Levels levels = {{given.begin(), given.end()}};
  shuffle_block(rows_by_level(levels, 0), 1, original, records, shuffle);
  return records.columns.front();
}

Records jppds_full(const Records& x, int bins, const Shuffler& shuffle) {
  return jppds_steps(x, bins, shuffle, CopyFrom::original);
}

Records jppds_successive(const Records& x, int bins, const Shuffler& shuffle) {
  return jppds_steps(x, bins, shuffle, CopyFrom::last_step);
}

Records jppds_simplified(const Records& x, int bins, const Shuffler& shuffle) {
  const std::size_t last = x.columns.size() - 1;
  Records masked = x;
  shuffle_block(rows_by_level(categorize_data(x, bins), last), last, x, masked, shuffle);
  return shuffle_rows(std::move(masked), shuffle);
}

Records sequential(Jppds jppds, Records x, int bins, const Shuffler& shuffle) {
  const std::size_t p = x.columns.size();
  x = jppds(x, bins, shuffle);
  for (std::size_t i = 1; i < p; ++i) {
    rotate_columns(x);
    x = jppds(x, bins, shuffle);
  }
  rotate_columns(x);
  return x;
}

Result<Masked> sjppds_full(const Table& original, const JppdsOptions& options,
                           const Context& context) {
  return sjppds_over(jppds_full, original, options, context);
}

Result<Masked> sjppds_simplified(const Table& original, const JppdsOptions& options,
                                 const Context& context) {
  return sjppds_over(jppds_simplified, original, options, context);
}

}  // namespace overhand::masking
