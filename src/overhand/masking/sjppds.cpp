#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <memory>

#include "overhand/core/parallel.h"
#include "overhand/masking/column_bins_internal.h"
#include "overhand/masking/column_pools_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/sjppds_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

// What is the same for all columns of one masking.
struct Plan {
  const Lineage& order;
  const std::vector<statistics::Range>& ranges;  // of the columns
  int bins;
  std::size_t min_bin;
  const Context& context;
};

// The values, shuffled within the bins of the workspace. Where they are its `last`, it gives its
// memory up for that of the masked values, whose pages are the system's until they are written.
template <class Value, class Code>
Cells<Value> shuffled(const Cells<Value>& values, std::uint32_t column, const Plan& plan,
                      Workspace<Code>& workspace, bool last) {
  PooledValues<Value, Code> pools(values, column, code_count(plan.bins), plan.context.key,
                                  workspace);
  if (!last) {
    std::vector<Value> masked(plan.order.size());
    pools.draw(plan.order, masked);
    return masked;
  }
  const auto memory = std::make_shared_for_overwrite<Value[]>(plan.order.size());
  const std::span<Value> masked(memory.get(), plan.order.size());
  pools.draw_out(plan.order, masked);
  return {masked, memory};
}

template <class Code>
Values masked_values(const Column& column, std::uint32_t number, const Plan& plan,
                     Workspace<Code>& workspace, bool last) {
  bin_column<Code>(column, number, {plan.bins, plan.min_bin, plan.ranges[number]}, plan.context.key,
                   workspace.codes);
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    return Texts(shuffled(texts->codes(), number, plan, workspace, last),
                 texts->shared_dictionary());
  }
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return shuffled(*reals, number, plan, workspace, last);
  }
  return shuffled(std::get<Cells<std::int64_t>>(column.values), number, plan, workspace, last);
}

template <class Code>
std::vector<Column> masked_columns(const Table& original, const Plan& plan) {
  std::vector<Column> masked(original.column_count());
  Stage stage(plan.context.progress, "masking columns", masked.size());
  tbb::enumerable_thread_specific<Workspace<Code>> workspaces;
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  std::atomic<std::size_t> begun = 0;
  parallel_for_each_index(masked.size(), [&](std::size_t j) {
    const bool last = begun.fetch_add(1) + threads >= masked.size();
    const Column& column = original.columns()[j];
    const auto number = static_cast<std::uint32_t>(j);
    masked[j] = with_values(column, masked_values(column, number, plan, workspaces.local(), last));
    stage.finish_part();
  });
  return masked;
}

std::vector<statistics::Range> ranges_of(const Table& table) {
  std::vector<statistics::Range> ranges(table.column_count());
  parallel_for_each_index(ranges.size(),
                          [&](std::size_t j) { ranges[j] = range_to_cut(table.columns()[j]); });
  return ranges;
}

}  // namespace

Result<Masked> sjppds(const Table& original, const SjppdsOptions& options, const Context& context) {
  if (auto problem = problem_with_shape(original)) return *std::move(problem);
  const std::vector<statistics::Range> ranges = ranges_of(original);
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    if (auto problem = problem_with_range(original.columns()[j], ranges[j])) {
      return *std::move(problem);
    }
  }
  if (hides_values(options.marginals)) {
    return masked_with_margins(sjppds, original, options, context);
  }

  Lineage order =
      random::permutation(context.key, {random::Purpose::row_order}, original.row_count());
  const Plan plan{order, ranges, options.bins, static_cast<std::size_t>(options.min_bin), context};
  auto masked = with_narrow_code(
      options.bins, [&](auto code) { return masked_columns<decltype(code)>(original, plan); });
  if (context.progress.cancelled()) return cancelled_error();
  return Masked{Table(std::move(masked)), std::move(order)};
}

Method sjppds_method() {
  return make_method<SjppdsOptions>(
      {.name = "sjppds",
       .summary = "Shuffle each column within bins of equal width",
       .reference = "Chaibub Neto (2024), Trans. Data Privacy",
       .keeps = "marginals exact: each column's values; the counts of bin combinations",
       .takes = takes_everything,
       .masks_in_parts = true},
      sjppds);
}

}  // namespace overhand::masking
