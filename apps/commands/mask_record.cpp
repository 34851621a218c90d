#include "commands/mask_record.h"

#include "commands/key_preparation.h"
#include "overhand/report/catalogue_json.h"
#include "overhand/report/loss_words.h"
#include "overhand/report/results_json.h"
#include "overhand/report/risk_words.h"

namespace overhand::commands {

Result<MaskedRisk> risk_of(const Table& original, const masking::Method& method,
                           const masking::Masked& masked, const Structure& structure,
                           const Progress& progress) {
  progress.report("measuring the risk", 0, 1);
  const auto source =
      masked.lineage ? std::optional<risk::Partners>(*masked.lineage) : std::nullopt;
  MaskedRisk found{evaluation::linkage_of(original, method, masked, risk::quick_search,
                                          random::key_from_seed(1), progress),
                   report::with_names_of_persons(evaluation::kept_in(original, masked), original),
                   source ? risk::source_use(*source, original.row_count()) : risk::SourceUse{},
                   source.has_value(),
                   evaluation::plausibility_of(original, masked.table, structure.rules, progress)};
  if (progress.cancelled()) return cancelled_error();
  return found;
}

std::vector<std::string> sentences_on(const MaskedRisk& risk, const std::string& other_order) {
  const std::string order = report::order_words(risk.kept);
  std::vector<std::string> all = {"Risk: " + report::linkage_words(risk.linkage),
                                  report::unit_words(risk.kept),
                                  report::rank_words(risk.kept),
                                  report::copy_words(risk.kept),
                                  report::identifier_words(risk.kept),
                                  order.empty() ? order : order + " " + other_order,
                                  report::kept_words(risk.kept),
                                  report::beside_keys_words(risk.kept),
                                  report::small_class_words(risk.kept, !risk.has_sources),
                                  report::repeat_words(risk.kept, risk.use)};
  if (risk.plausibility && risk.plausibility->implausible > 0) {
    all.push_back(report::plausibility_words(*risk.plausibility));
  }
  std::erase(all, "");
  return all;
}

report::Json mask_record(const PreparedTable& read, const masking::Method& method,
                         const masking::MaskOptions& options, const masking::Masked& masked,
                         const std::string& key, const MaskedRisk& risk) {
  report::Json columns = report::Json::array();
  for (const Column& column : masked.table.columns()) {
    columns.push_back(
        {{"name", column.name}, {"role", column.role == Role::keep ? "keep" : "mask"}});
  }
  report::Json record = {{"schema", 1},
                         {"command", "mask"},
                         {"version", OVERHAND_VERSION},
                         {"method", method.name},
                         {"options", report::options_json(method, options.values)},
                         {"rows", masked.table.row_count()},
                         {"columns", columns},
                         {"rows_shuffled", options.shuffle_rows || !method.keeps_rows},
                         {"key", key},
                         {"risk", report::linkage_json(risk.linkage)},
                         {"kept", report::kept_json(risk.kept)},
                         {"plausibility", report::plausibility_json(risk.plausibility)}};
  if (!read.coarsened.empty()) record["coarsened"] = json_of(read.coarsened);
  const auto key_loss = key_loss_of(read, masked, options.structure);
  if (key_loss) record["key_loss"] = json_of(*key_loss);
  if (!masked.suppressed.cells.empty()) {
    record["suppressed"] = report::suppressed_json(masked);
    record["shared_keys"] = report::shared_keys_json(masked);
  }
  if (masked.moved) record["moved"] = report::moved_json(*masked.moved);
  return record;
}

}  // namespace overhand::commands
