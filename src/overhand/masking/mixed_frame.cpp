#include "overhand/masking/kinds.h"
#include "overhand/masking/mixed_frame_internal.h"

namespace overhand::masking {
namespace {

// Both levels are dealt at random, and have no effect.
LevelBlock unforeseen_gaps(Eigen::Index first) {
  LevelBlock block;
  block.sizes = {0, 0};
  block.of_level = {0, 1};
  block.is_rare = {true, true};
  block.first = first;
  return block;
}

void set_rows(const ColumnLevels& levels, LevelBlock& block) {
  block.of_row.resize(levels.of_row.size());
  std::ranges::transform(levels.of_row, block.of_row.begin(),
                         [&](std::uint32_t level) { return block.of_level[level]; });
}

}  // namespace

MixedFrame::MixedFrame(const Table& sample) {
  std::vector<ColumnLevels> levels;
  Eigen::Index numbers = 0;
  for (const Column& column : sample.columns()) {
    OfColumn& frame = columns_.emplace_back();
    if (kind_of(column.type) == Kind::levels) {
      frame.numbers.emplace(column);
    } else {
      frame.parts.number = numbers++;
      statistics::Vector own(static_cast<Eigen::Index>(column.size()));
      copy_numbers(column, own);
      frame.mean = mean_of_there(own);
    }
    if (frame.numbers || missing_count(column.values) > 0) {
      frame.parts.levels = levels.size();
      levels.push_back(levels_of(frame, column));
    }
  }
  blocks_ = blocks_of(levels);
  for (LevelBlock& block : blocks_) block.of_row = {};
}

ColumnLevels MixedFrame::levels_of(const OfColumn& frame, const Column& column) const {
  return frame.numbers ? frame.numbers->of(column) : missingness_of(column);
}

statistics::Matrix MixedFrame::numbers_of(const Table& records) const {
  Eigen::Index count = 0;
  for (const OfColumn& frame : columns_) count += frame.parts.number ? 1 : 0;
  statistics::Matrix numbers(static_cast<Eigen::Index>(records.row_count()), count);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (!columns_[j].parts.number) continue;
    auto own = numbers.col(*columns_[j].parts.number);
    copy_numbers(records.columns()[j], own);
    fill_gaps(own, columns_[j].mean);
  }
  return numbers;
}

MixedTable MixedFrame::of(const Table& records) const {
  MixedTable mixed{{}, numbers_of(records), std::vector<ColumnLevels>(blocks_.size()), blocks_};
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Column& column = records.columns()[j];
    MixedTable::Parts parts = columns_[j].parts;
    if (parts.levels) {
      mixed.levels[*parts.levels] = levels_of(columns_[j], column);
    } else if (missing_count(column.values) > 0) {
      parts.levels = mixed.levels.size();
      mixed.levels.push_back(missingness_of(column));
      mixed.blocks.push_back(unforeseen_gaps(indicator_count(mixed.blocks)));
    }
    if (parts.levels) set_rows(mixed.levels[*parts.levels], mixed.blocks[*parts.levels]);
    mixed.parts.push_back(parts);
  }
  return mixed;
}

}  // namespace overhand::masking
