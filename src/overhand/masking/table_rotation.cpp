#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "overhand/core/parallel.h"
#include "overhand/masking/ranks_internal.h"
#include "overhand/masking/rotation_internal.h"
#include "overhand/masking/table_rotation_internal.h"

namespace overhand::masking {
namespace {

void rotate_one(const CellsToRotate& cells, std::size_t number, std::size_t place,
                Rotated& rotated) {
  random::Stream stream(cells.key,
                        {random::Purpose::cell_rotation, 0, static_cast<std::uint32_t>(number)});
  rotate_cell(cells.plan, cells.groups.group(number), stream, place, rotated);
}

random::Stream restoration_stream(const CellsToRotate& cells) {
  return {cells.key, {random::Purpose::cell_rotation, 1}};
}

// Cells from `first` to before `last`, which lie in `rotated` as they do in the table.
CellBlock block_between(const CellsToRotate& cells, std::size_t first, std::size_t last,
                        const Rotated& rotated) {
  const Groups& groups = cells.groups;
  const std::size_t begin = groups.starts[first];
  std::vector<std::size_t> starts;
  for (std::size_t number = first; number <= last; ++number) {
    starts.push_back(groups.starts[number] - begin);
  }
  const auto rows = std::span(groups.rows).subspan(begin, starts.back());
  return block_of(cells.plan, rows, std::move(starts), begin, rotated);
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

Values released_column(const Column& column, const MixedTable& original, const Rotated& rotated,
                       const MixedTable::Parts& parts, const Lineage& order, bool at_ranks) {
  if (!parts.number) return gather(gather(column.values, rotated.sources[*parts.levels]), order);
  const double gap = at_ranks ? std::numeric_limits<double>::infinity() : missing_real;
  Values values = gather(rotated_numbers(original, rotated, parts, gap), order);
  return at_ranks ? at_ranks_of(std::get<Cells<double>>(values), column.values) : values;
}

}  // namespace

bool can_be_restored(const MixedTable& table) {
  return table.numbers.cols() > 0 &&
         table.numbers.rows() >= fewest_for_a_moment * table.numbers.cols();
}

Restoration learnt_restoration(const CellsToRotate& cells, std::size_t some) {
  std::vector<Row> rows;
  std::vector<std::size_t> starts = {0};
  const auto number_of = [&](std::size_t i) { return i * cells.groups.count() / some; };
  for (std::size_t i = 0; i < some; ++i) {
    const auto cell = cells.groups.group(number_of(i));
    rows.insert(rows.end(), cell.begin(), cell.end());
    starts.push_back(rows.size());
  }
  Rotated rotated(rows.size(), cells.plan.original);
  parallel_for_each_index(
      some, [&](std::size_t i) { rotate_one(cells, number_of(i), starts[i], rotated); });
  CellBlock block = block_of(cells.plan, rows, std::move(starts), 0, rotated);
  random::Stream stream = restoration_stream(cells);
  return Restoration(block, stream);
}

Rotated rotate_cells(const CellsToRotate& cells, const Restoration* restoration,
                     const Progress& progress) {
  constexpr std::size_t block_cells = 64;
  const std::size_t count = cells.groups.count();
  prepare_rotations(cells.groups);
  Rotated rotated(cells.groups.rows.size(), cells.plan.original);
  const std::size_t blocks = (count + block_cells - 1) / block_cells;
  Stage stage(progress, "rotating cells", blocks);
  parallel_for_each_index(blocks, [&](std::size_t number) {
    const std::size_t first = number * block_cells;
    const std::size_t last = std::min(first + block_cells, count);
    for (std::size_t cell = first; cell < last; ++cell) {
      rotate_one(cells, cell, cells.groups.starts[cell], rotated);
    }
    if (restoration != nullptr) {
      CellBlock block = block_between(cells, first, last, rotated);
      restoration->restore(block);
      rotated.values.middleRows(static_cast<Eigen::Index>(cells.groups.starts[first]),
                                block.scores.rows()) = block.scores;
    }
    stage.finish_part();
  });
  return rotated;
}

Rotated rotate_and_restore(const CellsToRotate& cells, const Progress& progress) {
  constexpr std::size_t learnt_cells = 2000;
  const std::size_t count = cells.groups.count();
  const bool is_restored = cells.plan.is_exact && can_be_restored(cells.plan.original);
  if (is_restored && count > learnt_cells) {
    prepare_rotations(cells.groups);
    const Restoration restoration = learnt_restoration(cells, learnt_cells);
    return rotate_cells(cells, &restoration, progress);
  }
  Rotated rotated = rotate_cells(cells, nullptr, progress);
  if (is_restored) {
    CellBlock block = block_between(cells, 0, count, rotated);
    random::Stream stream = restoration_stream(cells);
    const Restoration whole(block, stream);
    rotated.values = std::move(block.scores);
  }
  return rotated;
}

Table released(const Table& table, const MixedTable& original, const Rotated& rotated,
               const Lineage& order, bool at_ranks) {
  std::vector<Column> columns(table.column_count());
  parallel_for_each_index(columns.size(), [&](std::size_t j) {
    const Column& column = table.columns()[j];
    columns[j] = with_values(
        column, released_column(column, original, rotated, original.parts[j], order, at_ranks));
  });
  return Table(std::move(columns));
}

}  // namespace overhand::masking
