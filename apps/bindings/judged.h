// A masked table with all that was measured of it, for as long as somebody may ask for its report.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "commands/preparation.h"
#include "overhand/evaluation/evaluation.h"
#include "overhand/report/table_charts.h"
#include "overhand/report/verdict.h"

namespace overhand::bindings {

using Json = nlohmann::ordered_json;

// The table in memory of our own.
Table owned(const Table& table);

struct Judged {
  Table original;
  masking::Masked masked;
  evaluation::Evaluation evaluation;
  risk::KeptColumns kept;
  std::shared_ptr<const tuning::Tuning> tuning = nullptr;
  std::vector<report::Detail> details = {};
  Structure structure = {};
  report::Sources sources = report::Sources::masking;
  std::optional<Lineage> original_rows = std::nullopt;
  std::optional<coarsening::KeyLoss> key_loss = std::nullopt;
  double max_risk = 0.2;
  std::string masked_by = {};

  report::Subject subject() const;
};

// What is made of a Subject that refers to others. Its original is a copy: reports are asked for
// when the caller may have changed what he lent.
Judged judged(const report::Subject& subject, std::shared_ptr<const tuning::Tuning> tuning);

// As html.h wants it, with the date among its details.
Json report_of(const Judged& judged, report::Audience audience, const Progress& progress);

// The same of what was refused, or cannot be measured: a verdict alone.
Json dated(Json report);

}  // namespace overhand::bindings
