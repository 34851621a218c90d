// Rank noise: correlated noise decides new ranks, the columns' own values take them.
//
// Ours (docs/theory/rank_noise.md). Kin: data shuffling (K. Muralidhar and R. Sarathy 2006).
#pragma once

#include "overhand/masking/margins_internal.h"
#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

struct RankNoiseOptions {
  double percent = 20;
  Marginals marginals = Marginals::exact;
};

void describe(RankNoiseOptions& options, auto&& option) {
  option("percent", options.percent, "noise, in percent of the columns' covariance matrix",
         {.minimum = 0.1, .maximum = 1000, .grid = evenly_spaced(1, 4, 30)});
  option(
      "marginals", options.marginals,
      "exact: each column's own values; smoothed: others near the rare ones, and the mean of the "
      "three at each end; synthetic: values drawn between its own; free: the noisy values",
      {.choices = {"exact", "smoothed", "synthetic", "free"}});
}

// Z = X + N(0, percent/100 Cov(X)); column j of the masked table is the sorted column j of X taken
// at the ranks of column j of Z. Rows come in random order. Keeps exactly the values of each column
// (with marginals = free nothing, and the columns are reals). Lineage: the record that the noise
// was added to. O(n p (p + log n)).
// Categories, and numbers with gaps, take part as random ranks (random_ranks_internal.h).
// Fails on infinite values; with marginals = free on all but complete numbers.
Result<Masked> rank_noise(const Table& original, const RankNoiseOptions& options,
                          const Context& context);

Method rank_noise_method();

}  // namespace overhand::masking
