// The variable-order study: does the order of the columns matter to cart, and to sjppds?
#pragma once

#include "overhand/study/experiments.h"

namespace overhand::study {

// The overall scores, as published, of all maskings of one table in one order of its
// columns.
struct OrderRow {
  std::size_t table;
  std::string order;  // names with commas between
  std::vector<double> cart;
  std::vector<double> sjppds;
};

struct Orders {
  std::string experiment;
  std::string title;
  std::vector<OrderRow> rows;
};

// On each table the standard deviation over the orders of the median score of an order; the median
// over the tables.
double spread(const Orders& orders, std::vector<double> OrderRow::* scores);

// `result` must have cart, whose settings are the orders, and sjppds, which is masked anew with its
// columns in each of them and, on each table, with the bins that the published reading chose.
Result<Orders> run_orders(const Experiment& experiment, const ExperimentResult& result,
                          const masking::Context& context);

}  // namespace overhand::study
