#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/cell_rotate_internal.h"
#include "overhand/masking/cells_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/ranks_internal.h"
#include "overhand/masking/rotation_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::RowVector;

struct Rotated {
  Matrix values;   // in the rows of the original
  Lineage donors;  // the largest donor of each row
};

Matrix gather_cell(const Matrix& values, std::span<const Row> rows) {
  Matrix cell(static_cast<Eigen::Index>(rows.size()), values.cols());
  for (Eigen::Index j = 0; j < values.cols(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) cell(i, j) = values(rows[i], j);
  }
  return cell;
}

void rotate_cell(std::span<const Row> rows, const Matrix& original, random::Stream& stream,
                 Rotated& rotated) {
  const Matrix cell = gather_cell(original, rows);
  const RowVector mean = cell.colwise().mean();
  const Matrix rotation = random_rotation(cell.rows(), stream);
  Matrix masked = statistics::product(rotation, cell.rowwise() - mean);
  masked.rowwise() += mean;
  for (Eigen::Index i = 0; i < masked.rows(); ++i) {
    Eigen::Index donor = 0;
    rotation.row(i).maxCoeff(&donor);
    rotated.donors[rows[i]] = rows[donor];
    rotated.values.row(rows[i]) = masked.row(i);
  }
}

Rotated rotate_cells(const Table& original, const Groups& cells, const Context& context) {
  const Matrix values = statistics::as_matrix(original);
  Rotated rotated{values, Lineage(original.row_count())};
  constexpr std::size_t task_cells = 64;
  const std::size_t tasks = (cells.count() + task_cells - 1) / task_cells;
  Stage stage(context.progress, "rotating cells", tasks);
  parallel_for_each_index(tasks, [&](std::size_t task) {
    const std::size_t end = std::min((task + 1) * task_cells, cells.count());
    for (std::size_t number = task * task_cells; number < end; ++number) {
      random::Stream stream(
          context.key, {random::Purpose::cell_rotation, 0, static_cast<std::uint32_t>(number)});
      rotate_cell(cells.group(number), values, stream, rotated);
    }
    stage.finish_part();
  });
  return rotated;
}

Table released(const Table& original, const Rotated& rotated, const Lineage& order, bool is_exact) {
  std::vector<Column> columns(original.column_count());
  parallel_for_each_index(columns.size(), [&](std::size_t j) {
    const Column& column = original.columns()[j];
    Values values =
        gather(statistics::as_reals(rotated.values.col(static_cast<Eigen::Index>(j))), order);
    if (is_exact) values = at_ranks_of(std::get<Cells<double>>(values), column.values);
    columns[j] = with_values(column, std::move(values));
  });
  return Table(std::move(columns));
}

}  // namespace

int chosen_cell_size(std::size_t records, std::size_t columns) {
  return static_cast<int>(std::min(records, std::max(std::size_t{20}, columns + 5)));
}

Result<Masked> cell_rotate(const Table& original, const CellRotateOptions& options,
                           const Context& context) {
  if (auto problem = problem_with_complete_table(original)) return *std::move(problem);
  if (options.k == 1) return Error{ErrorKind::invalid_option, "k must be at least 2, not 1."};
  const std::size_t records = original.row_count();
  const int k = options.k == 0 ? chosen_cell_size(records, original.column_count()) : options.k;
  if (auto problem = problem_with_k(k, records)) return *std::move(problem);

  const Groups cells = principal_component_cells(original, static_cast<std::size_t>(k));
  const Rotated rotated = rotate_cells(original, cells, context);
  if (context.progress.cancelled()) return cancelled_error();
  const Lineage order = random::permutation(context.key, {random::Purpose::row_order}, records);
  Lineage lineage(records);
  std::ranges::transform(order, lineage.begin(), [&](Row row) { return rotated.donors[row]; });
  return Masked{released(original, rotated, order, options.marginals == Marginals::exact),
                std::move(lineage)};
}

Method cell_rotate_method() {
  return make_method<CellRotateOptions>(
      {.name = "cell_rotate",
       .summary = "Rotate small cells of similar records at random about their mean",
       .reference = "Overhand, docs/theory/cell_rotate.md; Ting, Fienberg and Trottini (2008)",
       .keeps = "marginals exact: each column's values; free: means, covariances and linear "
                "identities, in every cell"},
      cell_rotate);
}

}  // namespace overhand::masking
