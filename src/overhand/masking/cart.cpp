#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/core/parallel.h"
#include "overhand/masking/cart_internal.h"
#include "overhand/masking/column_levels_internal.h"
#include "overhand/masking/column_names_internal.h"
#include "overhand/masking/decision_tree_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/random/uniform.h"

namespace overhand::masking {
namespace {

using ColumnOrder = std::vector<std::uint32_t>;
using Rows = std::vector<Row>;

Result<ColumnOrder> visit_order(const Table& original, const ColumnList& names) {
  const auto named = columns_named(original, names, "order");
  if (!named) return named.error();
  if (named->empty()) return ColumnOrder(same_rows(original.column_count()));
  if (named->size() == original.column_count()) return ColumnOrder(named->begin(), named->end());
  return Error{ErrorKind::invalid_option, fmt::format("order must name all {} columns, not {}.",
                                                      original.column_count(), named->size())};
}

// The columns as trees take them: of numbers with gaps whether they are there as well.
struct Prepared {
  SortedColumns columns;
  std::vector<Reals> missing;  // 1 where the value is missing; empty where none is
};

Reals as_reals(const std::vector<std::uint32_t>& levels) { return {levels.begin(), levels.end()}; }

// Numbers with a gap below all of them, so that one cut parts the gaps from the rest.
Reals with_gaps_below(const Column& column) {
  Reals numbers(column.size());
  const auto copy = [&](const auto& cells) {
    std::ranges::transform(cells, numbers.begin(), [](auto value) { return as_real(value); });
  };
  if (const auto* reals = std::get_if<Cells<double>>(&column.values))
    copy(*reals);
  else
    copy(std::get<Cells<std::int64_t>>(column.values));
  const auto [low, high] = statistics::range(numbers);
  const double below = low > high ? 0 : low - (high - low) - std::abs(low) - 1;
  std::ranges::replace_if(numbers, [](double number) { return is_missing(number); }, below);
  return numbers;
}

Prepared prepared(const Table& original) {
  std::vector<Reals> values(original.column_count());
  std::vector<std::size_t> levels(values.size());
  std::vector<Reals> missing(values.size());
  parallel_for_each_index(values.size(), [&](std::size_t j) {
    const Column& column = original.columns()[j];
    if (kind_of(column.type) == Kind::levels) {
      const ColumnLevels found = levels_of(column);
      values[j] = as_reals(found.of_row);
      levels[j] = found.count;
      return;
    }
    values[j] = with_gaps_below(column);
    if (missing_count(column.values) > 0) missing[j] = as_reals(missingness_of(column).of_row);
  });
  return {sort_columns(std::move(values), std::move(levels)), std::move(missing)};
}

// The trees of one column: of its values and, where it has gaps, of whether there is one.
struct ColumnTrees {
  DecisionTree missing;
  DecisionTree values;  // of those that are there
};

ColumnTrees grow_trees(const Prepared& prepared, std::span<const std::uint32_t> predictors,
                       std::uint32_t column, const TreeLimits& limits) {
  const SortedColumns& columns = prepared.columns;
  const Reals& missing = prepared.missing[column];
  Explained explained{columns.values[column], columns.levels[column]};
  if (missing.empty()) return {{}, grow_tree(columns, predictors, explained, limits)};
  for (const double is_missing : missing) {
    explained.is_there.push_back(static_cast<char>(is_missing == 0));
  }
  ColumnTrees trees{grow_tree(columns, predictors, {missing, 2}, limits), {}};
  if (std::ranges::find(missing, 0.0) != missing.end()) {
    trees.values = grow_tree(columns, predictors, explained, limits);
  }
  return trees;
}

std::vector<ColumnTrees> grow_trees(const Prepared& prepared, const ColumnOrder& order,
                                    const TreeLimits& limits, const Progress& progress) {
  std::vector<ColumnTrees> trees(order.size());
  Stage stage(progress, "growing trees", order.size() - 1);
  parallel_for_each_index(order.size() - 1, [&](std::size_t tree) {
    const std::size_t step = tree + 1;
    trees[step] = grow_trees(prepared, std::span(order).first(step), order[step], limits);
    stage.finish_part();
  });
  return trees;
}

// The original row whose value each record gets; draw(record, stream) is one of them.
template <class Draw>
Rows draw_all(std::size_t records, std::uint32_t column, const random::Key& key, const Draw& draw) {
  constexpr std::size_t task_records = 4096;  // part of the definition: a stream for each
  Rows drawn(records);
  parallel_for_each_index((records + task_records - 1) / task_records, [&](std::size_t task) {
    random::Stream stream(key,
                          {random::Purpose::cart_draw, column, static_cast<std::uint32_t>(task)});
    const std::size_t end = std::min((task + 1) * task_records, records);
    for (std::size_t i = task * task_records; i < end; ++i) drawn[i] = draw(i, stream);
  });
  return drawn;
}

Row one_of(std::span<const Row> rows, random::Stream& stream) {
  return rows[random::uniform_below(static_cast<std::uint32_t>(rows.size()), stream)];
}

// Whether there is a value comes first: a gap is drawn as one, else a value among those there are.
template <class ValueOf>
Row drawn_by(const ColumnTrees& trees, const Reals& missing, const ValueOf& value,
             random::Stream& stream) {
  if (!missing.empty()) {
    const Row row = one_of(trees.missing.leaf_of(value), stream);
    if (missing[row] != 0) return row;
  }
  return one_of(trees.values.leaf_of(value), stream);
}

Reals at_rows(const Reals& values, const Rows& rows) {
  Reals taken(rows.size());
  std::ranges::transform(rows, taken.begin(), [&](Row row) { return values[row]; });
  return taken;
}

// For each column the original row of each synthetic value.
std::vector<Rows> synthesise(const Prepared& prepared, const ColumnOrder& order,
                             const std::vector<ColumnTrees>& trees, const random::Key& key) {
  const Rows all = same_rows(prepared.columns.rows.front().size());
  std::vector<Rows> drawn(order.size());
  std::vector<Reals> synthetic(order.size());
  for (std::size_t step = 0; step < order.size(); ++step) {
    const std::uint32_t column = order[step];
    drawn[column] =
        draw_all(all.size(), column, key, [&](std::size_t record, random::Stream& stream) {
          if (step == 0) return one_of(all, stream);
          const auto value = [&](std::uint32_t j) { return synthetic[j][record]; };
          return drawn_by(trees[step], prepared.missing[column], value, stream);
        });
    synthetic[column] = at_rows(prepared.columns.values[column], drawn[column]);
  }
  return drawn;
}

}  // namespace

Result<Masked> cart(const Table& original, const CartOptions& options, const Context& context) {
  if (auto problem = problem_with_numbers(original, "cart", takes_everything))
    return *std::move(problem);
  const auto order = visit_order(original, options.order);
  if (!order) return order.error();

  const Prepared columns = prepared(original);
  const TreeLimits limits{static_cast<std::size_t>(options.min_bucket), options.cp};
  const auto trees = grow_trees(columns, *order, limits, context.progress);
  if (context.progress.cancelled()) return cancelled_error();
  const auto drawn = synthesise(columns, *order, trees, context.key);
  std::vector<Column> masked;
  for (std::size_t j = 0; j < drawn.size(); ++j) {
    const Column& column = original.columns()[j];
    masked.push_back(with_values(column, gather(column.values, drawn[j])));
  }
  return Masked{Table(std::move(masked)), std::nullopt};
}

Method cart_method() {
  return make_method<CartOptions>(
      {.name = "cart",
       .summary = "Synthesise column after column, each drawn from a tree's leaf",
       .reference = "Reiter (2005), J. Official Statistics 21",
       .keeps = "every value is one of its original column",
       .takes = takes_everything},
      cart);
}

}  // namespace overhand::masking
