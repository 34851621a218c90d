#include <unordered_map>

#include "overhand/risk/copies_internal.h"
#include "overhand/risk/dbrl.h"
#include "overhand/table/value_bits.h"

namespace overhand::risk {
namespace {

using Hash = std::uint64_t;

// The finalizer of SplitMix64: every bit of the value changes about half of the result's.
Hash mixed(Hash value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

// Integers that no real equals have a hash of their own.
Hash hash_of(std::int64_t value) {
  const auto real = equal_real(value);
  return real ? value_bits(*real) : mixed(static_cast<Hash>(value));
}

// The columns of `table` by these names; nothing where one is text.
struct Records {
  std::vector<const Column*> columns;

  Hash record(std::size_t row) const {
    Hash hash = 0;
    for (const Column* column : columns) {
      const auto* reals = std::get_if<Cells<double>>(&column->values);
      const Hash value = reals != nullptr
                             ? value_bits((*reals)[row])
                             : hash_of(std::get<Cells<std::int64_t>>(column->values)[row]);
      hash = mixed(hash * 0x9e3779b97f4a7c15U + value + 1);
    }
    return hash;
  }
};

struct Tables {
  Records original;
  Records masked;
};

Tables columns_to_mask(const Table& original, const Table& masked) {
  Tables tables;
  for (const Column& column : masked.columns()) {
    const auto place = find_column(original, column.name);
    if (!place || column.role != Role::mask) continue;
    const Column& before = original.columns()[*place];
    if (!is_quantity(before.type) || !is_quantity(column.type)) return {};
    tables.original.columns.push_back(&before);
    tables.masked.columns.push_back(&column);
  }
  return tables;
}

}  // namespace

FoundShare copies_of_unique(const Table& original, const Table& masked) {
  const Tables tables = columns_to_mask(original, masked);
  if (tables.masked.columns.empty()) return {};
  const Searched searched =
      records_to_search(masked.row_count(), quick_search, random::key_from_seed(1));
  std::unordered_map<Hash, std::uint32_t> originals;  // how many have the hash of one searched
  for (const Row row : searched.rows) originals[tables.masked.record(row)] = 0;
  for (std::size_t row = 0; row < original.row_count(); ++row) {
    const auto same = originals.find(tables.original.record(row));
    if (same != originals.end()) ++same->second;
  }
  std::size_t found = 0;
  for (const Row row : searched.rows) {
    found += static_cast<std::size_t>(originals.at(tables.masked.record(row)) == 1);
  }
  return found_among(found, searched.rows.size(), searched.is_sample);
}

}  // namespace overhand::risk
