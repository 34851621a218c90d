// Rank swapping: values change places with values of nearby rank, column by column.
//
// R. A. Moore (1996), "Controlled data swapping techniques for masking public use microdata sets",
// US Bureau of the Census, RR 96-04.
#pragma once

#include "overhand/masking/margins_internal.h"
#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

enum class Partner { uniform, argus };

struct RankSwapOptions {
  double percent = 10;
  double top_percent = 0;
  double bottom_percent = 0;
  Partner partner = Partner::uniform;
  Marginals marginals = Marginals::exact;
};

void describe(RankSwapOptions& options, auto&& option) {
  option("percent", options.percent,
         "how far a value may move in rank, in percent of the values that are swapped",
         {.minimum = 0, .maximum = 100, .grid = evenly_spaced(2, 2, 30)});
  option("top_percent", options.top_percent,
         "percent of the largest values to replace by their mean instead of swapping them",
         {.minimum = 0, .maximum = 50});
  option("bottom_percent", options.bottom_percent,
         "percent of the smallest values to replace by their mean instead of swapping them",
         {.minimum = 0, .maximum = 50});
  option("partner", options.partner,
         "uniform: any free value in the window (sdcMicro); argus: the free value nearest to a "
         "random distance (mu-Argus)",
         {.choices = {"uniform", "argus"}});
  option(
      "marginals", options.marginals,
      "exact: each column's own values; smoothed: others near the rare ones, and the mean of the "
      "three at each end; synthetic: values drawn between its own",
      {.choices = {"exact", "smoothed", "synthetic"}, .is_default_neutral = true});
}

// From the largest value down, each value not yet swapped changes places with one not yet swapped
// and fewer than w ranks below (argus: at most w), w = floor(percent/100 M), where M values take
// part: n, less the tails. A value without a free partner stays. Equal values rank by row. Keeps
// exactly, when both tails are 0, the values of each column; no value ever moves by more than w
// ranks. With a tail, real columns.
// Categories, and numbers with gaps, are swapped by random ranks (random_ranks_internal.h).
// Fails when the percentage is so small that nothing would move, on infinite values, and with a
// tail on all but complete numbers.
Result<Masked> rank_swap(const Table& original, const RankSwapOptions& options,
                         const Context& context);

Method rank_swap_method();

}  // namespace overhand::masking
