#include "overhand/study/standings_internal.h"

namespace overhand::study {

using tuning::Reading;
using Standings = std::vector<Standing>;

std::vector<Claim> true_source_claims(const Study& study) {
  const std::vector<Family> in_paper = {Family::paper};
  const std::vector<Family> ranked = {Family::paper, Family::ours, Family::other};
  return {
      claim_of_all(
          study, Reading::by_true_source, in_paper,
          "SJPPDS has the best overall score, among the paper's methods, by its true sources.",
          "A masked record stays in the bins of its source, and with many bins no other record is "
          "there.",
          [](const ExperimentResult& result, const Standings& standings, std::string& found) {
            found = leaders(result, standings, 3);
            return is_led_by(standings, "sjppds");
          }),
      claim_of_all(
          study, Reading::by_true_source, in_paper,
          "SJPPDS has a setting under the ceiling in the paper's grid.",
          "The grid begins at 10 bins.",
          [](const ExperimentResult& result, const Standings& standings, std::string& found) {
            const Standing* sjppds = standing_of(standings, "sjppds");
            if (sjppds == nullptr) return false;
            found += fmt::format(
                " DBRL {:.3f} at {}, under it on {} of {}",
                median_of(*sjppds, Reading::by_true_source, evaluation::MeasureId::dbrl),
                setting_text(*sjppds->method, *sjppds->chosen), sjppds->chosen->tables_under,
                result.tables);
            return sjppds->is_under;
          }),
      claim_of_all(
          study, Reading::by_true_source, ranked,
          "One of Overhand's own methods has the best overall score of all.",
          "Cells of similar records mix what bins of single columns leave apart.",
          [](const ExperimentResult& result, const Standings& standings, std::string& found) {
            found = leaders(result, standings, 4);
            return !standings.empty() && standings.front().is_under &&
                   standings.front().method->entrant.family == Family::ours;
          })};
}

}  // namespace overhand::study
