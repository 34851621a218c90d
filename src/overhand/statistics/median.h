// The median: the middle value, or the mean of the two in the middle.
#pragma once

#include <span>
#include <vector>

namespace overhand::statistics {

double median(std::vector<double> values);

// The same without a copy: puts `values` in another order.
double median_in_place(std::span<double> values);

}  // namespace overhand::statistics
