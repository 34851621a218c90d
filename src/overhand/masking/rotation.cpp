#include <array>
#include <cmath>
#include <mutex>

#include "overhand/masking/rotation_internal.h"
#include "overhand/random/shuffle.h"
#include "overhand/table/row.h"

namespace overhand::masking {
namespace {

using Eigen::Index;
using statistics::Matrix;
using statistics::Ordered;
using statistics::RowVector;
using statistics::Vector;

// V A V, V the reflection of the first unit vector onto 1/sqrt(m).
Matrix reflected(Matrix values) {
  const Index size = values.rows();
  Vector normal = Vector::Constant(size, -1 / std::sqrt(static_cast<double>(size)));
  normal[0] += 1;
  if (size > 1) normal.normalize();
  const RowVector from_left = Ordered(2) * normal.transpose() * values;
  values.noalias() -= normal * from_left;
  const Vector from_right = Ordered(2) * values * normal;
  values.noalias() -= from_right * normal.transpose();
  return values;
}

Matrix with_fixed_mean(const Matrix& orthogonal) {
  const Index size = orthogonal.rows() + 1;
  Matrix rotation = Matrix::Zero(size, size);
  rotation(0, 0) = 1;
  rotation.bottomRightCorner(size - 1, size - 1) = orthogonal;
  return reflected(std::move(rotation));
}

double fourth_powers(const Matrix& rotation) {
  return double(rotation.array().square().square().sum());
}

// O after a step against the gradient of the sum of Q_ij^4, along the orthogonal group: with the
// skew-symmetric W = G O' - O G', O becomes (I + tW/2)^-1 (I - tW/2) O.
Matrix step_along(const Matrix& orthogonal, const Matrix& skew, double length) {
  const Matrix half = skew * Ordered(length / 2);
  const Matrix one = Matrix::Identity(skew.rows(), skew.cols());
  return (one + half).partialPivLu().solve((one - half) * orthogonal);
}

Matrix skew_gradient(const Matrix& orthogonal, const Matrix& rotation) {
  const Index rest = orthogonal.rows();
  const Matrix cubes = rotation.array().cube().matrix() * Ordered(4);
  const Matrix gradient = reflected(cubes).bottomRightCorner(rest, rest);
  return gradient * orthogonal.transpose() - orthogonal * gradient.transpose();
}

Matrix flattened(Matrix orthogonal) {
  constexpr int steps = 600;
  constexpr double least_gain = 1e-7;
  constexpr double shortest = 1e-6;
  double length = 0.1;
  Matrix rotation = with_fixed_mean(orthogonal);
  double size = fourth_powers(rotation);
  for (int step = 0; step < steps && length > shortest; ++step) {
    const Matrix skew = skew_gradient(orthogonal, rotation);
    const Matrix next = step_along(orthogonal, skew, length);
    Matrix turned = with_fixed_mean(next);
    const double reached = fourth_powers(turned);
    if (reached > size) {
      length /= 2;
      continue;
    }
    const bool is_done = size - reached < least_gain;
    orthogonal = next;
    rotation = std::move(turned);
    size = reached;
    if (is_done) break;
    length *= 1.2;
  }
  return rotation;
}

// The flattest rotation of few records is nearly 2/m - I, whichever way its rows and columns are
// permuted: who knows the method undoes it. They get a uniform one.
constexpr std::size_t smallest_flat = 10;
constexpr std::size_t largest_flat = 64;

bool is_flat(Index size) {
  return size >= static_cast<Index>(smallest_flat) && size <= static_cast<Index>(largest_flat);
}

Matrix random_orthogonal(Index size, random::Stream& stream) {
  return statistics::orthonormal(statistics::normal_matrix(size, size, stream));
}

// One start: further ones lower the sum of fourth powers by a third of a percent in the mean.
Matrix searched(Index size) {
  random::Stream stream(random::key_from_seed(1), {random::Purpose::cell_rotation, 1, 0});
  return flattened(random_orthogonal(size - 1, stream));
}

std::vector<Row> shuffled(Index size, random::Stream& stream) {
  std::vector<Row> rows(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Row>(i);
  random::shuffle_in_cache(std::span(rows), stream);
  return rows;
}

}  // namespace

Matrix random_rotation(Index size, random::Stream& stream) {
  return with_fixed_mean(random_orthogonal(size - 1, stream));
}

Matrix random_flat_rotation(Index size, random::Stream& stream) {
  if (!is_flat(size)) return random_rotation(size, stream);
  const Matrix& flat = flat_rotation(size);
  const auto rows = shuffled(size, stream);
  const auto columns = shuffled(size, stream);
  Matrix rotation(size, size);
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < size; ++i) rotation(i, j) = flat(rows[i], columns[j]);
  }
  return rotation;
}

const Matrix& flat_rotation(Index size) {
  static std::array<Matrix, largest_flat + 1> known;
  static std::array<std::once_flag, largest_flat + 1> is_known;
  const auto place = static_cast<std::size_t>(size);
  std::call_once(is_known[place], [&] { known[place] = searched(size); });
  return known[place];
}

void prepare_flat_rotation(std::size_t size) {
  if (is_flat(static_cast<Index>(size))) flat_rotation(static_cast<Index>(size));
}

}  // namespace overhand::masking
