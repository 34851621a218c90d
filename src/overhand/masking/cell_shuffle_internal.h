// Cell shuffle: each column permuted independently within small cells of similar records.
//
// Ours (docs/theory/cell_shuffle.md). Kin: data swapping within microaggregation groups, anatomy
// (X. Xiao and Y. Tao 2006), and for the repair R. L. Iman and W. J. Conover (1982).
#pragma once

#include "overhand/masking/margins_internal.h"
#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

struct CellShuffleOptions {
  int k = 5;
  bool repair = true;
  Marginals marginals = Marginals::exact;
};

void describe(CellShuffleOptions& options, auto&& option) {
  option("k", options.k, "records in a cell, at least; more mask more",
         {.minimum = 2, .grid = evenly_spaced(2, 1, 30)});
  option("repair", options.repair,
         "reorder each column at the end so that the rank correlations come back", {});
  option(
      "marginals", options.marginals,
      "exact: each column's own values; smoothed: others near the rare ones, and the mean of the "
      "three at each end; synthetic: values drawn between its own",
      {.choices = {"exact", "smoothed", "synthetic"}, .is_default_neutral = true});
}

// Cells of at least k records: MDAV groups up to 20,000 records, Mondrian cells beyond. Within each
// cell every column is permuted on its own. The repair then gives each column the ranks of
// Z = Z_Y chol(R_Y)^-T chol(R_X)^T, Z_Y the normal scores of the shuffled columns, R_Y and R_X the
// correlations of the normal scores of the shuffled and the original columns. Rows come in random
// order.
//
// Categories, and numbers with gaps, count as random ranks (random_ranks_internal.h) where records
// are compared.
//
// Keeps exactly the values of each column; without the repair also each cell's. Lineage: the record
// that gave most of the masked record's values (of equals, the one that gave the leftmost).
// Fails when k > n, and on infinite values.
Result<Masked> cell_shuffle(const Table& original, const CellShuffleOptions& options,
                            const Context& context);

Method cell_shuffle_method();

}  // namespace overhand::masking
