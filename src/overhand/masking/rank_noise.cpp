#include "overhand/core/parallel.h"
#include "overhand/masking/correlated_noise_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/rank_noise_internal.h"
#include "overhand/masking/ranks_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;

void put_values_back(Table& noisy, const Table& original) {
  parallel_for_each_index(noisy.column_count(), [&](std::size_t j) {
    Column& column = noisy.columns()[j];
    const Column& before = original.columns()[j];
    column =
        with_values(before, at_ranks_of(std::get<Cells<double>>(column.values), before.values));
  });
}

}  // namespace

Result<Masked> rank_noise(const Table& original, const RankNoiseOptions& options,
                          const Context& context) {
  if (auto problem = problem_with_complete_table(original)) return *std::move(problem);
  const Matrix noisy = with_correlated_noise(statistics::as_matrix(original), options.percent,
                                             context.key, random::Purpose::rank_noise);
  if (context.progress.cancelled()) return cancelled_error();
  Lineage order =
      random::permutation(context.key, {random::Purpose::row_order}, original.row_count());
  Table masked = gather(statistics::as_table(noisy, original), order);
  if (options.marginals == Marginals::exact) put_values_back(masked, original);
  return Masked{std::move(masked), std::move(order)};
}

Method rank_noise_method() {
  return make_method<RankNoiseOptions>(
      {.name = "rank_noise",
       .summary = "Give each column's values the ranks of a noisy copy",
       .reference = "Overhand, docs/theory/rank_noise.md; Muralidhar and Sarathy (2006)",
       .keeps = "marginals exact: each column's values"},
      rank_noise);
}

}  // namespace overhand::masking
