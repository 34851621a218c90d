// The variable-order study: does the order of the columns matter to cart, and to sjppds?
#pragma once

#include "overhand/study/experiments.h"

namespace overhand::study {

// The overall scores, by the paper's reading, of all maskings in one order of the columns.
struct OrderRow {
  std::string order;  // names with commas between
  std::vector<double> cart;
  std::vector<double> sjppds;
};

struct Orders {
  std::string experiment;
  int bins;  // of sjppds: those that the paper's reading chose
  std::vector<OrderRow> rows;
};

// The standard deviation over the orders of the median score of each order.
double spread(const Orders& orders, std::vector<double> OrderRow::* scores);

double median(std::vector<double> values);

// `result` must have cart, whose settings are the orders, and sjppds, which is masked anew with its
// columns in each of them. The experiment has one table.
Result<Orders> run_orders(const Experiment& experiment, const ExperimentResult& result,
                          const masking::Context& context);

}  // namespace overhand::study
