// Sums in lanes and blocks against sums by definition, at sizes around the blocks' own.
#include "overhand/statistics/moments.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/moments.h"
#include "support/tables.h"

namespace overhand::statistics {
namespace {

using Eigen::Index;

constexpr std::size_t sizes[] = {2, 7, 8, 9, 31, 33, 511, 512, 513, 1500};
constexpr double rounding = 1e-12;

double largest_difference(const Matrix& a, const Matrix& b) {
  EXPECT_EQ(a.rows(), b.rows());
  EXPECT_EQ(a.cols(), b.cols());
  double largest = 0;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) {
      largest = std::max(largest, std::abs(double(a(i, j)) - double(b(i, j))));
    }
  }
  return largest;
}

Matrix identity(Index size) { return Matrix::Identity(size, size); }

// Products element by element, added in order.
Matrix plain_product(const Matrix& a, const Matrix& b) {
  Matrix result = Matrix::Zero(a.rows(), b.cols());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.cols(); ++j) {
      for (Index k = 0; k < a.cols(); ++k) result(i, j) += a(i, k) * b(k, j);
    }
  }
  return result;
}

TEST(Moments, ATableIsAMatrixAndBack) {
  const Table table({{"a", Integers{1, 2, 3}}, {"b", Reals{0.5, -1, 7}, Role::keep}});
  const Matrix values = as_matrix(table);
  EXPECT_EQ(double(values(2, 0)), 3);
  EXPECT_EQ(as_reals(values.col(1)), (Reals{0.5, -1, 7}));
  const Table back = as_table(values, table);
  EXPECT_EQ(back.columns()[0].name, "a");
  EXPECT_EQ(testing::reals_of(back, 0), (Reals{1, 2, 3}));
  EXPECT_EQ(back.columns()[1].role, Role::keep);
}

TEST(Moments, CovariancesAreThoseOfTheDefinition) {
  for (const std::size_t records : sizes) {
    const Table table = testing::normal_table(records, 4, records);
    const Matrix found = covariance(as_matrix(table));
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = 0; b < 4; ++b) {
        const double expected =
            testing::covariance(testing::reals_of(table, a), testing::reals_of(table, b));
        EXPECT_NEAR(double(found(a, b)), expected, rounding) << records;
      }
    }
  }
}

TEST(Moments, AreThoseOfFarAwayValuesToo) {
  Reals values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1e9 + static_cast<double>(i % 2);
  EXPECT_NEAR(standard_deviation(values), std::sqrt(250.0 / 999), 1e-9);
}

TEST(Moments, ProductsAreThoseOfTheDefinition) {
  for (const std::size_t records : sizes) {
    const Matrix a = as_matrix(testing::normal_table(records, 5, 1));
    const Matrix b = as_matrix(testing::normal_table(5, 3, 2));
    EXPECT_LT(largest_difference(product(a, b), plain_product(a, b)), rounding);
    EXPECT_LT(largest_difference(cross_products(a), plain_product(a.transpose(), a)), 1e-10);
    const Reals scores = scores_along(a, b.col(1));
    for (std::size_t i = 0; i < records; ++i) {
      EXPECT_NEAR(scores[i], double(product(a, b)(static_cast<Index>(i), 1)), rounding);
    }
  }
}

TEST(Moments, StandardisedColumnsHaveMeanZeroAndDeviationOne) {
  const Table table({{"wide", Reals{1e6, 3e6, -5e6, 2e6}}, {"same", Reals{7, 7, 7, 7}}});
  const Matrix found = standardise(as_matrix(table));
  const Reals wide = as_reals(found.col(0));
  EXPECT_NEAR(testing::mean(wide), 0, rounding);
  EXPECT_NEAR(standard_deviation(wide), 1, rounding);
  EXPECT_EQ(as_reals(found.col(1)), Reals(4, 0.0));
}

TEST(Moments, OrthonormalColumnsAre) {
  for (const Index size : {3, 20, 513}) {
    random::Stream stream(random::key_from_seed(1), {random::Purpose::test});
    Matrix columns = normal_matrix(size, 3, stream);
    columns.col(1) = columns.col(0) + columns.col(1) * Ordered(1e-7);  // nearly the same direction
    const Matrix basis = orthonormal(columns);
    EXPECT_LT(largest_difference(plain_product(basis.transpose(), basis), identity(3)), 1e-14);
    const Matrix rest = orthogonal_part(basis.leftCols(2), normal_matrix(size, 2, stream));
    const Matrix left = plain_product(basis.leftCols(2).transpose(), rest);
    EXPECT_LT(largest_difference(left, Matrix::Zero(2, 2)), 1e-13);
  }
}

TEST(Moments, ARootTimesItselfIsTheMatrix) {
  const Matrix values = as_matrix(testing::normal_table(50, 4, 3));
  const Matrix symmetric = covariance(values);
  const Matrix root = symmetric_root(symmetric);
  EXPECT_LT(largest_difference(plain_product(root, root.transpose()), symmetric), rounding);
}

TEST(Moments, ARootOfASingularMatrixKeepsItsIdentities) {
  Matrix values = as_matrix(testing::normal_table(50, 3, 4));
  values.col(2) = values.col(0) + values.col(1);
  const Matrix root = symmetric_root(covariance(values));
  for (Index j = 0; j < 3; ++j) {
    EXPECT_NEAR(double(root(0, j) + root(1, j) - root(2, j)), 0, 1e-12);
  }
}

TEST(Moments, TheFirstComponentPointsWhereTheSpreadIs) {
  Matrix values = as_matrix(testing::normal_table(400, 3, 5));
  values.col(1) *= Ordered(100);
  const Vector component = first_component(covariance(values));
  EXPECT_NEAR(std::abs(double(component[1])), 1, 1e-3);
}

TEST(Moments, NormalMatricesAreFilledColumnByColumnFromTheStream) {
  random::Stream stream(random::key_from_seed(2), {random::Purpose::test});
  random::Stream again(random::key_from_seed(2), {random::Purpose::test});
  const Matrix wide = normal_matrix(6, 2, stream);
  const Matrix tall = normal_matrix(12, 1, again);
  for (Index i = 0; i < 12; ++i) EXPECT_EQ(double(wide(i % 6, i / 6)), double(tall(i, 0)));
}

TEST(Moments, HaveTheSameRootWithMoreColumnsThanRecords) {
  random::Stream stream(random::key_from_seed(3), {random::Purpose::test});
  for (const Eigen::Index rows : {2, 5, 20}) {
    const Matrix values = normal_matrix(rows, 30, stream);
    const Matrix root = covariance_root(values);
    const Matrix difference = product(root, root) - covariance(values);
    EXPECT_LT(double(difference.cwiseAbs().maxCoeff()), 1e-12) << rows;
    EXPECT_LT(double((root - root.transpose()).cwiseAbs().maxCoeff()), 1e-12) << rows;
  }
}

TEST(Moments, HaveTheSamePrincipalComponentWithMoreColumnsThanRecords) {
  random::Stream stream(random::key_from_seed(4), {random::Purpose::test});
  for (const Eigen::Index rows : {3, 8, 20}) {
    const Matrix values = normal_matrix(rows, 30, stream);
    const Vector found = principal_component(values);
    const Vector expected = first_component(covariance(values));
    EXPECT_NEAR(std::abs(double(found.dot(expected))), 1, 1e-9) << rows;
    EXPECT_NEAR(double(found.norm()), 1, 1e-12) << rows;
  }
}

}  // namespace
}  // namespace overhand::statistics
