// IPSO: synthetic data that keep a regression exactly.
//
// J. Burridge (2003), "Information preserving statistical obfuscation", Statistics and
// Computing 13.
#pragma once

#include "overhand/masking/method.h"

namespace overhand::masking {

struct IpsoOptions {
  ColumnList given = {};
};

void describe(IpsoOptions& options, auto&& option) {
  option("given", options.given,
         "columns that go out unchanged and on which the others' regression is kept, with commas "
         "between; empty: none",
         {});
}

// Y' = X B + E', X the intercept and the given columns, B the regression of the other columns Y on
// X, E' normal, made orthogonal to X and given the residuals' own cross-products E'E. With nothing
// given the means and the covariance matrix are kept. The columns but the given ones become reals;
// rows come in random order. Lineage: with given columns the record they come from, else none.
//
// Keeps exactly (to rounding): B and E'E, so the means and the covariance matrix of all columns;
// and linear identities between them, to the square root of rounding. Fails when there are too few
// records, the given columns are not in the table, all of them are given or they determine each
// other, and on text, infinite and missing values.
Result<Masked> ipso(const Table& original, const IpsoOptions& options, const Context& context);

Method ipso_method();

}  // namespace overhand::masking
