// Means, covariances and what is made of them, of a table as a matrix: n records by p columns.
#pragma once

#include <Eigen/Dense>
#include <span>

#include "overhand/table/table.h"

namespace overhand::masking {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Matrix as_matrix(const Table& table);

// The columns of `values` as reals with the names and roles of `like`.
Table as_table(const Matrix& values, const Table& like);

// Each column minus its mean; the covariance matrix and standard deviations have divisor n - 1.
Matrix centre(Matrix values);
Matrix covariance(const Matrix& values);
Vector standard_deviations(const Matrix& values);

// Each column with mean 0 and standard deviation 1; a constant column becomes 0.
Matrix standardise(const Matrix& values);

// The eigenvector of the largest eigenvalue of a symmetric matrix.
Vector first_component(const Matrix& symmetric);

// A with A A' = the symmetric matrix, which may be singular. Rounding below zero counts as zero.
Matrix symmetric_root(const Matrix& symmetric);

// values * direction, summed column by column in order: equal records have equal scores.
Reals scores_along(const Matrix& values, const Vector& direction);
void scores_along(const Matrix& values, const Vector& direction, std::span<double> scores);

}  // namespace overhand::masking
