#include "overhand/core/parallel.h"
#include "overhand/masking/correlated_noise_internal.h"
#include "overhand/masking/problems.h"
#include "overhand/masking/random_ranks_internal.h"
#include "overhand/masking/rank_noise_internal.h"
#include "overhand/random/shuffle.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;

void put_values_back(Table& noisy, const Table& numbers, const Table& original) {
  parallel_for_each_index(noisy.column_count(), [&](std::size_t j) {
    Column& column = noisy.columns()[j];
    const Column& before = original.columns()[j];
    const auto& scores = std::get<Cells<double>>(column.values);
    column = with_values(before, at_ranks_of(scores, before, numbers.columns()[j]));
  });
}

}  // namespace

Result<Masked> rank_noise(const Table& original, const RankNoiseOptions& options,
                          const Context& context) {
  if (auto problem = problem_with_numbers(original, "rank_noise", takes_everything))
    return *std::move(problem);
  if (hides_values(options.marginals)) {
    return masked_with_margins(rank_noise, original, options, context);
  }
  if (options.marginals == Marginals::free) {
    if (auto problem =
            problem_with_kinds(original, "rank_noise with marginals free", takes_numbers_alone)) {
      return *std::move(problem);
    }
  }
  const Table numbers = as_numbers(original, context.key);
  const Matrix noisy = with_correlated_noise(statistics::as_matrix(numbers), options.percent,
                                             context.key, random::Purpose::rank_noise);
  if (context.progress.cancelled()) return cancelled_error();
  Lineage order =
      random::permutation(context.key, {random::Purpose::row_order}, original.row_count());
  Table masked = gather(statistics::as_table(noisy, numbers), order);
  if (options.marginals == Marginals::exact) put_values_back(masked, numbers, original);
  return Masked{std::move(masked), std::move(order)};
}

Method rank_noise_method() {
  return make_method<RankNoiseOptions>(
      {.name = "rank_noise",
       .summary = "Give each column's values the ranks of a noisy copy",
       .reference = "Overhand, docs/theory/rank_noise.md; Muralidhar and Sarathy (2006)",
       .keeps = "marginals exact: each column's values",
       .takes = takes_everything},
      rank_noise);
}

}  // namespace overhand::masking
