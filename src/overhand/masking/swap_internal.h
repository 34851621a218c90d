// Targeted record swapping: units at risk exchange their geography with similar ones elsewhere.
//
// N. Shlomo, C. Tudor, P. Groom (2010), "Data swapping for protecting census tables", Privacy in
// Statistical Databases, LNCS 6344.
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

struct SwapOptions {
  ColumnList geography = {};
  ColumnList similar = {};
  double percent = 5;
  int k = 3;
};

void describe(SwapOptions& options, auto&& option) {
  option("geography", options.geography,
         "columns that say where a record is, from the coarsest area to the finest, with commas "
         "between; they are exchanged",
         {.is_required = true});
  option("similar", options.similar,
         "columns in which units that exchange places agree, the most important first, with commas "
         "between; empty: in their size alone",
         {});
  option("percent", options.percent, "percent of the units that change places, at least",
         {.minimum = 0, .maximum = 100, .grid = evenly_spaced(1, 1, 30)});
  option("k", options.k,
         "units with a record that shares its keys with fewer than this inside its area change "
         "places first, all of them; 1: none is at risk",
         {.minimum = 1});
}

// A unit is what the context says, or a record. An area of level l is a combination of the first l
// columns of the geography; a gap is a place like any other. A unit is at risk at a level where
// fewer than k records share the keys of one of its records and the area; the keys are the
// context's, or else the columns of `similar`.
//
// From the coarsest level to the finest, units at risk, in random order, exchange their geography
// with a unit of another area of that level that has not moved yet, drawn uniformly from the
// likest: of the same size, with the same values of `similar` among its records; then with one
// column of `similar` less, the last first, down to the size alone. Below the coarsest level
// partners in the same coarser area come before all others, so that counts of coarser areas stay.
// Then units drawn at random do so at the finest level until `percent` of all units have moved, or
// nobody finds a partner.
//
// Keeps exactly: all columns but the geography, record by record; how often each combination of the
// geography occurs, in records and in units of each size. No unit stays in its area of the level at
// which it is at risk while a unit of its size in another one has not moved; `moved` counts those
// that do. Lineage: each record its own row. Takes every type. Fails on a geography that is kept or
// that differs inside a unit, and on columns that are not there or stand in both lists.
Result<Masked> swap(const Table& original, const SwapOptions& options, const Context& context);

Method swap_method();

}  // namespace overhand::masking
