#include "analyses.h"

#include <fmt/format.h>

#include "command_line.h"

namespace overhand::cli {

void add_analysis_option(CLI::App& command, std::vector<std::string>& texts) {
  command
      .add_option("--analysis", texts,
                  "an analysis to compare on both tables: \"income ~ age + edu\"; again for more")
      ->allow_extra_args(false)
      ->type_name("FORMULA");
}

std::vector<utility::ModelFormula> formulas_of(const std::vector<std::string>& texts) {
  std::vector<utility::ModelFormula> formulas;
  for (const std::string& text : texts) {
    formulas.push_back(value_or_fail(utility::formula_of(text), "--analysis"));
  }
  return formulas;
}

void check_analyses(const std::string& path, const Table& original,
                    const std::vector<utility::ModelFormula>& formulas) {
  for (const utility::ModelFormula& formula : formulas) {
    if (auto problem = utility::problem_with_analysis(original, formula)) {
      problem->message = fmt::format("--analysis {}", problem->message);
      throw Failure(in_file(path, *std::move(problem)));
    }
  }
}

}  // namespace overhand::cli
