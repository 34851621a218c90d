#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/parallel.h"
#include "overhand/masking/cart_internal.h"
#include "overhand/masking/column_names_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/regression_tree_internal.h"
#include "overhand/random/uniform.h"

namespace overhand::masking {
namespace {

using Order = std::vector<std::uint32_t>;
using Rows = std::vector<Row>;

Result<Order> visit_order(const Table& original, const ColumnList& names) {
  const auto named = columns_named(original, names, "order");
  if (!named) return named.error();
  if (named->empty()) return Order(same_rows(original.column_count()));
  if (named->size() == original.column_count()) return Order(named->begin(), named->end());
  return Error{ErrorKind::invalid_option, fmt::format("order must name all {} columns, not {}.",
                                                      original.column_count(), named->size())};
}

std::vector<RegressionTree> grow_trees(const SortedColumns& columns, const Order& order,
                                       const TreeLimits& limits, const Progress& progress) {
  std::vector<RegressionTree> trees(order.size());
  Stage stage(progress, "growing trees", order.size() - 1);
  parallel_for_each_index(order.size() - 1, [&](std::size_t tree) {
    const std::size_t step = tree + 1;
    trees[step] = grow_tree(columns, std::span(order).first(step), order[step], limits);
    stage.finish_part();
  });
  return trees;
}

// The original row whose value each record gets; leaf(record) are the rows it may come from.
template <class Leaf>
Rows draw(std::size_t records, std::uint32_t column, const random::Key& key, const Leaf& leaf) {
  constexpr std::size_t task_records = 4096;  // part of the definition: a stream for each
  Rows drawn(records);
  parallel_for_each_index((records + task_records - 1) / task_records, [&](std::size_t task) {
    random::Stream stream(key,
                          {random::Purpose::cart_draw, column, static_cast<std::uint32_t>(task)});
    const std::size_t end = std::min((task + 1) * task_records, records);
    for (std::size_t i = task * task_records; i < end; ++i) {
      const auto rows = leaf(i);
      const auto count = static_cast<std::uint32_t>(rows.size());
      drawn[i] = rows[random::uniform_below(count, stream)];
    }
  });
  return drawn;
}

Reals at_rows(const Reals& values, const Rows& rows) {
  Reals taken(rows.size());
  std::ranges::transform(rows, taken.begin(), [&](Row row) { return values[row]; });
  return taken;
}

// For each column the original row of each synthetic value.
std::vector<Rows> synthesise(const SortedColumns& columns, const Order& order,
                             const std::vector<RegressionTree>& trees, const random::Key& key) {
  const Rows all = same_rows(columns.rows.front().size());
  std::vector<Rows> drawn(order.size());
  std::vector<Reals> synthetic(order.size());
  for (std::size_t step = 0; step < order.size(); ++step) {
    const std::uint32_t column = order[step];
    drawn[column] = draw(all.size(), column, key, [&](std::size_t record) {
      if (step == 0) return std::span<const Row>(all);
      return trees[step].leaf_of([&](std::uint32_t j) { return synthetic[j][record]; });
    });
    synthetic[column] = at_rows(columns.values[column], drawn[column]);
  }
  return drawn;
}

}  // namespace

Result<Masked> cart(const Table& original, const CartOptions& options, const Context& context) {
  if (auto problem = problem_with_complete_table(original)) return *std::move(problem);
  const auto order = visit_order(original, options.order);
  if (!order) return order.error();

  std::vector<Reals> values;
  for (const Column& column : original.columns()) values.push_back(reals(column));
  const SortedColumns columns = sort_columns(std::move(values));
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
       .summary = "Synthesise column after column, each drawn from a regression tree's leaf",
       .reference = "Reiter (2005), J. Official Statistics 21",
       .keeps = "every value is one of its original column"},
      cart);
}

}  // namespace overhand::masking
