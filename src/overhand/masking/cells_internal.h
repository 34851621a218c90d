// Cells: groups of k to 2k-1 similar records, by cutting the table in two again and again.
#pragma once

#include "overhand/masking/groups_internal.h"
#include "overhand/statistics/moments.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// Both trees cut a cell of 2k or more records (of equals, by row) until each has k to 2k-1.
// O(n p (p + log n)); parallel, and the same for any number of threads.

// Cuts along the first principal component of the cell's points, one for each record, where the
// variance between the parts is largest (cell_cut_internal.h).
Groups principal_component_cells(statistics::Matrix points, std::size_t k);

// Whether records come in clusters: a fifth or more of such cuts lie in valleys, each counted with
// the records of its cell. By at most 8,192 records.
bool is_clustered(const statistics::Matrix& values, std::size_t k);

// Cuts at the median along the standardised column in which the cell is widest: K. LeFevre, D.
// DeWitt and R. Ramakrishnan (2006), "Mondrian multidimensional k-anonymity", ICDE.
Groups mondrian_cells(const Table& table, std::size_t k);

}  // namespace overhand::masking
