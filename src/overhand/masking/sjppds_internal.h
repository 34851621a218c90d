// Sequential joint probability preserving data shuffling (SJPPDS), in closed form: the product.
//
// E. Chaibub Neto (2024), "Statistical disclosure control for numeric microdata via sequential
// joint probability preserving data shuffling", Trans. Data Privacy. Symbols: docs/notation.md.
#pragma once

#include "overhand/masking/margins_internal.h"
#include "overhand/masking/method.h"

namespace overhand::masking {

struct SjppdsOptions {
  int bins = 100;  // n_c in the paper
  int min_bin = 1;
  Marginals marginals = Marginals::exact;
};

// Names each option once, for the command line, the bindings, the page and the run record.
void describe(SjppdsOptions& options, auto&& option) {
  option("bins", options.bins, "bins per column; more bins mask less",
         {.minimum = 1,
          .maximum = 1e6,  // more cost time and part no records
          .grid = {10,  20,  30,  40,  50,  60,  70,  80,  90,  100, 110, 120, 130, 140, 150,
                   160, 170, 180, 190, 200, 210, 220, 230, 240, 250, 260, 270, 280, 290, 300}});
  option("min_bin", options.min_bin,
         "merge neighbouring bins until each holds so many records; 1: as in the paper",
         {.minimum = 1, .is_default_neutral = true});
  option(
      "marginals", options.marginals,
      "exact: each column's own values; smoothed: others near the rare ones, and the mean of the "
      "three at each end; synthetic: values drawn between its own",
      {.choices = {"exact", "smoothed", "synthetic"}, .is_default_neutral = true});
}

// Masks every column of `original`.
//
// Algorithm 3 of the paper over Algorithm 1 or 2 has the same distribution as this (docs/theory/
// sjppds.md, theorem 1): permute the values of each column uniformly within the column's own bins,
// then shuffle the rows. Here the row order comes first: masked record i has source order[i], and
// in each column takes the next value of a random order of the source's bin. O(n p) time and n
// values of working memory for each column at work.
//
// With min_bin, bins that hold fewer records are merged with their neighbours, from the lowest on,
// the last ones with those before them: no value is alone in its bin and stays where it was.
//
// A category is binned by random ranks within its levels (random_ranks_internal.h), a missing
// number has a bin of its own.
//
// Keeps exactly: the values of each column, and the joint counts of the binned columns. So every
// masked record has a true source, the one with the same bins: the lineage.
// Fails when a column has an infinite value, or n or p is below 2.
Result<Masked> sjppds(const Table& original, const SjppdsOptions& options, const Context& context);

Method sjppds_method();

}  // namespace overhand::masking
