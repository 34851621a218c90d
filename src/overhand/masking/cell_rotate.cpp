#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "overhand/masking/cell_rotate_internal.h"
#include "overhand/masking/cells_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/table_rotation_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

// Rotated records of a cell with hardly more records than columns lie in a space of so few
// dimensions that the originals can be computed from them.
std::optional<Error> problem_with_free_cells(int k, std::size_t records, std::size_t columns) {
  const std::size_t least = 2 * columns;
  if (static_cast<std::size_t>(k) >= least) return std::nullopt;
  if (records < least) {
    return Error{ErrorKind::invalid_data,
                 fmt::format("cell_rotate with marginals free needs twice as many records as "
                             "columns, {}, and there are {}: from fewer the originals can be "
                             "computed.",
                             least, records)};
  }
  return Error{ErrorKind::invalid_option,
               fmt::format("k must be at least {}, twice the number of columns, with marginals "
                           "free, not {}: from smaller cells the originals can be computed.",
                           least, k)};
}

}  // namespace

int chosen_cell_size(std::size_t records, std::size_t columns, Marginals marginals) {
  const std::size_t enough = marginals == Marginals::free ? 2 * columns : columns + 5;
  return static_cast<int>(std::min(records, std::max(std::size_t{20}, enough)));
}

Result<std::size_t> cell_size(const Table& table, std::size_t records,
                              const CellRotateOptions& options) {
  const bool is_free = options.marginals == Marginals::free;
  if (is_free) {
    const Takes takes{.levels = true, .gaps = true};
    if (auto problem = problem_with_kinds(table, "cell_rotate with marginals free", takes)) {
      return *std::move(problem);
    }
  }
  if (options.k == 1) return Error{ErrorKind::invalid_option, "k must be at least 2, not 1."};
  const std::size_t columns = table.column_count();
  const int k = options.k == 0 ? chosen_cell_size(records, columns, options.marginals) : options.k;
  if (auto problem = problem_with_k(k, records)) return *std::move(problem);
  if (is_free) {
    if (auto problem = problem_with_free_cells(k, records, columns)) return *std::move(problem);
  }
  return static_cast<std::size_t>(k);
}

Result<Masked> cell_rotate(const Table& original, const CellRotateOptions& options,
                           const Context& context) {
  if (auto problem = problem_with_numbers(original, "cell_rotate", takes_everything))
    return *std::move(problem);
  if (hides_values(options.marginals)) {
    return masked_with_margins(cell_rotate, original, options, context);
  }
  const std::size_t records = original.row_count();
  const auto k = cell_size(original, records, options);
  if (!k) return k.error();
  const bool is_exact = options.marginals == Marginals::exact;

  MixedTable mixed = taken_apart(original);
  statistics::Matrix values;  // where another scale than their own is rotated
  // Normal scores know nothing of the gaps between clusters.
  if (is_exact && !is_clustered(mixed.numbers, *k)) {
    values = std::move(mixed.numbers);
    mixed.numbers = HalfWayToNormal(values).of(values);
  }
  const Groups cells = principal_component_cells(Points(mixed).of(mixed), *k);
  const LevelCarry carry = carry_within(mixed, cells);
  const RotationPlan plan{mixed, values.size() > 0 ? values : mixed.numbers, carry, is_exact,
                          has_level_effects(mixed)};
  const Rotated rotated = rotate_and_restore({plan, cells, context.key}, context.progress);
  if (context.progress.cancelled()) return cancelled_error();
  const Lineage order = random::permutation(context.key, {random::Purpose::row_order}, records);
  Lineage lineage(records);
  std::ranges::transform(order, lineage.begin(), [&](Row row) { return rotated.donors[row]; });
  return Masked{released(original, mixed, rotated, order, is_exact), std::move(lineage)};
}

Method cell_rotate_method() {
  return make_method<CellRotateOptions>(
      {.name = "cell_rotate",
       .summary = "Rotate small cells of similar records at random about their mean",
       .reference = "Overhand, docs/theory/cell_rotate.md; Ting, Fienberg and Trottini (2008)",
       .keeps = "marginals exact: each column's values; free: means, covariances and linear "
                "identities, in every cell",
       .takes = takes_everything,
       .masks_in_parts = true},
      cell_rotate);
}

}  // namespace overhand::masking
