// How strongly any two columns go together, whatever they are.
#pragma once

#include "overhand/statistics/association.h"
#include "overhand/statistics/profile.h"

namespace overhand::statistics {

// Cramer's V: sqrt(chi^2 / (n (min(r, c) - 1))), r and c the numbers of levels that occur; a gap is
// a level. 0 where one of the columns is constant. `order` has the rows by level of `a`.
// H. Cramer (1946), Mathematical methods of statistics, 21.9.
double cramers_v(const Category& a, const Order& order, const Category& b);

// The correlation ratio eta: sqrt of the share of the variance of `values` that lies between the
// levels; a gap among the categories is a level, one among the values is left out.
// K. Pearson (1905), On the general theory of skew correlation.
double correlation_ratio(const Category& category, const Reals& values);

// Between any two of all columns: Pearson's correlation of numbers, the correlation ratio of a
// number and a category, Cramer's V of two categories. 1 on the diagonal. `correlation` is that of
// the amounts.
Square association_matrix(const Profile& profile, const Square& correlation);

// The same between each of these columns, which are of the same records, and all of `profile`: by
// column of `others`, numbers first.
std::vector<Reals> associations_with(const Measured& others, const Profile& profile);

}  // namespace overhand::statistics
