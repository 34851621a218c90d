// The measures that are in no score of the paper, in parts of the catalogue.
#pragma once

#include <vector>

#include "overhand/evaluation/measure.h"

namespace overhand::evaluation {

std::vector<Measure> of_distributions();
std::vector<Measure> of_plausibility();
std::vector<Measure> of_sdcmicro();
std::vector<Measure> of_weights();
std::vector<Measure> of_trees();
std::vector<Measure> of_shape();
std::vector<Measure> of_analyses();

}  // namespace overhand::evaluation
