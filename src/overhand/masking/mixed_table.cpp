#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "overhand/core/parallel.h"
#include "overhand/masking/kinds.h"
#include "overhand/masking/mixed_table_internal.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::Ordered;
using statistics::Vector;

// The number of each level when the commonest keep one of their own; of equals, the first ones.
std::vector<std::uint32_t> merged(const std::vector<std::size_t>& sizes, std::size_t fewest,
                                  std::size_t most) {
  std::vector<std::uint32_t> by_size(sizes.size());
  std::iota(by_size.begin(), by_size.end(), 0U);
  std::ranges::stable_sort(by_size, std::greater<>(), [&](auto level) { return sizes[level]; });
  const auto common = static_cast<std::size_t>(
      std::ranges::count_if(sizes, [&](std::size_t size) { return size >= fewest; }));
  const std::size_t last = std::min(common, most - 1);
  std::vector<std::uint32_t> number(sizes.size());
  for (std::size_t i = 0; i < by_size.size(); ++i) {
    number[by_size[i]] = static_cast<std::uint32_t>(std::min(i, last));
  }
  return number;
}

LevelBlock block_of(const ColumnLevels& levels, std::size_t most) {
  const auto sizes = levels.sizes();
  const std::size_t records = levels.of_row.size();
  const std::size_t fewest = fewest_holders(records);
  LevelBlock block{std::vector<std::uint32_t>(records),
                   {},
                   static_cast<double>(records),
                   merged(sizes, fewest, most)};
  block.sizes.resize(std::ranges::max(block.of_level) + 1);
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    block.sizes[block.of_level[level]] += static_cast<double>(sizes[level]);
    block.is_rare.push_back(sizes[level] < fewest);
  }
  std::ranges::transform(levels.of_row, block.of_row.begin(),
                         [&](std::uint32_t level) { return block.of_level[level]; });
  return block;
}

// By which the indicator of a level is multiplied. One that few have would draw them all into one
// cell, where a person's rare levels meet again.
double factor(const LevelBlock& block, Eigen::Index level) {
  if (block.is_small(static_cast<std::size_t>(level))) return 0;
  return std::sqrt(block.records / block.sizes[level]);
}

// Covariances of a standardised number with the indicators of a block.
void set_covariances(const Matrix& numbers, Eigen::Index j, const LevelBlock& block, Matrix& all) {
  std::vector<double> sums(block.sizes.size());
  for (std::size_t row = 0; row < block.of_row.size(); ++row) {
    sums[block.of_row[row]] += double(numbers(static_cast<Eigen::Index>(row), j));
  }
  const auto divisor = static_cast<double>(block.of_row.size() - 1);
  for (Eigen::Index l = 0; l < block.count(); ++l) {
    const Eigen::Index place = numbers.cols() + block.first + l;
    all(place, j) = all(j, place) = sums[l] * factor(block, l) / divisor;
  }
}

void set_covariances(const LevelBlock& a, const LevelBlock& b, Eigen::Index first, Matrix& all) {
  const std::size_t width = b.sizes.size();
  std::vector<std::uint32_t> counts(a.sizes.size() * width);
  for (std::size_t row = 0; row < a.of_row.size(); ++row) {
    ++counts[a.of_row[row] * width + b.of_row[row]];
  }
  const auto records = static_cast<double>(a.of_row.size());
  for (Eigen::Index k = 0; k < a.count(); ++k) {
    for (Eigen::Index l = 0; l < b.count(); ++l) {
      const double expected = a.sizes[k] * b.sizes[l] / records;
      const double excess = counts[static_cast<std::size_t>(k) * width + l] - expected;
      const double covariance = excess * factor(a, k) * factor(b, l) / (records - 1);
      all(first + a.first + k, first + b.first + l) = covariance;
      all(first + b.first + l, first + a.first + k) = covariance;
    }
  }
}

// Of standardised numbers and indicators. Sums over records of one level in place of products with
// zeros.
Matrix covariances(const Matrix& numbers, const std::vector<LevelBlock>& blocks) {
  const Eigen::Index size = numbers.cols() + indicator_count(blocks);
  Matrix all(size, size);
  all.topLeftCorner(numbers.cols(), numbers.cols()) = statistics::covariance(numbers);
  const auto numeric = static_cast<std::size_t>(numbers.cols());
  parallel_for_each_index(blocks.size() * (numeric + blocks.size()), [&](std::size_t pair) {
    const std::size_t b = pair / (numeric + blocks.size());
    const std::size_t other = pair % (numeric + blocks.size());
    if (other < numeric) {
      set_covariances(numbers, static_cast<Eigen::Index>(other), blocks[b], all);
    } else if (other - numeric <= b) {
      set_covariances(blocks[b], blocks[other - numeric], numbers.cols(), all);
    }
  });
  return all;
}

void add_scores(const LevelBlock& block, const Matrix& directions, Eigen::Index component,
                Matrix& scores) {
  std::vector<Ordered> of_level(block.sizes.size());
  for (std::size_t l = 0; l < of_level.size(); ++l) {
    const auto level = static_cast<Eigen::Index>(l);
    of_level[l] = directions(block.first + level, component) * factor(block, level);
  }
  for (std::size_t row = 0; row < block.of_row.size(); ++row) {
    scores(static_cast<Eigen::Index>(row), component) += of_level[block.of_row[row]];
  }
}

}  // namespace

void copy_numbers(const Column& column, Eigen::Ref<Vector> numbers) {
  const auto real = [](auto value) { return as_real(value); };
  if (const auto* reals = std::get_if<Cells<double>>(&column.values))
    std::ranges::transform(*reals, numbers.begin(), real);
  else
    std::ranges::transform(std::get<Cells<std::int64_t>>(column.values), numbers.begin(), real);
}

double mean_of_there(const Eigen::Ref<const Vector>& numbers) {
  double sum = 0;
  std::size_t there = 0;
  for (const Ordered number : numbers) {
    if (isnan(number)) continue;
    sum += double(number);
    ++there;
  }
  return there == 0 ? 0 : sum / static_cast<double>(there);
}

void fill_gaps(Eigen::Ref<Vector> numbers, double value) {
  for (Ordered& number : numbers) {
    if (isnan(number)) number = value;
  }
}

// The indicators of all blocks stay about as many as one matrix of covariances can have.
std::vector<LevelBlock> blocks_of(const std::vector<ColumnLevels>& levels) {
  constexpr std::size_t most_coordinates = 240;
  constexpr std::size_t most_of_one = 24;
  constexpr std::size_t fewest_of_one = 3;
  std::vector<LevelBlock> blocks(levels.size());
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    blocks[b] = block_of(levels[b],
                         std::clamp(most_coordinates / levels.size(), fewest_of_one, most_of_one));
  });
  Eigen::Index first = 0;
  for (LevelBlock& block : blocks) {
    block.first = first;
    first += block.count();
  }
  return blocks;
}

MixedTable taken_apart(const Table& table) {
  MixedTable mixed;
  const auto is_levels = [](const Column& column) { return kind_of(column.type) == Kind::levels; };
  const auto numbers = std::ranges::count_if(table.columns(), std::not_fn(is_levels));
  mixed.numbers.resize(static_cast<Eigen::Index>(table.row_count()), numbers);
  Eigen::Index next = 0;
  for (const Column& column : table.columns()) {
    MixedTable::Parts parts;
    if (!is_levels(column)) {
      parts.number = next++;
      copy_numbers(column, mixed.numbers.col(*parts.number));
    }
    if (is_levels(column) || missing_count(column.values) > 0) {
      parts.levels = mixed.levels.size();
      mixed.levels.push_back(is_levels(column) ? levels_of(column) : missingness_of(column));
    }
    if (parts.number && parts.levels) {
      auto own = mixed.numbers.col(*parts.number);
      fill_gaps(own, mean_of_there(own));
    }
    mixed.parts.push_back(parts);
  }
  mixed.blocks = blocks_of(mixed.levels);
  return mixed;
}

Points::Points(const MixedTable& table) : scale_(table.numbers) {
  if (table.levels.empty()) return;
  stop_if_cancelled();
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(
      covariances(scale_.of(table.numbers), table.blocks));
  const auto kept =
      std::min(solver.eigenvectors().cols(), static_cast<Eigen::Index>(table.parts.size()));
  directions_ = solver.eigenvectors().rightCols(kept);  // eigenvalues ascend
}

Matrix Points::of(const MixedTable& table) const {
  Matrix numbers = scale_.of(table.numbers);
  if (directions_.size() == 0) return numbers;
  Matrix scores = statistics::product(numbers, directions_.topRows(numbers.cols()));
  const Matrix of_levels = directions_.bottomRows(directions_.rows() - numbers.cols());
  parallel_for_each_index(static_cast<std::size_t>(scores.cols()), [&](std::size_t component) {
    for (const LevelBlock& block : table.blocks) {
      if (block.first >= of_levels.rows()) break;
      add_scores(block, of_levels, static_cast<Eigen::Index>(component), scores);
    }
  });
  return scores;
}

}  // namespace overhand::masking
