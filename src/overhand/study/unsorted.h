// The paper pairs the records of SJPPDS and of cart by sorting, and calls that the careful way: it
// gives larger risks than the tables as they lie. Here are both, and the true sources beside them.
#pragma once

#include "overhand/study/experiments.h"

namespace overhand::study {

// Medians of the risk score over maskings with the settings that the paper's reading chose.
struct Unsorted {
  std::string experiment;
  std::string title;
  std::string method;
  double as_they_lie;  // row i of the masked table against row i of the original
  double sorted;
  std::optional<double> by_source;  // none: its records have no source
};

// For sjppds and cart, where `result` has them.
Result<std::vector<Unsorted>> run_unsorted(const Experiment& experiment,
                                           const ExperimentResult& result,
                                           const masking::Context& context);

}  // namespace overhand::study
