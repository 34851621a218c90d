// The bins of one column of sjppds.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "overhand/masking/categorize.h"
#include "overhand/masking/column_levels_internal.h"
#include "overhand/masking/kinds.h"
#include "overhand/masking/level_bins.h"
#include "overhand/statistics/range.h"

namespace overhand::masking {

// How a column is cut. The range is that of its numbers; levels need none.
struct Cut {
  int bins;
  std::size_t min_bin;
  statistics::Range range;
};

inline statistics::Range range_to_cut(const Column& column) {
  if (kind_of(column.type) == Kind::levels) return {0, 0};
  return statistics::range_of(column.values);
}

// Where bins have too few records they become one.
template <class Code>
void merge_small_bins(std::span<Code> codes, const Cut& cut) {
  if (cut.min_bin <= 1) return;
  std::vector<std::size_t> counts(code_count(cut.bins));
  for (const Code code : codes) ++counts[code];
  const auto merged = merged_bins(counts, cut.min_bin);
  for (Code& code : codes) code = static_cast<Code>(merged[code]);
}

template <class Code>
void bin_levels(const ColumnLevels& levels, const LevelBins& bins, std::span<Code> codes) {
  const auto sizes = levels.sizes();
  std::vector<std::size_t> next(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), next.begin(), std::size_t{0});
  std::vector<Code> by_level(codes.size());
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    bins.bins_of<Code>(level, 0, std::span(by_level).subspan(next[level], sizes[level]));
  }
  for (std::size_t row = 0; row < codes.size(); ++row) {
    codes[row] = by_level[next[levels.of_row[row]]++];
  }
}

// The bin of each record: numbers by value over their range, levels by LevelBins. `number` is the
// column's place among those that are masked, which names its chance.
template <class Code>
void bin_column(const Column& column, std::uint32_t number, const Cut& cut, const random::Key& key,
                std::vector<Code>& codes) {
  codes.resize(column.size());
  if (kind_of(column.type) == Kind::levels) {
    const ColumnLevels levels = levels_of(column);
    bin_levels<Code>(levels, LevelBins(levels.sizes(), cut.bins, number, key), codes);
  } else {
    const Binner binner(cut.range, cut.bins);
    if (const auto* reals = std::get_if<Cells<double>>(&column.values))
      binner.bin_all<Code, double>(*reals, codes);
    else
      binner.bin_all<Code, std::int64_t>(std::get<Cells<std::int64_t>>(column.values), codes);
  }
  merge_small_bins<Code>(codes, cut);
}

// Calls `work` with a code that is as narrow as the bins allow: a column's codes are read in random
// order, and stay in the cache when they are small.
template <class Work>
auto with_narrow_code(int bins, Work work) {
  const std::size_t codes = code_count(bins);
  if (codes <= std::size_t{1} << 8) return work(std::uint8_t{});
  if (codes <= std::size_t{1} << 16) return work(std::uint16_t{});
  return work(std::uint32_t{});
}

}  // namespace overhand::masking
