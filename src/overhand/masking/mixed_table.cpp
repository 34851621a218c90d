#include <algorithm>
#include <cmath>
#include <numeric>

#include "overhand/core/parallel.h"
#include "overhand/masking/kinds.h"
#include "overhand/masking/mixed_table_internal.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::Ordered;
using statistics::Vector;

Reals numbers_of(const Column& column) {
  Reals numbers(column.size());
  const auto real = [](auto value) { return as_real(value); };
  if (const auto* reals = std::get_if<Cells<double>>(&column.values))
    std::ranges::transform(*reals, numbers.begin(), real);
  else
    std::ranges::transform(std::get<Cells<std::int64_t>>(column.values), numbers.begin(), real);
  return numbers;
}

void fill_gaps_with_mean(Reals& numbers) {
  double sum = 0;
  std::size_t there = 0;
  for (const double number : numbers) {
    if (is_missing(number)) continue;
    sum += number;
    ++there;
  }
  const double mean = there == 0 ? 0 : sum / static_cast<double>(there);
  std::ranges::replace_if(numbers, [](double number) { return is_missing(number); }, mean);
}

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
  const std::size_t fewest = fewest_holders(levels.of_row.size());
  const auto number = merged(sizes, fewest, most);
  LevelBlock block{std::vector<std::uint32_t>(levels.of_row.size()),
                   std::vector<double>(std::ranges::max(number) + 1)};
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    block.sizes[number[level]] += static_cast<double>(sizes[level]);
    block.is_rare.push_back(sizes[level] < fewest);
  }
  std::ranges::transform(levels.of_row, block.of_row.begin(),
                         [&](std::uint32_t level) { return number[level]; });
  return block;
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

// By which the indicator of a level is multiplied. One that few have would draw them all into one
// cell, where a person's rare levels meet again.
double factor(const LevelBlock& block, Eigen::Index level) {
  if (block.sizes[level] < static_cast<double>(fewest_holders(block.of_row.size()))) return 0;
  return std::sqrt(static_cast<double>(block.of_row.size()) / block.sizes[level]);
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
  const Eigen::Index size = numbers.cols() + blocks.back().first + blocks.back().count();
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

MixedTable taken_apart(const Table& table) {
  MixedTable mixed;
  std::vector<Reals> numbers;
  for (const Column& column : table.columns()) {
    MixedTable::Parts parts;
    const bool is_levels = kind_of(column.type) == Kind::levels;
    if (!is_levels) {
      parts.number = static_cast<Eigen::Index>(numbers.size());
      numbers.push_back(numbers_of(column));
    }
    if (is_levels || missing_count(column.values) > 0) {
      parts.levels = mixed.levels.size();
      mixed.levels.push_back(is_levels ? levels_of(column) : missingness_of(column));
      if (!is_levels) fill_gaps_with_mean(numbers.back());
    }
    mixed.parts.push_back(parts);
  }
  mixed.numbers.resize(static_cast<Eigen::Index>(table.row_count()),
                       static_cast<Eigen::Index>(numbers.size()));
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    std::ranges::copy(numbers[j], mixed.numbers.col(static_cast<Eigen::Index>(j)).begin());
  }
  mixed.blocks = blocks_of(mixed.levels);
  return mixed;
}

Matrix coordinates_of(const MixedTable& table) {
  Matrix numbers = statistics::standardise(table.numbers);
  if (table.levels.empty()) return numbers;
  stop_if_cancelled();
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(covariances(numbers, table.blocks));
  const auto kept =
      std::min(solver.eigenvectors().cols(), static_cast<Eigen::Index>(table.parts.size()));
  const Matrix directions = solver.eigenvectors().rightCols(kept);  // eigenvalues ascend
  Matrix scores = statistics::product(numbers, directions.topRows(numbers.cols()));
  const Matrix of_levels = directions.bottomRows(directions.rows() - numbers.cols());
  parallel_for_each_index(static_cast<std::size_t>(kept), [&](std::size_t component) {
    for (const LevelBlock& block : table.blocks) {
      add_scores(block, of_levels, static_cast<Eigen::Index>(component), scores);
    }
  });
  return scores;
}

}  // namespace overhand::masking
