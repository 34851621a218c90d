// A masked table that was made anywhere, held against its original, for every face.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/preparation.h"
#include "overhand/core/progress.h"
#include "overhand/evaluation/evaluator.h"
#include "overhand/evaluation/pairings.h"
#include "overhand/report/verdict.h"

namespace overhand::commands {

struct EvaluationWish {
  evaluation::Stated stated = evaluation::Stated::nothing;
  std::uint64_t seed = 1;  // of random ties and samples
  bool exact = false;      // all records are linked, however many there are
  utility::PsFit ps = utility::PsFit::damped;
  std::string target = {};  // of tstr
  bool for_report = false;  // also where the risk sits
  std::vector<utility::ModelFormula> analyses = {};
  std::string where_sources = {};  // what this face calls the sources: "A lineage file (...)"
  std::string original = {};       // names for sentences about the one table or the other
  std::string masked = {};
};

// Both tables as they are compared.
struct ComparedTables {
  PreparedTable read;  // the original
  Table original;      // the same without units that were too rare to mask
  masking::Masked masked;
  std::optional<Lineage> rows = std::nullopt;  // of the original, where some were left out
  std::vector<std::string> told = {};          // sentences
};

// The lineage of `masked` names rows of the original. Fails on units that cannot be told, and on
// rules and weights of the structure that do not hold in the original.
Result<ComparedTables> compared(PreparedTable original, masking::Masked masked,
                                const Structure& structure, const Progress& progress);

Result<evaluation::Evaluation> evaluated(const ComparedTables& tables, const Structure& structure,
                                         const EvaluationWish& wish, const Progress& progress);

// Owner of what a Subject refers to is the caller. A lineage of another masking, or rows in another
// order, would call any table safe: Sources tells.
report::Subject subject_of(const ComparedTables& tables, const Structure& structure,
                           const evaluation::Evaluation& evaluation, const risk::KeptColumns& kept);

// docs/results.schema.json.
report::Json evaluated_json(const report::Subject& subject, const report::Verdict& verdict);

}  // namespace overhand::commands
