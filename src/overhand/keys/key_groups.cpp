#include "overhand/keys/key_groups.h"

#include "overhand/core/parallel.h"
#include "overhand/keys/packed_internal.h"
#include "overhand/keys/word_index_internal.h"
#include "overhand/statistics/blocks.h"

namespace overhand::keys {
namespace {

// Records are dealt by the hash of their keys into parts that fit into the cache, in the order of
// their rows, and each part finds its groups on its own.
constexpr std::size_t part_bits = 8;
constexpr std::size_t part_count = std::size_t{1} << part_bits;

template <std::size_t Size>
struct Dealt {
  std::vector<Words<Size>> keys;
  std::vector<Row> rows;
  std::vector<std::size_t> starts = std::vector<std::size_t>(part_count + 1);
};

template <std::size_t Size>
std::size_t part_of(const Words<Size>& key) {
  return hash_of(key) * 0x9E3779B97F4A7C15U >> (64 - part_bits);
}

// Where each block puts its first record of each part.
using Places = std::vector<std::array<std::size_t, part_count>>;

void turn_counts_into_places(Places& places, std::vector<std::size_t>& starts) {
  std::size_t next = 0;
  for (std::size_t part = 0; part < part_count; ++part) {
    starts[part] = next;
    for (auto& block : places) next += std::exchange(block[part], next);
  }
  starts[part_count] = next;
}

template <std::size_t Size>
Dealt<Size> deal(const KeyCodes& keys, const Layout& layout) {
  const std::size_t rows = keys.row_count();
  const auto blocks = statistics::blocks_of(rows, 1U << 14U, 256);
  std::vector<Words<Size>> all(rows);
  Places places(blocks.size());
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    places[b].fill(0);
    for (std::size_t i = blocks[b].begin; i < blocks[b].end; ++i) {
      all[i] = packed<Size>(keys, layout, i);
      ++places[b][part_of(all[i])];
    }
  });
  Dealt<Size> dealt;
  turn_counts_into_places(places, dealt.starts);
  dealt.keys.resize(rows);
  dealt.rows.resize(rows);
  parallel_for_each_index(blocks.size(), [&](std::size_t b) {
    for (std::size_t i = blocks[b].begin; i < blocks[b].end; ++i) {
      const std::size_t place = places[b][part_of(all[i])]++;
      dealt.keys[place] = all[i];
      dealt.rows[place] = static_cast<Row>(i);
    }
  });
  return dealt;
}

// Numbers the records of each part by group, from 0 in each, and gives how many there are.
template <std::size_t Size>
std::vector<std::size_t> number_parts(const Dealt<Size>& dealt, Classes& numbers) {
  std::vector<std::size_t> counts(part_count);
  parallel_for_each_index(part_count, [&](std::size_t part) {
    WordIndex<Size> index(dealt.starts[part + 1] - dealt.starts[part]);
    for (std::size_t i = dealt.starts[part]; i < dealt.starts[part + 1]; ++i) {
      numbers[dealt.rows[i]] = index.number_of(dealt.keys[i]);
    }
    counts[part] = index.size();
  });
  return counts;
}

// The same numbers apart from part to part.
template <std::size_t Size>
std::size_t tell_parts_apart(const Dealt<Size>& dealt, const std::vector<std::size_t>& counts,
                             Classes& numbers) {
  std::vector<std::size_t> before(part_count + 1);
  for (std::size_t part = 0; part < part_count; ++part)
    before[part + 1] = before[part] + counts[part];
  parallel_for_each_index(part_count, [&](std::size_t part) {
    for (std::size_t i = dealt.starts[part]; i < dealt.starts[part + 1]; ++i) {
      numbers[dealt.rows[i]] += static_cast<std::uint32_t>(before[part]);
    }
  });
  return before[part_count];
}

// In the order of first records; sums in the order of rows.
KeyGroups in_order(Classes numbers, std::size_t count, std::span<const double> weights) {
  constexpr std::uint32_t unseen = UINT32_MAX;
  std::vector<std::uint32_t> order(count, unseen);
  KeyGroups groups;
  groups.first.reserve(count);
  groups.counts.assign(count, 0);
  groups.weights.assign(count, 0);
  for (Row row = 0; row < numbers.size(); ++row) {
    std::uint32_t& number = order[numbers[row]];
    if (number == unseen) {
      number = static_cast<std::uint32_t>(groups.first.size());
      groups.first.push_back(row);
    }
    numbers[row] = number;
    ++groups.counts[number];
    groups.weights[number] += weights.empty() ? 1 : weights[row];
  }
  groups.group = std::move(numbers);
  return groups;
}

}  // namespace

KeyGroups groups_of(const KeyCodes& keys, std::span<const double> weights) {
  const Layout layout = layout_of(keys);
  return with_words(layout.words, [&](auto words) {
    const auto dealt = deal<words()>(keys, layout);
    Classes numbers(keys.row_count());
    const auto counts = number_parts(dealt, numbers);
    const std::size_t count = tell_parts_apart(dealt, counts, numbers);
    return in_order(std::move(numbers), count, weights);
  });
}

std::uint32_t gaps_of(const KeyCodes& keys, Row row) {
  std::uint32_t gaps = 0;
  for (std::size_t j = 0; j < keys.key_count(); ++j) {
    if (is_missing(keys.columns[j].codes[row])) gaps |= 1U << j;
  }
  return gaps;
}

}  // namespace overhand::keys
