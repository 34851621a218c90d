#include "overhand/evaluation/pairings.h"

#include <algorithm>

namespace overhand::evaluation {
namespace {

bool are_in_their_rows(const Lineage& lineage) {
  for (std::size_t row = 0; row < lineage.size(); ++row) {
    if (lineage[row] != row) return false;
  }
  return true;
}

}  // namespace

std::vector<Pairing> pairings_for(const masking::Method& method, const masking::Masked& masked) {
  if (!masked.lineage) return {Pairing::sorted};
  if (method.keeps_rows && are_in_their_rows(*masked.lineage)) return {Pairing::row};
  return {Pairing::lineage, Pairing::sorted};
}

std::vector<Pairing> pairings_for(Stated stated, std::size_t originals, std::size_t masked) {
  if (stated == Stated::row) return {Pairing::row};
  if (stated == Stated::sorted) return {Pairing::sorted};
  if (stated == Stated::lineage) return {Pairing::lineage, Pairing::sorted};
  if (originals != masked) return {Pairing::none};
  return {Pairing::row, Pairing::sorted};
}

Evaluation riskier_first(Evaluation evaluation) {
  std::ranges::stable_sort(evaluation.by_pairing, std::greater(),
                           [](const Measurements& one) { return value_of(one, MeasureId::dbrl); });
  return evaluation;
}

bool is_by_true_source(Pairing pairing) {
  return pairing == Pairing::row || pairing == Pairing::lineage;
}

}  // namespace overhand::evaluation
