#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/level_effects_internal.h"

namespace overhand::masking {
namespace {

using Eigen::Index;
using statistics::Matrix;
using statistics::Ordered;

Matrix joint_counts(const Indicators& levels, Index records) {
  Matrix counts = Matrix::Zero(levels.count, levels.count);
  for (const auto& a : levels.of_category) {
    for (const auto& b : levels.of_category) {
      for (Index i = 0; i < records; ++i) {
        if (a[i] != Indicators::no_effect && b[i] != Indicators::no_effect) counts(a[i], b[i]) += 1;
      }
    }
  }
  return counts;
}

Ordered clipped(Ordered value) {
  constexpr double most = 2.5;
  return std::clamp(value, Ordered(-most), Ordered(most));
}

Matrix sums_by_level(const Indicators& levels, const Matrix& values) {
  Matrix sums = Matrix::Zero(levels.count, values.cols());
  parallel_for_each_index(static_cast<std::size_t>(values.cols()), [&](std::size_t column) {
    const auto j = static_cast<Index>(column);
    for (const auto& level : levels.of_category) {
      for (Index i = 0; i < values.rows(); ++i) {
        if (level[i] != Indicators::no_effect) sums(level[i], j) += clipped(values(i, j));
      }
    }
  });
  return sums;
}

}  // namespace

Matrix level_effects(const Indicators& levels, const Matrix& values) {
  if (levels.count == 0) return Matrix(0, values.cols());
  constexpr double one_record = 1;
  Matrix counts = joint_counts(levels, values.rows());
  counts.diagonal().array() += Ordered(one_record);
  return counts.llt().solve(sums_by_level(levels, values));
}

void blur(const Indicators& levels, random::Stream& stream, Matrix& effects) {
  std::vector<double> holders(static_cast<std::size_t>(levels.count));
  for (const auto& of_record : levels.of_category) {
    for (const std::int32_t level : of_record) {
      if (level != Indicators::no_effect) ++holders[static_cast<std::size_t>(level)];
    }
  }
  const Matrix noise = statistics::normal_matrix(effects.rows(), effects.cols(), stream);
  for (Index level = 0; level < effects.rows(); ++level) {
    if (holders[level] > 0) effects.row(level) += noise.row(level) / Ordered(holders[level]);
  }
}

void add_effects(const Indicators& levels, const Matrix& effects, Ordered times, Matrix& values) {
  for (const auto& level : levels.of_category) {
    for (Index j = 0; j < values.cols(); ++j) {
      for (Index i = 0; i < values.rows(); ++i) {
        if (level[i] != Indicators::no_effect) values(i, j) += times * effects(level[i], j);
      }
    }
  }
}

}  // namespace overhand::masking
