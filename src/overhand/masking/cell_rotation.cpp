#include <algorithm>

#include "overhand/masking/cell_rotation_internal.h"
#include "overhand/masking/level_assignment_internal.h"
#include "overhand/masking/rotation_internal.h"
#include "overhand/random/uniform.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::Ordered;
using statistics::RowVector;
using statistics::Vector;

Matrix rows_of(const Matrix& values, std::span<const Row> rows) {
  Matrix cell(static_cast<Eigen::Index>(rows.size()), values.cols());
  for (Eigen::Index j = 0; j < values.cols(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i) cell(i, j) = values(rows[i], j);
  }
  return cell;
}

// What is not there counts as the mean of what is there in the cell: it moves nothing.
void fill_gaps_in_cell(Eigen::Ref<Vector> cell, std::span<const Row> rows,
                       const ColumnLevels& missing) {
  Ordered sum = 0;
  double there = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (missing.of_row[rows[i]] != 0) continue;
    sum += cell[i];
    ++there;
  }
  if (there == 0) return;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (missing.of_row[rows[i]] != 0) cell[i] = sum / there;
  }
}

Matrix numbers_in_cell(const MixedTable& table, std::span<const Row> rows) {
  Matrix cell = rows_of(table.numbers, rows);
  for (const auto& [number, levels] : table.parts) {
    if (number && levels) fill_gaps_in_cell(cell.col(*number), rows, table.levels[*levels]);
  }
  return cell;
}

// The rows of a cell by level.
struct LevelsInCell {
  std::vector<std::vector<Row>> rows;
  std::vector<std::uint32_t> of_place;
};

LevelsInCell levels_in_cell(const ColumnLevels& levels, std::span<const Row> rows) {
  std::vector<std::uint32_t> known;
  LevelsInCell cell{{}, std::vector<std::uint32_t>(rows.size())};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t level = levels.of_row[rows[i]];
    const auto place = static_cast<std::size_t>(std::ranges::find(known, level) - known.begin());
    if (place == known.size()) {
      known.push_back(level);
      cell.rows.emplace_back();
    }
    cell.rows[place].push_back(rows[i]);
    cell.of_place[i] = static_cast<std::uint32_t>(place);
  }
  return cell;
}

// Rotated indicators: the weights that a record's row of the rotation gives to each level.
Matrix rotated_indicators(const Matrix& rotation, const LevelsInCell& cell) {
  Matrix weights = Matrix::Zero(rotation.rows(), static_cast<Eigen::Index>(cell.rows.size()));
  for (Eigen::Index from = 0; from < rotation.cols(); ++from) {
    weights.col(cell.of_place[from]) += rotation.col(from);
  }
  return weights;
}

// By how much the levels that the records of a cell were given differ from the rotated indicators.
// Coordinates of levels that the cell does not have are 0 and left out.
class Differences {
 public:
  void add(Eigen::Index coordinate, Vector difference) {
    coordinates_.push_back(coordinate);
    differences_.push_back(std::move(difference));
  }
  // What the regression on the coordinates adds to one column.
  void carry(const Matrix& regression, Eigen::Index column, Eigen::Ref<Vector> values) const {
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      values += differences_[i] * regression(coordinates_[i], column);
    }
  }

 private:
  std::vector<Eigen::Index> coordinates_;
  std::vector<Vector> differences_;
};

std::vector<std::uint32_t> assigned(const Matrix& weights, const LevelsInCell& cell) {
  Reals by_record(static_cast<std::size_t>(weights.size()));
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      by_record.data(), weights.rows(), weights.cols()) =
      weights.unaryExpr([](Ordered weight) { return double(weight); });
  std::vector<std::size_t> counts;
  for (const auto& of_level : cell.rows) counts.push_back(of_level.size());
  return assigned_levels(by_record, counts);
}

// Above every other weight, and drawn for each level: a rare level goes to anybody in the cell. By
// the rotation all rare levels of a person would go to one record, with what else is rare in them.
void draw_weights(Eigen::Ref<Vector> weights, random::Stream& stream) {
  constexpr double above_all = 1000;
  for (Ordered& weight : weights) weight = above_all * random::uniform(stream);
}

// How a cell was rotated, and where more chance comes from.
struct Draw {
  const Matrix& rotation;
  random::Stream& stream;
};

// Each record takes a level of its cell, every row's once.
void assign_cell(const RotationPlan& plan, std::size_t number, std::span<const Row> rows,
                 const Draw& draw, Differences& differences, std::span<Row> source) {
  LevelsInCell cell = levels_in_cell(plan.original.levels[number], rows);
  if (cell.rows.size() == 1) {
    std::ranges::copy(rows, source.begin());
    return;
  }
  const LevelBlock& block = plan.original.blocks[number];
  const Matrix rotated = rotated_indicators(draw.rotation, cell);
  const auto is_rare = [&](Eigen::Index level) {
    return block.is_rare[plan.original.levels[number].of_row[cell.rows[level].front()]];
  };
  Matrix weights = rotated;
  for (Eigen::Index level = 0; level < weights.cols(); ++level) {
    if (is_rare(level)) {
      draw_weights(weights.col(level), draw.stream);
      continue;
    }
    const Eigen::Index place = block.of_row[cell.rows[level].front()];
    differences.carry(plan.carry.to_levels[number], place, weights.col(level));
  }
  const auto levels = assigned(weights, cell);
  Matrix difference = -rotated;
  for (std::size_t i = 0; i < rows.size(); ++i) difference(i, levels[i]) += 1;
  for (Eigen::Index level = 0; level < weights.cols(); ++level) {
    if (is_rare(level)) continue;  // its regression is what its few holders are
    const Eigen::Index place = block.of_row[cell.rows[level].front()];
    differences.add(block.first + place, difference.col(level));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& left = cell.rows[levels[i]];
    source[i] = left.back();
    left.pop_back();
  }
}

// The levels of the records that `row_of` names, category by category. What is left of a category
// and held by a few says what these few are, and has no effect.
template <typename RowOf>
Indicators indicators_of(const MixedTable& table, std::size_t records, RowOf row_of) {
  Indicators levels;
  for (std::size_t category = 0; category < table.blocks.size(); ++category) {
    const LevelBlock& block = table.blocks[category];
    auto& of_record = levels.of_category.emplace_back(records);
    for (std::size_t i = 0; i < records; ++i) {
      const std::uint32_t level = block.of_row[row_of(category, i)];
      of_record[i] = block.is_small(level) ? Indicators::no_effect
                                           : static_cast<std::int32_t>(block.first + level);
    }
    levels.count = block.first + block.count();
  }
  return levels;
}

}  // namespace

bool has_level_effects(const MixedTable& table) {
  return !table.blocks.empty() &&
         table.numbers.rows() >= fewest_for_a_moment * indicator_count(table.blocks);
}

Rotated::Rotated(std::size_t records, const MixedTable& table)
    : values(static_cast<Eigen::Index>(records), table.numbers.cols()),
      sources(table.levels.size(), Lineage(records)),
      donors(records) {}

void rotate_cell(const RotationPlan& plan, std::span<const Row> rows, random::Stream& stream,
                 std::size_t place, Rotated& rotated) {
  const auto size = static_cast<Eigen::Index>(rows.size());
  const Matrix cell = numbers_in_cell(plan.original, rows);
  const RowVector mean = cell.colwise().mean();
  const Matrix rotation = random_flat_rotation(size, stream);
  Matrix masked = statistics::product(rotation, cell.rowwise() - mean);
  masked.rowwise() += mean;
  Differences differences;
  for (std::size_t l = 0; l < plan.original.levels.size(); ++l) {
    assign_cell(plan, l, rows, {rotation, stream}, differences,
                std::span(rotated.sources[l]).subspan(place, rows.size()));
  }
  for (Eigen::Index j = 0; plan.is_exact && j < masked.cols(); ++j) {
    differences.carry(plan.carry.to_numbers, j, masked.col(j));
  }
  rotated.values.middleRows(static_cast<Eigen::Index>(place), size) = masked;
  for (Eigen::Index i = 0; i < size; ++i) {
    Eigen::Index donor = 0;
    rotation.row(i).maxCoeff(&donor);
    rotated.donors[place + static_cast<std::size_t>(i)] = rows[donor];
  }
}

CellBlock block_of(const RotationPlan& plan, std::span<const Row> rows,
                   std::vector<std::size_t> starts, std::size_t place, const Rotated& rotated) {
  const MixedTable& table = plan.original;
  CellBlock block{std::move(starts), rows_of(plan.values, rows),
                  rotated.values.middleRows(static_cast<Eigen::Index>(place),
                                            static_cast<Eigen::Index>(rows.size())),
                  std::vector<Gaps>(static_cast<std::size_t>(table.numbers.cols()))};
  for (const auto& [number, levels] : table.parts) {
    if (!number || !levels) continue;
    const auto& missing = table.levels[*levels].of_row;
    Gaps& gaps = block.gaps[static_cast<std::size_t>(*number)];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      gaps.before.push_back(static_cast<char>(missing[rows[i]] != 0));
      gaps.after.push_back(static_cast<char>(missing[rotated.sources[*levels][place + i]] != 0));
    }
  }
  if (!plan.has_level_effects) return block;
  block.levels_before =
      indicators_of(table, rows.size(), [&](std::size_t, std::size_t i) { return rows[i]; });
  block.levels_after = indicators_of(table, rows.size(), [&](std::size_t category, std::size_t i) {
    return rotated.sources[category][place + i];
  });
  return block;
}

}  // namespace overhand::masking
