#include "overhand/statistics/moments.h"

#include <algorithm>
#include <cmath>

#include "overhand/random/normal.h"

namespace overhand::statistics {
namespace {

using Eigen::Index;

// Rows of a block: the columns of one stay in the cache while all their products are formed.
constexpr Index block_rows = 512;

// Eigen cuts large products to the size of the processor's cache, and a sum in other pieces is
// another sum. One size for all; no more than any processor of today has.
[[maybe_unused]] const bool products_are_cut_alike = [] {
  constexpr std::ptrdiff_t kibibyte = 1024;
  Eigen::setCpuCacheSizes(32 * kibibyte, 256 * kibibyte, 2048 * kibibyte);
  return true;
}();

std::span<const Ordered> column_of(const Matrix& values, Index column) {
  return {values.col(column).data(), static_cast<std::size_t>(values.rows())};
}

std::span<const double> doubles_of(const Matrix& values, Index column) {
  return {as_doubles(values.col(column).data()), static_cast<std::size_t>(values.rows())};
}

// Each operation on eight lanes is one on each: no order to choose.
using Lanes = Eigen::Array<double, 8, 1>;

// The sum of term(x), or of term(x, y) over two arrays, in eight lanes.
template <class Term, class... Arrays>
double sum_in_lanes(std::size_t count, const Term& term, const Arrays*... arrays) {
  constexpr std::size_t lanes = Lanes::SizeAtCompileTime;
  Lanes sums = Lanes::Zero();
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    sums += term(Lanes(Eigen::Map<const Lanes>(arrays + i))...);
  double rest = 0;
  for (; i < count; ++i) rest += term(arrays[i]...);
  const auto four = (sums.head<4>() + sums.tail<4>()).eval();
  return (four[0] + four[2]) + (four[1] + four[3]) + rest;
}

double mean_of(std::span<const double> values) {
  const auto value = [](const auto& x) { return x; };
  return sum_in_lanes(values.size(), value, values.data()) / static_cast<double>(values.size());
}

// sums[i] = the sum over the columns j of values(begin + i, j) weights[j], in the order of j.
template <class Sum>
void weighted_columns(const Matrix& values, Index begin, const Vector& weights,
                      std::span<Sum> sums) {
  constexpr Index width = 32;  // as many sums as fit in the registers
  using Sums = Eigen::Array<double, width, 1>;
  const auto rows = static_cast<Index>(sums.size());
  Index first = 0;
  for (; first + width <= rows; first += width) {
    Sums sum = Sums::Zero();
    for (Index j = 0; j < values.cols(); ++j) {
      const double* column = as_doubles(values.col(j).data()) + begin + first;
      sum += Eigen::Map<const Sums>(column) * double(weights[j]);
    }
    for (Index i = 0; i < width; ++i) sums[first + i] = sum[i];
  }
  for (; first < rows; ++first) {
    Ordered sum = 0;
    for (Index j = 0; j < values.cols(); ++j) sum += values(begin + first, j) * weights[j];
    sums[first] = Sum(sum);
  }
}

std::span<Ordered> column_of(Matrix& values, Index column) {
  return {values.col(column).data(), static_cast<std::size_t>(values.rows())};
}

// Takes the component along each of the first `count` columns of `basis` out of `values`. Twice:
// what rounding leaves of a component the first time is gone the second (W. Kahan, in B. N. Parlett
// 1980, "The symmetric eigenvalue problem", section 6-9).
void orthogonalise(std::span<Ordered> values, const Matrix& basis, Index count) {
  for (int pass = 0; pass < 2; ++pass) {
    for (Index j = 0; j < count; ++j) {
      const auto unit = column_of(basis, j);
      const Ordered component = dot(unit, values);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] -= component * unit[i];
    }
  }
}

// An eigenvalue that is 0 comes out as some roundings of the largest one. Its root would be 1e-8,
// not 1e-16, and with it the error of every identity between columns.
Vector roots_of_eigenvalues(const Vector& values) {
  const Ordered rounding = std::numeric_limits<double>::epsilon();
  const Ordered nothing = values.maxCoeff() * rounding * Ordered(64.0 * double(values.size()));
  return values.unaryExpr(
      [&](Ordered value) { return value > nothing ? sqrt(value) : Ordered(0); });
}

}  // namespace

Matrix as_matrix(const Table& table) {
  Matrix values(table.row_count(), table.column_count());
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const Reals column = reals(table.columns()[j]);
    std::ranges::copy(column, values.col(static_cast<Index>(j)).begin());
  }
  return values;
}

Reals as_reals(const Eigen::Ref<const Vector>& values) {
  Reals result(static_cast<std::size_t>(values.size()));
  std::ranges::transform(values, result.begin(), [](Ordered value) { return double(value); });
  return result;
}

Table as_table(const Matrix& values, const Table& like) {
  std::vector<Column> columns;
  for (const Column& column : like.columns()) {
    const auto from = values.col(static_cast<Index>(columns.size()));
    columns.push_back({column.name, as_reals(from), column.role});
  }
  return Table(std::move(columns));
}

Matrix normal_matrix(Index rows, Index columns, random::Stream& stream) {
  Reals variates(static_cast<std::size_t>(rows * columns));
  random::fill_normal(variates, stream);
  Matrix result(rows, columns);
  std::ranges::copy(variates, result.data());
  return result;
}

Ordered dot(std::span<const Ordered> a, std::span<const Ordered> b) {
  const auto product = [](const auto& x, const auto& y) { return x * y; };
  return sum_in_lanes(a.size(), product, as_doubles(a.data()), as_doubles(b.data()));
}

Matrix orthonormal(Matrix columns) {
  for (Index j = 0; j < columns.cols(); ++j) {
    const auto column = column_of(columns, j);
    orthogonalise(column, columns, j);
    columns.col(j) /= sqrt(dot(column, column));
  }
  return columns;
}

Matrix orthogonal_part(const Matrix& basis, Matrix values) {
  for (Index j = 0; j < values.cols(); ++j) {
    orthogonalise(column_of(values, j), basis, basis.cols());
  }
  return values;
}

Matrix cross_products(const Matrix& a) {
  Matrix products = Matrix::Zero(a.cols(), a.cols());
  for (Index begin = 0; begin < a.rows(); begin += block_rows) {
    const auto rows = static_cast<std::size_t>(std::min(block_rows, a.rows() - begin));
    for (Index j = 0; j < a.cols(); ++j) {
      for (Index l = 0; l <= j; ++l) {
        products(j, l) += dot({&a(begin, j), rows}, {&a(begin, l), rows});
      }
    }
  }
  products.triangularView<Eigen::StrictlyUpper>() = products.transpose();
  return products;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.cols());
  for (Index begin = 0; begin < a.rows(); begin += block_rows) {
    const auto rows = static_cast<std::size_t>(std::min(block_rows, a.rows() - begin));
    for (Index l = 0; l < b.cols(); ++l) {
      weighted_columns(a, begin, b.col(l), std::span(&result(begin, l), rows));
    }
  }
  return result;
}

Matrix centre(Matrix values) {
  for (Index j = 0; j < values.cols(); ++j) {
    values.col(j).array() -= Ordered(mean_of(doubles_of(values, j)));
  }
  return values;
}

Matrix covariance(Matrix values) {
  const auto divisor = static_cast<double>(values.rows() - 1);
  return cross_products(centre(std::move(values))) / Ordered(divisor);
}

double standard_deviation(std::span<const double> values) {
  const double mean = mean_of(values);
  const auto square = [&](const auto& x) { return (x - mean) * (x - mean); };
  return std::sqrt(sum_in_lanes(values.size(), square, values.data()) /
                   static_cast<double>(values.size() - 1));
}

Scale::Scale(const Matrix& values) : mean(values.cols()), deviation(values.cols()) {
  for (Index j = 0; j < values.cols(); ++j) {
    mean[j] = mean_of(doubles_of(values, j));
    deviation[j] = standard_deviation(doubles_of(values, j));
    if (!(deviation[j] > 0)) deviation[j] = 1;
  }
}

Matrix Scale::of(Matrix values) const {
  for (Index j = 0; j < values.cols(); ++j) {
    values.col(j).array() = (values.col(j).array() - mean[j]) / deviation[j];
  }
  return values;
}

Matrix standardise(const Matrix& values) { return Scale(values).of(values); }

Vector first_component(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  return solver.eigenvectors().rightCols(1);  // eigenvalues ascend
}

Vector principal_component(const Matrix& values) {
  if (values.rows() >= values.cols()) return first_component(covariance(values));
  // C C' u = d u makes C'u an eigenvector of C'C, with the same d.
  const Matrix columns = centre(values).transpose();
  Vector component = product(columns, first_component(cross_products(columns)));
  const auto cells =
      std::span<const Ordered>(component.data(), static_cast<std::size_t>(component.size()));
  component /= sqrt(dot(cells, cells));
  return component;
}

Matrix symmetric_root(const Matrix& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(symmetric);
  const Vector roots = roots_of_eigenvalues(solver.eigenvalues());
  return solver.eigenvectors() * roots.asDiagonal() * solver.eigenvectors().transpose();
}

Matrix covariance_root(const Matrix& values) {
  if (values.rows() >= values.cols()) return symmetric_root(covariance(values));
  // Fewer records than columns: with C the centred records and C C' / (n - 1) = U D U', the root of
  // C' C / (n - 1) is B D^(-1/2) B' for B = C' U / sqrt(n - 1), as B'B = D.
  const Ordered scale = std::sqrt(static_cast<double>(values.rows() - 1));
  const Matrix columns = centre(values).transpose() / scale;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(cross_products(columns));
  const Vector weights = roots_of_eigenvalues(solver.eigenvalues()).unaryExpr([](Ordered root) {
    return root > 0 ? 1 / sqrt(root) : Ordered(0);
  });
  const Matrix half = product(columns, solver.eigenvectors() * weights.asDiagonal());
  return product(half, half.transpose());
}

void scores_along(const Matrix& values, const Vector& direction, std::span<double> scores) {
  weighted_columns(values, 0, direction, scores);
}

Matrix covariance_factor(const Matrix& values, double ridge) {
  Matrix ridged = covariance(values);
  ridged.diagonal().array() += Ordered(ridge);
  return ridged.llt().matrixL();
}

Matrix map_between(const Matrix& factor, const Matrix& other) {
  return factor.transpose().triangularView<Eigen::Upper>().solve(other.transpose());
}

Reals scores_along(const Matrix& values, const Vector& direction) {
  Reals scores(static_cast<std::size_t>(values.rows()));
  scores_along(values, direction, scores);
  return scores;
}

}  // namespace overhand::statistics
