// Means, covariances and what is made of them, of a table as a matrix: n records by p columns.
//
// For maskings, whose bytes are the same on every processor. Just modules that are compiled so
// (EXACT) include this: a template of Eigen's that another module compiled may be the one that is
// linked. What is measured has R's moments (profile.h) and covariances (association.h).
#pragma once

#include <Eigen/Dense>
#include <span>

#include "overhand/random/stream.h"
#include "overhand/statistics/ordered.h"
#include "overhand/table/table.h"

namespace overhand::statistics {

using Matrix = Eigen::Matrix<Ordered, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Ordered, Eigen::Dynamic, 1>;
using RowVector = Eigen::Matrix<Ordered, 1, Eigen::Dynamic>;

Matrix as_matrix(const Table& table);
Reals as_reals(const Eigen::Ref<const Vector>& values);

// The columns of `values` as reals with the names and roles of `like`.
Table as_table(const Matrix& values, const Table& like);

// Independent standard normal variates, column after column.
Matrix normal_matrix(Eigen::Index rows, Eigen::Index columns, random::Stream& stream);

// The sums below run in eight lanes or over blocks of rows, always the same ones: as fast as the
// processor adds, and equal on every processor.

Ordered dot(std::span<const Ordered> a, std::span<const Ordered> b);

// The columns made orthogonal to those before them and of length 1 (Gram-Schmidt, twice).
Matrix orthonormal(Matrix columns);
// The part of `values` that is orthogonal to the orthonormal columns of `basis`.
Matrix orthogonal_part(const Matrix& basis, Matrix values);

// a'a, and a b where a has many rows.
Matrix cross_products(const Matrix& a);
Matrix product(const Matrix& a, const Matrix& b);

// Each column minus its mean; the covariance matrix and the standard deviation have divisor n - 1.
Matrix centre(Matrix values);
Matrix covariance(Matrix values);
double standard_deviation(std::span<const double> values);

// Where the columns of a matrix lie, and how far they reach: for others of the same columns.
struct Scale {
  RowVector mean;
  RowVector deviation;  // 1 of a constant column

  explicit Scale(const Matrix& values);
  Matrix of(Matrix values) const;  // less the mean, by the deviation
};

// Each column with mean 0 and standard deviation 1; a constant column becomes 0.
Matrix standardise(const Matrix& values);

// The eigenvector of the largest eigenvalue of a symmetric matrix.
Vector first_component(const Matrix& symmetric);

// first_component(covariance(values)), by way of the smaller of its two sides.
Vector principal_component(const Matrix& values);

// A with A A' = the symmetric matrix, which may be singular. Rounding below zero counts as zero.
Matrix symmetric_root(const Matrix& symmetric);

// symmetric_root(covariance(values)), by way of the smaller of its two sides.
Matrix covariance_root(const Matrix& values);

// The lower Cholesky factor of the covariance matrix, with `ridge` on its diagonal, which keeps it
// finite where columns determine each other; and the map that gives records with the covariance of
// the first factor that of the second: A^-T B^T.
Matrix covariance_factor(const Matrix& values, double ridge);
Matrix map_between(const Matrix& factor, const Matrix& other);

// values * direction, summed column by column in order: equal records have equal scores.
Reals scores_along(const Matrix& values, const Vector& direction);
void scores_along(const Matrix& values, const Vector& direction, std::span<double> scores);

}  // namespace overhand::statistics
