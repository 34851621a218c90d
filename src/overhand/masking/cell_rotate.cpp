#include <algorithm>
#include <limits>

#include "overhand/core/parallel.h"
#include "overhand/masking/cell_rotate_internal.h"
#include "overhand/masking/cells_internal.h"
#include "overhand/masking/level_assignment_internal.h"
#include "overhand/masking/level_carry_internal.h"
#include "overhand/masking/mixed_table_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/ranks_internal.h"
#include "overhand/masking/restoration_internal.h"
#include "overhand/masking/rotation_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::Ordered;
using statistics::RowVector;
using statistics::Vector;

struct Rotated {
  Matrix values;                 // of the numbers, in the rows of the original
  std::vector<Lineage> sources;  // of the levels: the row of its cell whose level each row takes
  Lineage donors;                // the largest donor of each row
};

Matrix gather_cell(const Matrix& values, std::span<const Row> rows) {
  Matrix cell(static_cast<Eigen::Index>(rows.size()), values.cols());
  for (Eigen::Index j = 0; j < values.cols(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) cell(i, j) = values(rows[i], j);
  }
  return cell;
}

// What is not there counts as the mean of what is there in the cell: it moves nothing.
void fill_gaps(Eigen::Ref<Vector> cell, std::span<const Row> rows, const ColumnLevels& missing) {
  Ordered sum = 0;
  double there = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (missing.of_row[rows[i]] != 0) continue;
    sum += cell[i];
    ++there;
  }
  if (there == 0) return;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (missing.of_row[rows[i]] != 0) cell[i] = sum / there;
  }
}

Matrix numbers_in_cell(const MixedTable& table, std::span<const Row> rows) {
  Matrix cell = gather_cell(table.numbers, rows);
  for (const auto& [number, levels] : table.parts) {
    if (number && levels) fill_gaps(cell.col(*number), rows, table.levels[*levels]);
  }
  return cell;
}

// The rows of a cell by level.
struct LevelsInCell {
  std::vector<std::vector<Row>> rows;
  std::vector<std::uint32_t> of_place;
};

LevelsInCell levels_in_cell(const ColumnLevels& levels, std::span<const Row> rows) {
  std::vector<std::uint32_t> known;
  LevelsInCell cell{{}, std::vector<std::uint32_t>(rows.size())};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t level = levels.of_row[rows[i]];
    const auto place = static_cast<std::size_t>(std::ranges::find(known, level) - known.begin());
    if (place == known.size()) {
      known.push_back(level);
      cell.rows.emplace_back();
    }
    cell.rows[place].push_back(rows[i]);
    cell.of_place[i] = static_cast<std::uint32_t>(place);
  }
  return cell;
}

// Rotated indicators: the weights that a record's row of the rotation gives to each level.
Matrix rotated_indicators(const Matrix& rotation, const LevelsInCell& cell) {
  Matrix weights = Matrix::Zero(rotation.rows(), static_cast<Eigen::Index>(cell.rows.size()));
  for (Eigen::Index from = 0; from < rotation.cols(); ++from) {
    weights.col(cell.of_place[from]) += rotation.col(from);
  }
  return weights;
}

// By how much the levels that the records of a cell were given differ from the rotated indicators.
// Coordinates of levels that the cell does not have are 0 and left out.
class Differences {
 public:
  void add(Eigen::Index coordinate, Vector difference) {
    coordinates_.push_back(coordinate);
    differences_.push_back(std::move(difference));
  }
  // What the regression on the coordinates adds to one column.
  void carry(const Matrix& regression, Eigen::Index column, Eigen::Ref<Vector> values) const {
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      values += differences_[i] * regression(coordinates_[i], column);
    }
  }

 private:
  std::vector<Eigen::Index> coordinates_;
  std::vector<Vector> differences_;
};

std::vector<std::uint32_t> assigned(const Matrix& weights, const LevelsInCell& cell) {
  Reals by_record(static_cast<std::size_t>(weights.size()));
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      by_record.data(), weights.rows(), weights.cols()) =
      weights.unaryExpr([](Ordered weight) { return double(weight); });
  std::vector<std::size_t> counts;
  for (const auto& of_level : cell.rows) counts.push_back(of_level.size());
  return assigned_levels(by_record, counts);
}

// What is rotated, and what is the same for all its cells.
struct Plan {
  const MixedTable& original;
  const LevelCarry& carry;
  bool is_exact;
};

// Each record takes a level of its cell, every row's once.
void assign_cell(const Plan& plan, std::size_t number, std::span<const Row> rows,
                 const Matrix& rotation, Differences& differences, Lineage& source) {
  LevelsInCell cell = levels_in_cell(plan.original.levels[number], rows);
  if (cell.rows.size() == 1) {
    for (const Row row : rows) source[row] = row;
    return;
  }
  const LevelBlock& block = plan.original.blocks[number];
  const Matrix rotated = rotated_indicators(rotation, cell);
  Matrix weights = rotated;
  for (Eigen::Index level = 0; level < weights.cols(); ++level) {
    const Eigen::Index place = block.of_row[cell.rows[level].front()];
    differences.carry(plan.carry.to_levels[number], place, weights.col(level));
  }
  const auto levels = assigned(weights, cell);
  Matrix difference = -rotated;
  for (std::size_t i = 0; i < rows.size(); ++i) difference(i, levels[i]) += 1;
  for (Eigen::Index level = 0; level < weights.cols(); ++level) {
    const Eigen::Index place = block.of_row[cell.rows[level].front()];
    differences.add(block.first + place, difference.col(level));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& left = cell.rows[levels[i]];
    source[rows[i]] = left.back();
    left.pop_back();
  }
}

void rotate_cell(std::span<const Row> rows, const Plan& plan, random::Stream& stream,
                 Rotated& rotated) {
  const Matrix cell = numbers_in_cell(plan.original, rows);
  const RowVector mean = cell.colwise().mean();
  const Matrix rotation = random_flat_rotation(static_cast<Eigen::Index>(rows.size()), stream);
  Matrix masked = statistics::product(rotation, cell.rowwise() - mean);
  masked.rowwise() += mean;
  Differences differences;
  for (std::size_t l = 0; l < plan.original.levels.size(); ++l) {
    assign_cell(plan, l, rows, rotation, differences, rotated.sources[l]);
  }
  for (Eigen::Index j = 0; plan.is_exact && j < masked.cols(); ++j) {
    differences.carry(plan.carry.to_numbers, j, masked.col(j));
  }
  for (Eigen::Index i = 0; i < masked.rows(); ++i) {
    Eigen::Index donor = 0;
    rotation.row(i).maxCoeff(&donor);
    rotated.donors[rows[i]] = rows[donor];
    rotated.values.row(rows[i]) = masked.row(i);
  }
}

Rotated rotate_cells(const Plan& plan, const Groups& cells, const Context& context) {
  const MixedTable& original = plan.original;
  const std::size_t records = cells.rows.size();
  Rotated rotated{original.numbers, std::vector<Lineage>(original.levels.size(), Lineage(records)),
                  Lineage(records)};
  constexpr std::size_t task_cells = 64;
  const std::size_t tasks = (cells.count() + task_cells - 1) / task_cells;
  Stage stage(context.progress, "rotating cells", tasks);
  parallel_for_each_index(tasks, [&](std::size_t task) {
    const std::size_t end = std::min((task + 1) * task_cells, cells.count());
    for (std::size_t number = task * task_cells; number < end; ++number) {
      random::Stream stream(
          context.key, {random::Purpose::cell_rotation, 0, static_cast<std::uint32_t>(number)});
      rotate_cell(cells.group(number), plan, stream, rotated);
    }
    stage.finish_part();
  });
  return rotated;
}

// Where the numbers have gaps, before and after.
std::vector<Gaps> gaps_of(const MixedTable& original, const Rotated& rotated) {
  std::vector<Gaps> gaps(static_cast<std::size_t>(original.numbers.cols()));
  for (const auto& [number, levels] : original.parts) {
    if (!number || !levels) continue;
    const auto& missing = original.levels[*levels].of_row;
    const Lineage& source = rotated.sources[*levels];
    Gaps& of_column = gaps[static_cast<std::size_t>(*number)];
    of_column.before.assign(missing.begin(), missing.end());
    of_column.after.resize(source.size());
    std::ranges::transform(source, of_column.after.begin(),
                           [&](Row row) { return static_cast<char>(missing[row] != 0); });
  }
  return gaps;
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

int chosen_cell_size(std::size_t records, std::size_t columns) {
  return static_cast<int>(std::min(records, std::max(std::size_t{20}, columns + 5)));
}

Result<Masked> cell_rotate(const Table& original, const CellRotateOptions& options,
                           const Context& context) {
  if (auto problem = problem_with_numbers(original, "cell_rotate", takes_everything))
    return *std::move(problem);
  const bool is_exact = options.marginals == Marginals::exact;
  if (!is_exact) {
    const Takes takes{.levels = true, .gaps = true};
    if (auto problem = problem_with_kinds(original, "cell_rotate with marginals free", takes)) {
      return *std::move(problem);
    }
  }
  if (options.k == 1) return Error{ErrorKind::invalid_option, "k must be at least 2, not 1."};
  const std::size_t records = original.row_count();
  const int k = options.k == 0 ? chosen_cell_size(records, original.column_count()) : options.k;
  if (auto problem = problem_with_k(k, records)) return *std::move(problem);

  const MixedTable mixed = taken_apart(original);
  const Groups cells =
      principal_component_cells(coordinates_of(mixed), static_cast<std::size_t>(k));
  const LevelCarry carry = carry_within(mixed, cells);
  Rotated rotated = rotate_cells({mixed, carry, is_exact}, cells, context);
  if (is_exact) {
    rotated.values =
        restored_scores(mixed.numbers, std::move(rotated.values), cells, gaps_of(mixed, rotated));
  }
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
