#include "bindings/judged.h"

#include <fmt/chrono.h>

#include <ctime>

#include "bindings/words.h"
#include "overhand/report/report.h"

namespace overhand::bindings {

report::Subject Judged::subject() const {
  report::Subject subject{original, masked, evaluation, kept, tuning.get()};
  subject.max_risk = max_risk;
  subject.masked_by = masked_by;
  subject.details = details;
  subject.sources = sources;
  subject.structure = structure;
  subject.original_rows = original_rows;
  subject.key_loss = key_loss;
  return subject;
}

Table owned(const Table& table) { return gather(table, same_rows(table.row_count())); }

Judged judged(const report::Subject& subject, std::shared_ptr<const tuning::Tuning> tuning) {
  return {.original = owned(subject.original),
          .masked = subject.masked,
          .evaluation = subject.evaluation,
          .kept = subject.kept,
          .tuning = std::move(tuning),
          .details = subject.details,
          .structure = subject.structure,
          .sources = subject.sources,
          .original_rows = subject.original_rows,
          .key_loss = subject.key_loss,
          .max_risk = subject.max_risk,
          .masked_by = subject.masked_by};
}

Json dated(Json report) {
  const std::string now = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
  report["details"].push_back({{"name", "date"}, {"value", now}});
  return report;
}

Json report_of(const Judged& judged, report::Audience audience, const Progress& progress) {
  return dated(value_or_fail(report::report_json(judged.subject(), audience, progress)));
}

}  // namespace overhand::bindings
