#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/cell_shuffle_internal.h"
#include "overhand/masking/cells_internal.h"
#include "overhand/masking/correlation_repair_internal.h"
#include "overhand/masking/mdav_groups_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/random_ranks_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

constexpr std::size_t most_records_for_mdav = 20000;  // quadratic time

Result<Groups> similar_records(const Table& numbers, std::size_t k, const Context& context) {
  if (numbers.row_count() > most_records_for_mdav) return mondrian_cells(numbers, k);
  return mdav_groups(numbers, k, context.progress);
}

// The source row of each value of one column.
Lineage shuffled_within(const Groups& cells, std::uint32_t column, const random::Key& key) {
  Lineage source(cells.rows.size());
  for (std::size_t number = 0; number < cells.count(); ++number) {
    stop_if_cancelled();
    const auto rows = cells.group(number);
    Lineage shuffled(rows.begin(), rows.end());
    random::Stream stream(
        key, {random::Purpose::cell_shuffle, column, static_cast<std::uint32_t>(number)},
        rows.size());
    random::shuffle_in_cache(std::span(shuffled), stream);
    for (std::size_t i = 0; i < rows.size(); ++i) source[rows[i]] = shuffled[i];
  }
  return source;
}

std::vector<Lineage> shuffled_columns(const Groups& cells, std::size_t columns,
                                      const random::Key& key) {
  std::vector<Lineage> sources(columns);
  parallel_for_each_index(columns, [&](std::size_t j) {
    sources[j] = shuffled_within(cells, static_cast<std::uint32_t>(j), key);
  });
  return sources;
}

// The row that occurs most often among the sources of a record's values; of equals, the leftmost.
Row main_source(const std::vector<Lineage>& sources, Row row) {
  Row main = sources.front()[row];
  std::ptrdiff_t most = 0;
  for (const Lineage& candidate : sources) {
    const auto count = std::ranges::count_if(
        sources, [&](const Lineage& source) { return source[row] == candidate[row]; });
    if (count > most) {
      most = count;
      main = candidate[row];
    }
  }
  return main;
}

Masked released(const Table& original, const std::vector<Lineage>& sources, const Lineage& order) {
  std::vector<Column> columns;
  for (std::size_t j = 0; j < sources.size(); ++j) {
    const Column& column = original.columns()[j];
    columns.push_back(with_values(column, gather(gather(column.values, sources[j]), order)));
  }
  Lineage lineage(order.size());
  std::ranges::transform(order, lineage.begin(),
                         [&](Row row) { return main_source(sources, row); });
  return {Table(std::move(columns)), std::move(lineage)};
}

}  // namespace

Result<Masked> cell_shuffle(const Table& original, const CellShuffleOptions& options,
                            const Context& context) {
  if (auto problem = problem_with_numbers(original, "cell_shuffle", takes_everything))
    return *std::move(problem);
  if (hides_values(options.marginals)) {
    return masked_with_margins(cell_shuffle, original, options, context);
  }
  const std::size_t records = original.row_count();
  if (auto problem = problem_with_k(options.k, records)) return *std::move(problem);
  const Table numbers = as_numbers(original, context.key);
  const auto cells = similar_records(numbers, static_cast<std::size_t>(options.k), context);
  if (!cells) return cells.error();
  auto sources = shuffled_columns(*cells, original.column_count(), context.key);
  if (options.repair) sources = with_repaired_correlations(numbers, sources, context.key);
  if (context.progress.cancelled()) return cancelled_error();
  return released(original, sources,
                  random::permutation(context.key, {random::Purpose::row_order}, records));
}

Method cell_shuffle_method() {
  return make_method<CellShuffleOptions>(
      {.name = "cell_shuffle",
       .summary = "Shuffle each column within small cells of similar records",
       .reference = "Overhand, docs/theory/cell_shuffle.md; Iman and Conover (1982)",
       .keeps = "marginals exact: each column's values",
       .takes = takes_everything},
      cell_shuffle);
}

}  // namespace overhand::masking
