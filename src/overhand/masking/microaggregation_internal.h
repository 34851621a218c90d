// Microaggregation: each record is replaced by the mean of a group of at least k similar records.
// The methods mdav, pca and pppca differ only in how they form the groups.
#pragma once

#include "overhand/masking/groups_internal.h"
#include "overhand/masking/method.h"
#include "overhand/masking/option_grid_internal.h"

namespace overhand::masking {

struct MicroaggregationOptions {
  int k = 3;
};

void describe(MicroaggregationOptions& options, auto&& option) {
  option("k", options.k, "records in a group, at least; more mask more",
         {.minimum = 2, .grid = evenly_spaced(2, 1, 30)});
}

// A bad k, or a table that the method cannot mask.
std::optional<Error> problem_with_microaggregation(const Table& original,
                                                   const MicroaggregationOptions& options,
                                                   const char* method);

// Each record with its group's mean in every column. The columns become reals: a mean of integers
// is seldom one. Records stay in their rows.
Masked with_group_means(const Table& original, const Groups& groups);

// The entry of such a method: `facts` with what is true of all of them.
using Microaggregation = Result<Masked> (*)(const Table&, const MicroaggregationOptions&,
                                            const Context&);
Method microaggregation_method(MethodFacts facts, Microaggregation mask);

}  // namespace overhand::masking
