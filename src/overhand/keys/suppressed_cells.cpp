#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "overhand/keys/key_groups.h"
#include "overhand/keys/suppression.h"
#include "overhand/table/column_words.h"

namespace overhand::keys {
namespace {

using Gaps = std::vector<std::uint32_t>;  // of each record: bit j for key j

template <class Value>
bool is_bitwise_less(Value a, Value b) {
  return std::bit_cast<std::uint64_t>(a) < std::bit_cast<std::uint64_t>(b);
}
bool is_bitwise_less(Code a, Code b) { return a < b; }

// The commonest of the values that `codes` takes for gaps; of equally common ones the first by its
// bits, since NaNs have kinds and no order.
template <class Value>
Value usual_gap(const Cells<Value>& values, const std::vector<Code>& codes, Value missing) {
  std::map<Value, std::size_t, decltype([](Value a, Value b) { return is_bitwise_less(a, b); })>
      counts;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (is_missing(codes[row])) ++counts[values[row]];
  }
  if (counts.empty()) return missing;
  return std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })
      ->first;
}

// The column without its values in the rows whose gaps have this bit; where records are to look
// alike, all its gaps are written in one way.
Column without_cells(const Column& column, const KeyColumn& key, const Gaps& gaps, std::size_t bit,
                     bool alike) {
  const auto emptied = [&]<class Value>(const Cells<Value>& cells, Value missing) {
    const Value gap = usual_gap(cells, key.codes, missing);
    std::vector<Value> values(cells.begin(), cells.end());
    for (std::size_t row = 0; row < values.size(); ++row) {
      const bool is_gap = (gaps[row] >> bit & 1U) != 0 || (alike && is_missing(key.codes[row]));
      if (is_gap) values[row] = gap;
    }
    return values;
  };
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    return with_values(column,
                       Texts(emptied(texts->codes(), missing_code), texts->shared_dictionary()));
  }
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return with_values(column, emptied(*reals, missing_real));
  }
  return with_values(column,
                     emptied(std::get<Cells<std::int64_t>>(column.values), missing_integer));
}

void empty_cells(KeyCodes& codes, const Gaps& gaps) {
  for (std::size_t j = 0; j < codes.key_count(); ++j) {
    for (std::size_t row = 0; row < gaps.size(); ++row) {
      if ((gaps[row] >> j & 1U) != 0) codes.columns[j].codes[row] = missing_code;
    }
  }
}

}  // namespace

Reals importance_of(const std::vector<std::string>& keys,
                    const std::map<std::string, double>& said) {
  Reals importance;
  for (const std::string& key : keys) {
    const auto found = said.find(key);
    importance.push_back(found == said.end() ? 1 : found->second);
  }
  return importance;
}

std::optional<Error> problem_with_keys(const Table& table, const Structure& structure) {
  const auto keys = keys_in(table, structure);
  for (const auto& [name, cost] : structure.importance) {
    if (std::ranges::find(keys, name) != keys.end()) continue;
    return Error{ErrorKind::invalid_option,
                 fmt::format("'importance' names {}, which is no key: only cells of keys are "
                             "suppressed.",
                             in_words(name)),
                 {.column = name}};
  }
  for (const std::string& key : structure.keys) {
    if (std::ranges::count(structure.keys, key) > 1) return named_twice(key);
  }
  if (structure.alike && structure.k == 0) {
    return Error{ErrorKind::invalid_option,
                 "Records are to look alike in their keys, and it is not said with how many: "
                 "'alike' goes with 'k'."};
  }
  if (structure.k == 0) return std::nullopt;  // keys may be of columns that this table has not
  const auto codes = codes_of(table, keys);
  return codes ? problem_with_suppression(*codes, structure.k) : codes.error();
}

std::size_t alike_below(const KeyCodes& keys, std::size_t k, std::span<const double> weights) {
  const KeyGroups groups = groups_of(keys, weights);
  std::size_t below = 0;
  for (std::size_t group = 0; group < groups.count(); ++group) {
    if (groups.weights[group] < static_cast<double>(k)) below += groups.counts[group];
  }
  return below;
}

Result<Suppressed> suppressed(Table table, const Structure& structure,
                              const std::optional<Lineage>& sources) {
  const auto keys = keys_in(table, structure);
  auto codes = codes_of(table, keys);
  if (!codes) return codes.error();
  const Reals weights = sources ? one_for_each_source(*sources) : Reals{};
  const auto found = suppression(
      *codes, {structure.k, importance_of(keys, structure.importance), weights, structure.alike});
  if (!found) return found.error();
  Suppressed result{std::move(table), {.k = structure.k, .below = found->below}};
  for (std::size_t j = 0; j < keys.size(); ++j) {
    const auto cells = std::ranges::count_if(
        found->gaps, [&](std::uint32_t gaps) { return (gaps >> j & 1U) != 0; });
    result.keys.cells.push_back({keys[j], static_cast<std::size_t>(cells)});
    if (cells == 0 && !structure.alike) continue;
    Column& column = result.table.columns()[*find_column(result.table, keys[j])];
    column = without_cells(column, codes->columns[j], found->gaps, j, structure.alike);
  }
  result.keys.fits_below = fits_below(*codes, found->gaps, structure.k, weights);
  empty_cells(*codes, found->gaps);
  result.keys.alike_below = alike_below(*codes, structure.k, weights);
  return result;
}

}  // namespace overhand::keys
