// Cell rotation: within small cells of similar records, a random rotation about the cell's mean.
//
// Ours (docs/theory/cell_rotate.md). Kin: random orthogonal matrix masking (D. Ting, S. Fienberg
// and M. Trottini 2008), microaggregation-based hybrid data (J. Domingo-Ferrer and
// U. González-Nicolás 2010).
#pragma once

#include "overhand/masking/margins_internal.h"
#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

struct CellRotateOptions {
  int k = 0;
  Marginals marginals = Marginals::exact;
};

void describe(CellRotateOptions& options, auto&& option) {
  option("k", options.k,
         "records in a cell, at least; 0 chooses the larger of 20 and the number of columns plus 5 "
         "(marginals free: twice the columns, and no fewer can be)",
         {.minimum = 0, .grid = evenly_spaced(20, 2, 30)});
  option(
      "marginals", options.marginals,
      "exact: each column's own values; smoothed: others near the rare ones, and the mean of the "
      "three at each end; synthetic: values drawn between its own; free: the rotated values",
      {.choices = {"exact", "smoothed", "synthetic", "free"}});
}

// Cells of k to 2k-1 records by a principal-component tree (cells_internal.h). In a cell with mean
// mu and residuals E, the records become 1 mu' + Q E, Q a random rotation (rotation_internal.h).
// With marginals = exact each column's own values then take the ranks of the rotated ones over the
// whole table. Rows come in random order.
//
// Levels and gaps are rotated as indicators, by the same Q, and then given out whole within the
// cell (level_assignment_internal.h), each column after what those before it were given
// (level_carry_internal.h). Cells of such tables are formed by the points of
// mixed_table_internal.h (docs/theory/mixed_tables.md).
//
// Keeps exactly, free: every cell's, so the table's, mean and covariance, and every linear identity
// between columns (real columns); exact: the values of each column. Lineage: the record with the
// largest weight in the record's row of Q. O(n p (p + log n) + n k^2).
// Fails when k is 1 or above n, on infinite values, and with marginals = free on dates and times.
Result<Masked> cell_rotate(const Table& original, const CellRotateOptions& options,
                           const Context& context);

// The k that options.k = 0 stands for in a table of that size.
int chosen_cell_size(std::size_t records, std::size_t columns, Marginals marginals);

// The k for a table of so many records with the columns of `table`, or what is wrong with it or
// with these columns.
Result<std::size_t> cell_size(const Table& table, std::size_t records,
                              const CellRotateOptions& options);

Method cell_rotate_method();

}  // namespace overhand::masking
