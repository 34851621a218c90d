#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/level_carry_internal.h"

namespace overhand::masking {
namespace {

using Eigen::Index;
using statistics::Matrix;
using statistics::Ordered;

// Indicators of all blocks, then the numbers, of the records of one cell.
Matrix cell_of(const MixedTable& table, std::span<const Row> rows, Index indicators) {
  Matrix cell = Matrix::Zero(static_cast<Index>(rows.size()), indicators + table.numbers.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto record = static_cast<Index>(i);
    for (const LevelBlock& block : table.blocks) {
      cell(record, block.first + block.of_row[rows[i]]) = 1;
    }
    cell.row(record).tail(table.numbers.cols()) = table.numbers.row(rows[i]);
  }
  return cell;
}

Matrix products_within(const MixedTable& table, const Groups& cells, Index indicators) {
  constexpr std::size_t most_cells = 2000;
  constexpr std::size_t task_cells = 50;  // part of the definition, as sums are formed task by task
  const std::size_t step = (cells.count() + most_cells - 1) / most_cells;
  const std::size_t taken = (cells.count() + step - 1) / step;
  std::vector<Matrix> of_task((taken + task_cells - 1) / task_cells);
  parallel_for_each_index(of_task.size(), [&](std::size_t task) {
    const Index size = indicators + table.numbers.cols();
    of_task[task] = Matrix::Zero(size, size);
    const std::size_t end = std::min((task + 1) * task_cells, taken);
    for (std::size_t i = task * task_cells; i < end; ++i) {
      const Matrix cell = cell_of(table, cells.group(i * step), indicators);
      of_task[task] += statistics::cross_products(statistics::centre(cell));
    }
  });
  Matrix sum = of_task.front();
  for (std::size_t task = 1; task < of_task.size(); ++task) sum += of_task[task];
  return sum;
}

// The indicators of a column determine each other, so that a little is added to their squares.
Matrix with_ridge(Matrix products, Index indicators) {
  constexpr double part = 0.01;
  constexpr double least = 1e-6;
  for (Index j = 0; j < indicators; ++j) {
    products(j, j) = products(j, j) * Ordered(1 + part) + Ordered(least);
  }
  return products;
}

}  // namespace

LevelCarry carry_within(const MixedTable& table, const Groups& cells) {
  LevelCarry carry;
  if (table.blocks.empty()) return carry;
  const Index indicators = indicator_count(table.blocks);
  const Matrix products = with_ridge(products_within(table, cells, indicators), indicators);
  const auto regression = [&](Index before, Index first, Index count) -> Matrix {
    const Matrix squares = products.topLeftCorner(before, before);
    return squares.llt().solve(products.block(0, first, before, count));
  };
  for (const LevelBlock& block : table.blocks) {
    stop_if_cancelled();
    carry.to_levels.push_back(block.first == 0
                                  ? Matrix(0, block.count())
                                  : regression(block.first, block.first, block.count()));
  }
  carry.to_numbers = regression(indicators, indicators, table.numbers.cols());
  return carry;
}

}  // namespace overhand::masking
