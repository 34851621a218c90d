#include <unordered_map>

#include "overhand/risk/compared_internal.h"
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
Hash hash_of(double value) { return value_bits(value); }
Hash hash_of(std::uint32_t number) { return number; }

// Of the first records the originals, of the others the masked ones.
using Hashes = std::vector<Hash>;

// What every value of a column adds to the hashes of the records.
template <class Values>
void add(Hashes& hashes, std::size_t begin, const Values& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    Hash& hash = hashes[begin + i];
    hash = mixed(hash * 0x9e3779b97f4a7c15U + hash_of(values[i]) + 1);
  }
}

void add_quantity(Hashes& hashes, std::size_t begin, const Column& column) {
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) add(hashes, begin, *reals);
  if (const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values)) {
    add(hashes, begin, *whole);
  }
}

// Of the columns to mask, by name; none without such columns.
Hashes hashes_of(const Table& original, const Table& masked) {
  Hashes hashes(original.row_count() + masked.row_count(), 0);
  bool is_any = false;
  for (const Column& column : masked.columns()) {
    const auto place = find_column(original, column.name);
    if (!place || column.role != Role::mask) continue;
    is_any = true;
    const Column& before = original.columns()[*place];
    if (is_quantity(before.type) && is_quantity(column.type)) {
      add_quantity(hashes, 0, before);
      add_quantity(hashes, original.row_count(), column);
    } else {
      add(hashes, 0, value_numbers(before, column));
    }
  }
  return is_any ? hashes : Hashes{};
}

}  // namespace

FoundShare copies_of_unique(const Table& original, const Table& masked) {
  const Hashes hashes = hashes_of(original, masked);
  if (hashes.empty()) return {};
  const std::size_t n = original.row_count();
  const Searched searched =
      records_to_search(masked.row_count(), quick_search, random::key_from_seed(1));
  std::unordered_map<Hash, std::uint32_t> originals;  // how many have the hash of one searched
  for (const Row row : searched.rows) originals[hashes[n + row]] = 0;
  for (std::size_t row = 0; row < n; ++row) {
    const auto same = originals.find(hashes[row]);
    if (same != originals.end()) ++same->second;
  }
  std::size_t found = 0;
  for (const Row row : searched.rows) {
    found += static_cast<std::size_t>(originals.at(hashes[n + row]) == 1);
  }
  return found_among(found, searched.rows.size(), searched.is_sample);
}

}  // namespace overhand::risk
