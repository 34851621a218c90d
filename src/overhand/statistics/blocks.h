// Sums over blocks of records: in parallel, yet the same for any number of threads, because the
// blocks depend on the number of records alone and are added in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "overhand/core/parallel.h"

namespace overhand::statistics {

struct Block {
  std::size_t begin;
  std::size_t end;
};

// At most `most` blocks of at least `smallest` records.
inline std::vector<Block> blocks_of(std::size_t rows, std::size_t smallest = 4096,
                                    std::size_t most = 1024) {
  const std::size_t size = std::max(smallest, (rows + most - 1) / most);
  std::vector<Block> blocks;
  for (std::size_t begin = 0; begin < rows; begin += size) {
    blocks.push_back({begin, std::min(begin + size, rows)});
  }
  return blocks;
}

// The sum of part(block) over all blocks. A part has operator+=.
template <class Part>
auto sum_over_blocks(const std::vector<Block>& blocks, const Part& part) {
  std::vector<decltype(part(blocks[0]))> parts(blocks.size());
  parallel_for_each_index(blocks.size(), [&](std::size_t b) { parts[b] = part(blocks[b]); });
  for (std::size_t b = 1; b < parts.size(); ++b) parts[0] += parts[b];
  return parts[0];
}

// Values as columns put record after record, a block at a time so that it stays in the cache.
template <class Value>
std::vector<Value> interleaved(const std::vector<std::vector<Value>>& columns) {
  const std::size_t p = columns.size();
  if (columns.empty()) return {};
  const std::size_t rows = columns.front().size();
  std::vector<Value> cells(rows * p);
  const auto blocks = blocks_of(rows, 512, rows);
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    for (std::size_t j = 0; j < p; ++j) {
      const Value* from = columns[j].data();
      Value* to = cells.data() + j;
      for (std::size_t i = blocks[b].begin; i < blocks[b].end; ++i) to[i * p] = from[i];
    }
  });
  return cells;
}

}  // namespace overhand::statistics
