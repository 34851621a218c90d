#include <cmath>

#include "overhand/masking/rotation_internal.h"
#include "overhand/random/normal.h"

namespace overhand::masking {
namespace {

Matrix uniform_orthogonal(Eigen::Index order, random::Stream& stream) {
  Matrix normals(order, order);
  random::fill_normal({normals.data(), static_cast<std::size_t>(normals.size())}, stream);
  const Eigen::HouseholderQR<Matrix> qr(normals);
  Matrix orthogonal = qr.householderQ();
  for (Eigen::Index j = 0; j < order; ++j) {
    if (qr.matrixQR()(j, j) < 0) orthogonal.col(j) = -orthogonal.col(j);
  }
  return orthogonal;
}

}  // namespace

Matrix random_rotation(Eigen::Index size, random::Stream& stream) {
  Matrix rotation = Matrix::Zero(size, size);
  rotation(0, 0) = 1;
  rotation.bottomRightCorner(size - 1, size - 1) = uniform_orthogonal(size - 1, stream);
  Vector normal = Vector::Constant(size, -1 / std::sqrt(static_cast<double>(size)));
  normal[0] += 1;
  normal.normalize();
  const Eigen::RowVectorXd from_left = 2 * normal.transpose() * rotation;
  rotation.noalias() -= normal * from_left;
  const Vector from_right = 2 * rotation * normal;
  rotation.noalias() -= from_right * normal.transpose();
  return rotation;
}

}  // namespace overhand::masking
