// Sequential synthesis by decision trees: synthpop's method "cart".
//
// J. P. Reiter (2005), "Using CART to generate partially synthetic public use microdata", J.
// Official Statistics 21; B. Nowok, G. Raab and C. Dibben (2016), "synthpop", J. Statistical
// Software 74(11).
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

struct CartOptions {
  ColumnList order = {};
  int min_bucket = 5;
  double cp = 1e-8;
};

void describe(CartOptions& options, auto&& option) {
  option("order", options.order,
         "all columns in the order in which they are made, with commas between; empty: as they are",
         {});
  option("min_bucket", options.min_bucket, "records in a leaf of a tree, at least", {.minimum = 1});
  option("cp", options.cp, "part of the variance or impurity that a split must explain",
         {.minimum = 0});
}

// The first column is drawn with replacement from its values. Each other column is drawn, for each
// record, from the values in the record's leaf of a tree of the original column on the original
// columns before it. Trees as rpart's (decision_tree_internal.h). New records without a source:
// no lineage. Every masked value is a value of the original column; nothing else is kept exactly.
// A category is drawn from a tree of levels, in which a gap is one of them; of a number with gaps a
// tree first says whether there is a value, then another, of those that are there, which one.
// Fails when order is no permutation of the columns, and on infinite values.
Result<Masked> cart(const Table& original, const CartOptions& options, const Context& context);

Method cart_method();

}  // namespace overhand::masking
