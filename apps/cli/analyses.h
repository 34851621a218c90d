// --analysis: what an analyst would compute, on the original and on the masked table.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "overhand/utility/analysis.h"

namespace overhand::cli {

void add_analysis_option(CLI::App& command, std::vector<std::string>& texts);

// Fails on what is no formula.
std::vector<utility::ModelFormula> formulas_of(const std::vector<std::string>& texts);

// Fails where one of them cannot be computed on the original, which is in the file `path`.
void check_analyses(const std::string& path, const Table& original,
                    const std::vector<utility::ModelFormula>& formulas);

}  // namespace overhand::cli
