#include <cmath>

#include "overhand/masking/rotation_internal.h"

namespace overhand::masking {

using statistics::Matrix;
using statistics::Ordered;
using statistics::RowVector;
using statistics::Vector;

Matrix random_rotation(Eigen::Index size, random::Stream& stream) {
  Matrix rotation = Matrix::Zero(size, size);
  rotation(0, 0) = 1;
  rotation.bottomRightCorner(size - 1, size - 1) =
      statistics::orthonormal(statistics::normal_matrix(size - 1, size - 1, stream));
  Vector normal = Vector::Constant(size, -1 / std::sqrt(static_cast<double>(size)));
  normal[0] += 1;
  normal.normalize();
  const RowVector from_left = Ordered(2) * normal.transpose() * rotation;
  rotation.noalias() -= normal * from_left;
  const Vector from_right = Ordered(2) * rotation * normal;
  rotation.noalias() -= from_right * normal.transpose();
  return rotation;
}

}  // namespace overhand::masking
