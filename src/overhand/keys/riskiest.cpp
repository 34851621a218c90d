#include "overhand/keys/riskiest.h"

#include <algorithm>
#include <tuple>

#include "overhand/core/stopping.h"

namespace overhand::keys {
namespace {

using KeySets = std::vector<std::uint32_t>;

// The keys in which some other record agrees with the row, each such set once. A set of keys is
// shared where it is part of one of them.
KeySets agreements(const KeyCodes& keys, Row row) {
  std::vector<std::uint32_t> agree(keys.row_count(), 0);
  for (std::size_t j = 0; j < keys.key_count(); ++j) {
    const auto& codes = keys.columns[j].codes;
    if (is_missing(codes[row])) continue;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] == codes[row]) agree[i] |= std::uint32_t{1} << j;
    }
  }
  agree.erase(agree.begin() + row);
  std::ranges::sort(agree);
  const auto repeated = std::ranges::unique(agree);
  agree.erase(repeated.begin(), repeated.end());
  return agree;
}

bool is_part(std::uint32_t part, std::uint32_t whole) { return (part & ~whole) == 0; }

std::uint32_t known_keys(const KeyCodes& keys, Row row) {
  std::uint32_t known = 0;
  for (std::size_t j = 0; j < keys.key_count(); ++j) {
    if (!is_missing(keys.columns[j].codes[row])) known |= std::uint32_t{1} << j;
  }
  return known;
}

// The sets with one key more, each made once: by a key above its highest.
KeySets one_larger(const KeySets& sets, std::uint32_t known) {
  KeySets larger;
  for (const std::uint32_t set : sets) {
    for (std::size_t j = 0; j < most_keys; ++j) {
      const std::uint32_t key = std::uint32_t{1} << j;
      if ((known & key) != 0 && key > set) larger.push_back(set | key);
    }
  }
  return larger;
}

}  // namespace

std::vector<std::uint32_t> unique_sets_of(const KeyCodes& keys, Row row, std::size_t largest) {
  const KeySets shared = agreements(keys, row);
  const std::uint32_t known = known_keys(keys, row);
  KeySets found;
  KeySets open = {0};  // sets that others share: what is made of them may be minimal
  for (std::size_t size = 1; size <= largest && !open.empty(); ++size) {
    KeySets still_shared;
    for (const std::uint32_t set : one_larger(open, known)) {
      if (std::ranges::any_of(found, [&](std::uint32_t msu) { return is_part(msu, set); })) {
        continue;
      }
      const bool is_shared =
          std::ranges::any_of(shared, [&](std::uint32_t other) { return is_part(set, other); });
      (is_shared ? still_shared : found).push_back(set);
    }
    open = std::move(still_shared);
  }
  return found;
}

Result<std::vector<RiskyRecord>> riskiest(const Table& table, const KeyMeasures& measures, Row k,
                                          std::size_t most) {
  std::vector<std::string> names;
  for (const KeyFacts& key : measures.keys) names.push_back(key.name);
  const auto codes = codes_of(table, names);
  if (!codes) return codes.error();
  std::vector<Row> rows;
  for (Row row = 0; row < measures.sizes.records.size(); ++row) {
    if (measures.sizes.records[row] < k) rows.push_back(row);
  }
  const auto order = [&](Row row) {
    return std::tuple(-measures.risks[row], -measures.suda.scores[row], row);
  };
  const std::size_t count = std::min(most, rows.size());
  std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(count), {}, order);
  rows.resize(count);
  std::vector<RiskyRecord> records;
  for (const Row row : rows) {
    stop_if_cancelled();
    records.push_back({row, measures.sizes.records[row], measures.risks[row],
                       measures.suda.scores[row],
                       unique_sets_of(*codes, row, measures.suda.largest)});
  }
  return records;
}

}  // namespace overhand::keys
