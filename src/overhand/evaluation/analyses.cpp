#include "overhand/evaluation/analyses.h"

#include "overhand/core/stopping.h"

namespace overhand::evaluation {
namespace {

void add_overlap(Evaluation& evaluation, const std::vector<utility::Analysis>& analyses) {
  if (analyses.empty()) return;
  const Measure& measure = measure_of(MeasureId::overlap_mean);
  const double overlap = std::get<OfAnalyses>(measure.compute)(analyses);
  for (Measurements& measured : evaluation.by_pairing) {
    measured.all.push_back({measure.id, overlap});
  }
}

}  // namespace

Result<Evaluation> with_analyses(Evaluation evaluation, const Table& original, const Table& masked,
                                 const std::vector<utility::ModelFormula>& formulas,
                                 const Progress& progress) {
  return stoppable(progress, [&]() -> Result<Evaluation> {
    if (formulas.empty()) {
      add_overlap(evaluation, utility::usual_analyses(original, masked));
      return std::move(evaluation);
    }
    for (const utility::ModelFormula& formula : formulas) {
      auto analysis = utility::analysis_of(original, masked, formula);
      if (!analysis) return analysis.error();
      evaluation.analyses.push_back(*std::move(analysis));
    }
    add_overlap(evaluation, evaluation.analyses);
    return std::move(evaluation);
  });
}

}  // namespace overhand::evaluation
