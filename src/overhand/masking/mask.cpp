#include <fmt/format.h>

#include <algorithm>

#include "overhand/keys/suppression.h"
#include "overhand/masking/blocks_internal.h"
#include "overhand/masking/methods.h"
#include "overhand/masking/rare_units.h"
#include "overhand/masking/release_key.h"
#include "overhand/random/shuffle.h"
#include "overhand/relations/derivation.h"

namespace overhand::masking {
namespace {

using relations::Derivation;
using Derivations = std::vector<Derivation>;

bool is_derived(const Column& column, const Derivations& derivations) {
  return std::ranges::find(derivations, column.name, &Derivation::column) != derivations.end();
}

bool is_masked(const Column& column, const Derivations& derivations) {
  return column.role == Role::mask && !is_derived(column, derivations);
}

// Those to mask; where the method sees the structure too, the others as kept ones.
Table columns_for(const Method& method, const Table& table, const Derivations& derivations) {
  std::vector<Column> columns;
  for (const Column& column : table.columns()) {
    const bool is_to_mask = is_masked(column, derivations);
    if (!is_to_mask && (!method.sees_structure || column.role == Role::unit)) continue;
    columns.push_back(column);
    if (!is_to_mask) columns.back().role = Role::keep;
  }
  return Table(std::move(columns));
}

bool is_within(const Column& column, const Structure& structure) {
  return std::ranges::find(structure.within, column.name) != structure.within.end();
}

bool needs_sources(const Table& table, const Structure& structure) {
  return std::ranges::any_of(table.columns(), [&](const Column& column) {
    return column.role == Role::keep && !is_within(column, structure);
  });
}

// Whether the method can have the table as it is.
bool is_plain(const Table& table, const MaskOptions& options) {
  const Structure& structure = options.structure;
  return structure.derive.empty() && structure.within.empty() && structure.unit.empty() &&
         std::ranges::all_of(table.columns(),
                             [](const Column& column) { return column.role == Role::mask; });
}

Result<Assembled> masked_whole(const Method& method, const Table& table, const MaskOptions& options,
                               const Context& context) {
  auto masked = method.mask(table, options.values, context);
  if (!masked) return masked.error();
  return Assembled{*std::move(masked), {}, {}};
}

// Strata by themselves; the method keeps units whole, and each record in its row.
Result<Assembled> masked_in_strata(const Method& method, const Table& original, const Table& table,
                                   const MaskOptions& options, const Context& context) {
  if (const auto units = blocks_in(original, options.structure); !units) return units.error();
  Structure strata = options.structure;
  strata.unit.clear();
  const auto blocks = blocks_in(original, strata);
  if (!blocks) return blocks.error();
  const std::string& unit = options.structure.unit;
  const auto units = unit.empty() ? std::vector<std::uint32_t>() : unit_of_rows(original, unit);
  auto masked = mask_blocks(method, table, *blocks, options.values,
                            Context{context.key, context.progress, units, context.keys});
  if (masked && !unit.empty()) {
    std::ranges::transform(units, masked->units.begin(),
                           [](std::uint32_t number) { return std::int64_t{number} + 1; });
  }
  return masked;
}

Result<Assembled> masked_in_blocks(const Method& method, const Table& original, const Table& table,
                                   const MaskOptions& options, const Context& context) {
  if (method.sees_structure) return masked_in_strata(method, original, table, options, context);
  const auto blocks = blocks_in(original, options.structure);
  if (!blocks) return blocks.error();
  if (auto problem = problem_with_rare_units(*blocks, options.structure))
    return *std::move(problem);
  return mask_blocks(method, table, *blocks, options.values, context);
}

// All columns in their old places: masked, of the source or of the stratum, or numbered anew. The
// derived ones are still to be computed.
Table with_all_columns(const Table& original, Assembled& parts, const MaskOptions& options,
                       const Derivations& derivations) {
  std::vector<Column> columns;
  auto next_masked = parts.masked.table.columns().begin();
  for (const Column& column : original.columns()) {
    if (is_masked(column, derivations)) {
      columns.push_back(std::move(*next_masked++));
    } else if (column.role == Role::unit) {
      columns.push_back(with_values(column, Integers(parts.units)));
    } else if (column.role == Role::keep) {
      const bool is_stratum = is_within(column, options.structure);
      columns.push_back(gather(column, is_stratum ? parts.alike : *parts.masked.lineage));
    }
  }
  return Table(std::move(columns));
}

// Each derived column in its old place, computed in the order of the derivations.
Table with_derived_columns(const Table& original, Table table, const Derivations& derivations) {
  for (const Derivation& derivation : derivations) {
    const auto place = *find_column(original, derivation.column);
    table.columns().push_back(relations::derived(derivation, table, original.columns()[place]));
  }
  std::vector<Column> columns;
  for (const Column& column : original.columns()) {
    columns.push_back(std::move(table.columns()[*find_column(table, column.name)]));
  }
  return Table(std::move(columns));
}

Masked in_random_row_order(const Masked& masked, const random::Key& key) {
  const auto order =
      random::permutation(key, {random::Purpose::row_order}, masked.table.row_count());
  Masked shuffled{gather(masked.table, order), std::nullopt, {}, masked.moved};
  if (masked.lineage) {
    shuffled.lineage.emplace(order.size());
    std::ranges::transform(order, shuffled.lineage->begin(),
                           [&](Row row) { return (*masked.lineage)[row]; });
  }
  return shuffled;
}

// What is left of the keys of each record is shared by enough of the persons that go out.
Result<Masked> with_suppressed_keys(Masked masked, const Structure& structure) {
  auto suppressed = keys::suppressed(std::move(masked.table), structure, masked.lineage);
  if (!suppressed) return suppressed.error();
  return Masked{std::move(suppressed->table), std::move(masked.lineage),
                std::move(suppressed->keys), masked.moved};
}

Result<Masked> masked_with_structure(const Method& method, const Table& original,
                                     const MaskOptions& options, const Context& context) {
  const auto derivations =
      relations::derivations(options.structure.derive, original, options.structure.unit);
  if (!derivations) return derivations.error();
  const Table table = columns_for(method, original, *derivations);
  const bool is_whole = options.structure.within.empty() && options.structure.unit.empty();
  auto parts = is_whole ? masked_whole(method, table, options, context)
                        : masked_in_blocks(method, original, table, options, context);
  if (!parts) return parts.error();
  if (!parts->masked.lineage && needs_sources(original, options.structure)) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("{} makes new records without a source, so no column can be kept "
                             "beside them.",
                             method.name)};
  }
  std::erase_if(parts->masked.table.columns(),
                [](const Column& column) { return column.role == Role::keep; });
  Table all = with_all_columns(original, *parts, options, *derivations);
  return Masked{with_derived_columns(original, std::move(all), *derivations),
                std::move(parts->masked.lineage),
                {},
                parts->masked.moved};
}

}  // namespace

Result<Masked> mask(const Method& method, const Table& original, const MaskOptions& options,
                    const Context& context) {
  const random::Key key = release_key(context.key, method, options, original);
  const Context own{key, context.progress, {}, options.structure.keys};
  auto masked = is_plain(original, options)
                    ? method.mask(original, options.values, own)
                    : stoppable(own.progress, [&] {
                        return masked_with_structure(method, original, options, own);
                      });
  if (!masked) return masked;
  if (options.shuffle_rows && method.keeps_rows) masked = in_random_row_order(*masked, key);
  if (options.structure.k == 0) return masked;
  return stoppable(own.progress,
                   [&] { return with_suppressed_keys(*std::move(masked), options.structure); });
}

}  // namespace overhand::masking
