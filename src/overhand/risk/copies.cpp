#include <bit>
#include <unordered_map>

#include "overhand/core/parallel.h"
#include "overhand/risk/copies_internal.h"
#include "overhand/risk/dbrl.h"
#include "overhand/statistics/blocks.h"

namespace overhand::risk {
namespace {

constexpr SampleOptions sampling{.largest_exact = 20'000, .sample = 2'000};

using Hash = std::uint64_t;

// The finalizer of SplitMix64: every bit of the value changes about half of the result's.
Hash mixed(Hash value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

// Equal values have equal hashes, whatever their storage; missing ones are equal.
Hash hash_of(double value) {
  return std::bit_cast<Hash>(is_missing(value) ? missing_real : value + 0.0);
}
// Integers that no real equals have a hash of their own.
Hash hash_of(std::int64_t value) {
  constexpr double beyond = 0x1p63;
  const double real = as_real(value);
  const bool has_real = real != beyond && static_cast<std::int64_t>(real) == value;
  return is_missing(value) || has_real ? hash_of(real) : mixed(static_cast<Hash>(value));
}

// The columns of `table` by these names; nothing where one is text.
struct Records {
  std::vector<const Column*> columns;

  Hash record(std::size_t row) const {
    Hash hash = 0;
    for (const Column* column : columns) {
      const auto* reals = std::get_if<Cells<double>>(&column->values);
      const Hash value = reals != nullptr
                             ? hash_of((*reals)[row])
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
    if (!place || column.role == Role::keep) continue;
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
      records_to_search(masked.row_count(), sampling, random::key_from_seed(1));
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
