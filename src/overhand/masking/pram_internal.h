// Post-randomisation (PRAM): each level becomes another one by chance, with probabilities that are
// known and may be published.
//
// J. M. Gouweleeuw, P. Kooiman, L. C. R. J. Willenborg, P.-P. de Wolf (1998), "Post randomisation
// for statistical disclosure control: theory and implementation", Journal of Official Statistics
// 14.
#pragma once

#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

enum class PramDraw { invariant, uniform, given };

struct PramOptions {
  double percent = 20;
  PramDraw draw = PramDraw::invariant;
  MatrixList matrix = {};
};

void describe(PramOptions& options, auto&& option) {
  option("percent", options.percent, "percent of the values that are drawn anew",
         {.minimum = 0, .maximum = 100, .grid = evenly_spaced(2, 2, 30)});
  option("draw", options.draw,
         "invariant: from the column's own values, or by the matrix and back again, so that each "
         "level is expected as often as it was; uniform: from the other levels, each as likely; "
         "given: by the matrix as it is",
         {.choices = {"invariant", "uniform", "given"}});
  option("matrix", options.matrix,
         "files with the chances of levels, COLUMN=FILE with commas between, or one FILE for every "
         "column; empty: by percent",
         {.is_default_neutral = true});
}

// Column by column, each value that is there is drawn anew with probability a = percent/100,
// independently of all others. Invariant: from the shares t of the column's levels, itself too, so
// that level k becomes l with probability a t_l, or 1 - a + a t_k where they are the same; t is an
// eigenvector of that matrix, and analysts need not correct for it. Uniform: from the other levels
// that occur. Gaps stay gaps, and no level is made that no record has.
//
// A column that has a matrix R is drawn by it instead, whatever the percent. Given: level k becomes
// l with probability R_kl. Invariant: in two stages, by R and then by
// R*_lk = t_k R_kl / sum_j t_j R_jl, the chance that l was k, so that t R R* = t (Gouweleeuw et
// al., section 5): what is drawn is a level that occurs.
//
// Keeps each record's row. Fails on columns that are no categories; on a matrix for a column that
// is not there, without a level that its column has, or, as it is, with one that it has not; on
// `uniform` with a matrix and on `given` where a column has none.
Result<Masked> pram(const Table& original, const PramOptions& options, const Context& context);

Method pram_method();

}  // namespace overhand::masking
