#include "overhand/tuning/applied.h"

#include <algorithm>

namespace overhand::tuning {
namespace {

// Kept columns are nobody's measure.
Table masked_columns(const Table& table) {
  std::vector<Column> columns;
  std::ranges::copy_if(table.columns(), std::back_inserter(columns),
                       [](const Column& column) { return column.role == Role::mask; });
  return Table(std::move(columns));
}

}  // namespace

Result<Evaluation> evaluate_truly(const Table& original, const masking::Masked& masked,
                                  const EvaluatorOptions& options, const Progress& progress) {
  const auto evaluator = Evaluator::prepare(original, options, progress);
  if (!evaluator) return evaluator.error();
  const auto pairings = masked.lineage ? std::vector{Pairing::lineage, Pairing::sorted}
                                       : std::vector{Pairing::sorted};
  return evaluator->evaluate(masked_columns(masked.table), pairings,
                             masked.lineage ? &*masked.lineage : nullptr, progress);
}

}  // namespace overhand::tuning
