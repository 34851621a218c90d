#include "overhand/masking/parted_rotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/core/stopping.h"
#include "overhand/masking/cell_rotate_internal.h"
#include "overhand/masking/cells_internal.h"
#include "overhand/masking/parted_rotation_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/table_rotation_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;

// What the streams of Purpose::cell_rotation are for, beside the two of a table in memory.
enum : std::uint32_t { tie_of_row = 2, ties_of_sample = 3, of_part = 4, of_sample = 5 };

random::Key key_for(const random::Key& key, std::uint32_t use, std::size_t part = 0) {
  return random::derived_key(
      key, {random::Purpose::cell_rotation, use, static_cast<std::uint32_t>(part)});
}

// A word of 64 bits of a stream for each row, wherever it is.
double tie_of(const random::Key& key, std::uint64_t row) {
  constexpr std::uint64_t rows_per_block = random::Stream::words_per_block / 2;
  const std::uint64_t block = row / rows_per_block;
  random::Stream stream(
      key, {random::Purpose::cell_rotation, tie_of_row, static_cast<std::uint32_t>(block >> 32)},
      random::Stream::words_per_block);
  stream.seek(static_cast<std::uint32_t>(block));
  for (std::uint64_t i = 0; i < row % rows_per_block; ++i) stream.next_double_word();
  return random::uniform(stream);
}

// Parts by their records in the sample. With c of them a part of the table has c n/s records, and
// the error of c has a standard deviation of at most its root: four of these on top.
PartTree::Sizes sizes_in_sample(std::size_t sample, const PartedRotationOptions& options,
                                std::size_t k) {
  constexpr std::size_t fewest = 16;
  if (sample >= options.records) return {k, std::max(options.most_in_part, k)};
  const double share = static_cast<double>(sample) / static_cast<double>(options.records);
  const double root = std::sqrt(4 + static_cast<double>(options.most_in_part) * share) - 2;
  const double least = std::ceil(static_cast<double>(k) * share);
  return {std::max(static_cast<std::size_t>(least), fewest), static_cast<std::size_t>(root * root)};
}

// Cells without a record beyond ten standard deviations. A few outliers make the covariances of all
// cells, and where these are given back the ranks of all others follow. All cells, where few would
// be left.
Groups without_outliers(const Groups& cells, const Matrix& values) {
  constexpr double far = 10;
  const Matrix standardised = statistics::standardise(values);
  const auto is_far = [&](Row row) {
    return double(standardised.row(row).cwiseAbs().maxCoeff()) > far;
  };
  Groups some;
  for (std::size_t number = 0; number < cells.count(); ++number) {
    const auto cell = cells.group(number);
    if (std::ranges::any_of(cell, is_far)) continue;
    some.rows.insert(some.rows.end(), cell.begin(), cell.end());
    some.close();
  }
  return 2 * some.count() < cells.count() ? cells : some;
}

// What is left of a learning when the upper tree is there: the carry and the restoration, both of
// the cells of the sample.
void learn_from_cells(const Table& sample, PartedRotation::Learnt& learnt) {
  const MixedTable mixed = learnt.scaled(sample);
  const Groups cells = principal_component_cells(learnt.points.of(mixed), learnt.k);
  learnt.carry = carry_within(mixed, cells);
  learnt.has_level_effects = has_level_effects(mixed);
  if (!learnt.is_exact || !can_be_restored(mixed)) return;
  const Matrix values = learnt.frame.numbers_of(sample);
  const RotationPlan plan{mixed, values, learnt.carry, learnt.is_exact, learnt.has_level_effects};
  const random::Key key = key_for(learnt.key, of_sample);
  const Groups some = without_outliers(cells, values);
  learnt.restoration = learnt_restoration({plan, some, key}, some.count());
}

}  // namespace

MixedTable PartedRotation::Learnt::scaled(const Table& records) const {
  MixedTable mixed = frame.of(records);
  if (scale) mixed.numbers = scale->of(std::move(mixed.numbers));
  return mixed;
}

Groups PartedRotation::Learnt::cells_of(const MixedTable& part) const {
  return principal_component_cells(points.of(part), k);
}

std::size_t PartedRotation::sample_size(std::size_t records, std::size_t most_in_part) {
  constexpr std::size_t enough = 100'000;
  constexpr std::size_t for_a_part = 200;
  const std::size_t parts = records / std::max(most_in_part, std::size_t{1}) + 1;
  return std::min(records, std::max(enough, for_a_part * parts));
}

// Numbers on the scale of the rotation and, while cells are cut, the points twice; later their own
// numbers and the rotated ones.
std::size_t PartedRotation::bytes_per_record(const Table& like) {
  constexpr std::size_t number = 3 * sizeof(double);
  constexpr std::size_t levels = 2 * sizeof(double) + 3 * sizeof(std::uint32_t);
  constexpr std::size_t record = 96;  // scores, their order, rows, donors
  std::size_t bytes = record;
  for (const Column& column : like.columns()) {
    const bool is_levels = kind_of(column.type) == Kind::levels;
    bytes += is_levels ? levels : number;
    if (!is_levels && missing_count(column.values) > 0) bytes += levels;
  }
  return bytes;
}

Result<PartedRotation> PartedRotation::learn(const Table& sample,
                                             const PartedRotationOptions& options,
                                             const random::Key& key, const Progress& progress) {
  if (options.marginals == Marginals::smoothed) {
    return Error{ErrorKind::invalid_option,
                 "cell_rotate in parts cannot take marginals smoothed, which needs all values of a "
                 "column together: choose exact, synthetic or free."};
  }
  if (auto problem = problem_with_numbers(sample, "cell_rotate", takes_everything))
    return *std::move(problem);
  const auto k = cell_size(sample, options.records, {options.k, options.marginals});
  if (!k) return k.error();
  return stoppable(progress, [&]() -> Result<PartedRotation> {
    MixedFrame frame(sample);
    const bool is_exact = options.marginals != Marginals::free;
    MixedTable mixed = frame.of(sample);
    std::optional<HalfWayToNormal> scale;
    if (is_exact && !is_clustered(mixed.numbers, *k)) {
      scale.emplace(mixed.numbers);
      mixed.numbers = scale->of(std::move(mixed.numbers));
    }
    Points points(mixed);
    random::Stream ties(key, {random::Purpose::cell_rotation, ties_of_sample});
    PartTree tree(points.of(mixed), sizes_in_sample(sample.row_count(), options, *k), ties);
    auto learnt = std::make_shared<Learnt>(Learnt{key,
                                                  *k,
                                                  is_exact,
                                                  std::move(frame),
                                                  std::move(scale),
                                                  std::move(points),
                                                  std::move(tree),
                                                  {},
                                                  false});
    learn_from_cells(sample, *learnt);
    return PartedRotation(std::move(learnt));
  });
}

int PartedRotation::k() const { return static_cast<int>(learnt_->k); }

std::size_t PartedRotation::part_count() const { return learnt_->tree.leaf_count(); }

Result<std::vector<std::uint32_t>> PartedRotation::parts_of(
    const Table& records, std::span<const std::uint64_t> rows) const {
  if (auto problem = problem_with_magnitude(records)) return *std::move(problem);
  return learnt_->tree.leaves_of(
      learnt_->points.of(learnt_->scaled(records)),
      [&](std::size_t record) { return tie_of(learnt_->key, rows[record]); });
}

std::vector<std::uint32_t> PartedRotation::joined_parts(std::span<const std::size_t> counts) const {
  return learnt_->tree.joined(counts, learnt_->k);
}

Result<RotatedPart> PartedRotation::rotate(std::size_t part, const Table& records,
                                           const Progress& progress) const {
  if (records.row_count() < learnt_->k) {
    return Error{ErrorKind::invalid_data,
                 fmt::format("A part needs {} records or more, not {}: join small parts first.",
                             learnt_->k, records.row_count())};
  }
  return stoppable(progress, [&]() -> Result<RotatedPart> {
    const random::Key key = key_for(learnt_->key, of_part, part);
    MixedTable mixed = learnt_->scaled(records);
    const Groups cells = learnt_->cells_of(mixed);
    const Restoration* restoration = learnt_->restoration ? &*learnt_->restoration : nullptr;
    Matrix values;  // where the restoration needs them on another scale than the rotation
    if (restoration != nullptr && learnt_->scale) values = learnt_->frame.numbers_of(records);
    const RotationPlan plan{mixed, values.size() > 0 ? values : mixed.numbers, learnt_->carry,
                            learnt_->is_exact, learnt_->has_level_effects};
    const Rotated rotated = rotate_cells({plan, cells, key}, restoration, progress);
    values.resize(0, 0);
    mixed.numbers.resize(0, 0);
    const Lineage order =
        random::permutation(key, {random::Purpose::row_order}, records.row_count());
    Lineage donors(order.size());
    std::ranges::transform(order, donors.begin(), [&](Row row) { return rotated.donors[row]; });
    return RotatedPart{released(records, mixed, rotated, order, false), std::move(donors)};
  });
}

}  // namespace overhand::masking
