#include "overhand/masking/moments_internal.h"

namespace overhand::masking {

Matrix as_matrix(const Table& table) {
  Matrix values(table.row_count(), table.column_count());
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const Reals column = reals(table.columns()[j]);
    values.col(static_cast<Eigen::Index>(j)) =
        Eigen::Map<const Vector>(column.data(), static_cast<Eigen::Index>(column.size()));
  }
  return values;
}

Table as_table(const Matrix& values, const Table& like) {
  std::vector<Column> columns;
  for (const Column& column : like.columns()) {
    const auto from = values.col(static_cast<Eigen::Index>(columns.size()));
    columns.push_back({column.name, Reals(from.begin(), from.end()), column.role});
  }
  return Table(std::move(columns));
}

Matrix centre(Matrix values) {
  const Eigen::RowVectorXd mean = values.colwise().mean();
  values.rowwise() -= mean;
  return values;
}

Matrix covariance(const Matrix& values) {
  const Matrix centred = centre(values);
  Matrix products = Matrix::Zero(values.cols(), values.cols());
  products.selfadjointView<Eigen::Lower>().rankUpdate(centred.transpose());
  products.triangularView<Eigen::StrictlyUpper>() = products.transpose();
  return products / static_cast<double>(values.rows() - 1);
}

Vector standard_deviations(const Matrix& values) {
  return (centre(values).colwise().squaredNorm() / static_cast<double>(values.rows() - 1))
      .cwiseSqrt();
}

Matrix standardise(const Matrix& values) {
  const Vector deviation = standard_deviations(values);
  Matrix standardised = centre(values);
  for (Eigen::Index j = 0; j < values.cols(); ++j) {
    if (deviation[j] > 0) standardised.col(j) /= deviation[j];
  }
  return standardised;
}

Vector first_component(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  return solver.eigenvectors().rightCols(1);  // eigenvalues ascend
}

Matrix symmetric_root(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  const Vector roots = solver.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  return solver.eigenvectors() * roots.asDiagonal() * solver.eigenvectors().transpose();
}

void scores_along(const Matrix& values, const Vector& direction, std::span<double> scores) {
  constexpr Eigen::Index block = 32;  // as many sums as fit in the registers
  using Block = Eigen::Array<double, block, 1>;
  const Eigen::Index rows = values.rows();
  Eigen::Index begin = 0;
  for (; begin + block <= rows; begin += block) {
    Block sum = Block::Zero();
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      sum += Eigen::Map<const Block>(values.col(j).data() + begin) * direction[j];
    }
    Eigen::Map<Block>(scores.data() + begin) = sum;
  }
  for (; begin < rows; ++begin) {
    double sum = 0;
    for (Eigen::Index j = 0; j < values.cols(); ++j) sum += values(begin, j) * direction[j];
    scores[static_cast<std::size_t>(begin)] = sum;
  }
}

Reals scores_along(const Matrix& values, const Vector& direction) {
  Reals scores(static_cast<std::size_t>(values.rows()));
  scores_along(values, direction, scores);
  return scores;
}

}  // namespace overhand::masking
