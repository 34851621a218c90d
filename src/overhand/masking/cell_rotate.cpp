#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "overhand/core/parallel.h"
#include "overhand/masking/cell_rotate_internal.h"
#include "overhand/masking/cell_rotation_internal.h"
#include "overhand/masking/cells_internal.h"
#include "overhand/masking/mixed_table_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/ranks_internal.h"
#include "overhand/masking/rotation_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

// Cells of a rotation, and where chance comes from.
struct CellsToRotate {
  const RotationPlan& plan;
  const Groups& groups;
  const random::Key& key;

  void rotate(std::size_t number, std::size_t place, Rotated& rotated) const {
    random::Stream stream(key,
                          {random::Purpose::cell_rotation, 0, static_cast<std::uint32_t>(number)});
    rotate_cell(plan, groups.group(number), stream, place, rotated);
  }

  random::Stream restoration_stream() const { return {key, {random::Purpose::cell_rotation, 1}}; }

  // Cells from `first` to before `last`, which lie in `rotated` as they do in the table.
  CellBlock block(std::size_t first, std::size_t last, const Rotated& rotated) const {
    const std::size_t begin = groups.starts[first];
    std::vector<std::size_t> starts;
    for (std::size_t number = first; number <= last; ++number) {
      starts.push_back(groups.starts[number] - begin);
    }
    const auto rows = std::span(groups.rows).subspan(begin, starts.back());
    return block_of(plan, rows, std::move(starts), begin, rotated);
  }
};

// Of few records for each column the covariances say who is in: they are not given back. Who knows
// all but one column of a member of 500 x 20 guesses the last with a correlation of .18 where they
// are, and of 100 x 20 with .44.
bool can_be_restored(const MixedTable& table) {
  return table.numbers.cols() > 0 &&
         table.numbers.rows() >= fewest_for_a_moment * table.numbers.cols();
}

// What some cells, spread over all of them, teach about the restoration of all.
Restoration learnt(const CellsToRotate& cells, std::size_t some) {
  std::vector<Row> rows;
  std::vector<std::size_t> starts = {0};
  const auto number_of = [&](std::size_t i) { return i * cells.groups.count() / some; };
  for (std::size_t i = 0; i < some; ++i) {
    const auto cell = cells.groups.group(number_of(i));
    rows.insert(rows.end(), cell.begin(), cell.end());
    starts.push_back(rows.size());
  }
  Rotated rotated(rows.size(), cells.plan.original);
  parallel_for_each_index(some,
                          [&](std::size_t i) { cells.rotate(number_of(i), starts[i], rotated); });
  CellBlock block = block_of(cells.plan, rows, std::move(starts), 0, rotated);
  random::Stream stream = cells.restoration_stream();
  return Restoration(block, stream);
}

// The searches for flat rotations, side by side, before cells wait for them.
void prepare_rotations(const Groups& groups) {
  std::set<std::size_t> sizes;
  for (std::size_t number = 0; number < groups.count(); ++number) {
    sizes.insert(groups.group(number).size());
  }
  const std::vector<std::size_t> all(sizes.begin(), sizes.end());
  parallel_for_each_index(all.size(), [&](std::size_t i) { prepare_flat_rotation(all[i]); });
}

// Beyond `learnt_cells` cells the restoration is learnt on so many of them.
Rotated rotate_cells(const CellsToRotate& cells, const Context& context) {
  constexpr std::size_t learnt_cells = 2000;
  constexpr std::size_t block_cells = 64;
  const std::size_t count = cells.groups.count();
  const bool is_restored = cells.plan.is_exact && can_be_restored(cells.plan.original);
  prepare_rotations(cells.groups);
  std::optional<Restoration> restoration;
  if (is_restored && count > learnt_cells) restoration = learnt(cells, learnt_cells);
  Rotated rotated(cells.groups.rows.size(), cells.plan.original);
  const std::size_t blocks = (count + block_cells - 1) / block_cells;
  Stage stage(context.progress, "rotating cells", blocks);
  parallel_for_each_index(blocks, [&](std::size_t number) {
    const std::size_t first = number * block_cells;
    const std::size_t last = std::min(first + block_cells, count);
    for (std::size_t cell = first; cell < last; ++cell) {
      cells.rotate(cell, cells.groups.starts[cell], rotated);
    }
    if (restoration) {
      CellBlock block = cells.block(first, last, rotated);
      restoration->restore(block);
      rotated.values.middleRows(static_cast<Eigen::Index>(cells.groups.starts[first]),
                                block.scores.rows()) = block.scores;
    }
    stage.finish_part();
  });
  if (is_restored && !restoration) {
    CellBlock block = cells.block(0, count, rotated);
    random::Stream stream = cells.restoration_stream();
    const Restoration whole(block, stream);
    rotated.values = std::move(block.scores);
  }
  return rotated;
}

// Rotated records of a cell with hardly more records than columns lie in a space of so few
// dimensions that the originals can be computed from them.
std::optional<Error> problem_with_free_cells(int k, const Table& original) {
  const std::size_t least = 2 * original.column_count();
  if (static_cast<std::size_t>(k) >= least) return std::nullopt;
  if (original.row_count() < least) {
    return Error{ErrorKind::invalid_data,
                 fmt::format("cell_rotate with marginals free needs twice as many records as "
                             "columns, {}, and there are {}: from fewer the originals can be "
                             "computed.",
                             least, original.row_count())};
  }
  return Error{ErrorKind::invalid_option,
               fmt::format("k must be at least {}, twice the number of columns, with marginals "
                           "free, not {}: from smaller cells the originals can be computed.",
                           least, k)};
}

// The rotated numbers of one column, with `gap` where the record takes a missing value.
Reals rotated_numbers(const MixedTable& original, const Rotated& rotated,
                      const MixedTable::Parts& parts, double gap) {
  Reals numbers = statistics::as_reals(rotated.values.col(*parts.number));
  if (!parts.levels) return numbers;
  const Lineage& source = rotated.sources[*parts.levels];
  const auto& missing = original.levels[*parts.levels].of_row;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (missing[source[row]] != 0) numbers[row] = gap;
  }
  return numbers;
}

Values released(const Column& column, const MixedTable& original, const Rotated& rotated,
                const MixedTable::Parts& parts, const Lineage& order, bool is_exact) {
  if (!parts.number) return gather(gather(column.values, rotated.sources[*parts.levels]), order);
  const double gap = is_exact ? std::numeric_limits<double>::infinity() : missing_real;
  Values values = gather(rotated_numbers(original, rotated, parts, gap), order);
  return is_exact ? at_ranks_of(std::get<Cells<double>>(values), column.values) : values;
}

Table released(const Table& table, const MixedTable& original, const Rotated& rotated,
               const Lineage& order, bool is_exact) {
  std::vector<Column> columns(table.column_count());
  parallel_for_each_index(columns.size(), [&](std::size_t j) {
    const Column& column = table.columns()[j];
    columns[j] = with_values(
        column, released(column, original, rotated, original.parts[j], order, is_exact));
  });
  return Table(std::move(columns));
}

}  // namespace

int chosen_cell_size(std::size_t records, std::size_t columns, Marginals marginals) {
  const std::size_t enough = marginals == Marginals::free ? 2 * columns : columns + 5;
  return static_cast<int>(std::min(records, std::max(std::size_t{20}, enough)));
}

Result<Masked> cell_rotate(const Table& original, const CellRotateOptions& options,
                           const Context& context) {
  if (auto problem = problem_with_numbers(original, "cell_rotate", takes_everything))
    return *std::move(problem);
  if (hides_values(options.marginals)) {
    return masked_with_margins(cell_rotate, original, options, context);
  }
  const bool is_exact = options.marginals == Marginals::exact;
  if (!is_exact) {
    const Takes takes{.levels = true, .gaps = true};
    if (auto problem = problem_with_kinds(original, "cell_rotate with marginals free", takes)) {
      return *std::move(problem);
    }
  }
  if (options.k == 1) return Error{ErrorKind::invalid_option, "k must be at least 2, not 1."};
  const std::size_t records = original.row_count();
  const int k = options.k == 0
                    ? chosen_cell_size(records, original.column_count(), options.marginals)
                    : options.k;
  if (auto problem = problem_with_k(k, records)) return *std::move(problem);
  if (!is_exact) {
    if (auto problem = problem_with_free_cells(k, original)) return *std::move(problem);
  }

  MixedTable mixed = taken_apart(original);
  const statistics::Matrix values = mixed.numbers;
  // Normal scores know nothing of the gaps between clusters.
  if (is_exact && !is_clustered(values, static_cast<std::size_t>(k))) {
    mixed.numbers = half_way_to_normal(values);
  }
  const Groups cells =
      principal_component_cells(coordinates_of(mixed), static_cast<std::size_t>(k));
  const LevelCarry carry = carry_within(mixed, cells);
  const RotationPlan plan{mixed, values, carry, is_exact};
  const Rotated rotated = rotate_cells({plan, cells, context.key}, context);
  if (context.progress.cancelled()) return cancelled_error();
  const Lineage order = random::permutation(context.key, {random::Purpose::row_order}, records);
  Lineage lineage(records);
  std::ranges::transform(order, lineage.begin(), [&](Row row) { return rotated.donors[row]; });
  return Masked{released(original, mixed, rotated, order, is_exact), std::move(lineage)};
}

Method cell_rotate_method() {
  return make_method<CellRotateOptions>(
      {.name = "cell_rotate",
       .summary = "Rotate small cells of similar records at random about their mean",
       .reference = "Overhand, docs/theory/cell_rotate.md; Ting, Fienberg and Trottini (2008)",
       .keeps = "marginals exact: each column's values; free: means, covariances and linear "
                "identities, in every cell",
       .takes = takes_everything},
      cell_rotate);
}

}  // namespace overhand::masking
