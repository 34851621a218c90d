#include "overhand/report/manifest.h"

#include "overhand/report/chart.h"
#include "overhand/report/results_json.h"
#include "overhand/table/column_words.h"

namespace overhand::report {
namespace {

constexpr int manifest_schema = 1;

Json columns_json(const Table& table) {
  Json columns = Json::array();
  for (const Column& column : table.columns()) {
    const char* role = column.role == Role::keep   ? "keep"
                       : column.role == Role::unit ? "unit"
                                                   : "mask";
    columns.push_back(
        {{"name", column.name}, {"type", overhand::words_for(column.type)}, {"role", role}});
  }
  return columns;
}

// Without errors in the columns' own units, and to four digits: of a value that is far from all
// others they would tell where it was.
Json told_loss(Json loss) {
  loss.erase("mae");
  loss.erase("mse");
  for (auto& [name, value] : loss.items()) {
    if (value.is_number_float()) value = rounded(value.get<double>());
  }
  return loss;
}

}  // namespace

Json held_json(const std::vector<release::Held>& held) {
  Json json = Json::array();
  for (const release::Held& one : held) {
    Json entry = {{"name", one.name},
                  {"meaning", one.meaning},
                  {"measured", one.measured},
                  {"ceiling", one.ceiling},
                  {"kept", one.is_kept()}};
    if (!one.by.empty()) entry["by"] = one.by;
    if (one.usual) entry["usual_ceiling"] = *one.usual;
    if (one.rates) {
      entry["target"] = one.rates->target;
      entry["control"] = one.rates->control;
      if (const auto& interval = one.rates->interval) {
        entry["interval"] = {interval->low, interval->high};
      }
    }
    json.push_back(std::move(entry));
  }
  return json;
}

Json figures_json(const std::vector<release::Figure>& figures) {
  Json json = Json::array();
  for (const release::Figure& figure : figures) {
    Json entry = {
        {"name", figure.name}, {"meaning", figure.meaning}, {"measured", figure.measured}};
    if (!figure.by.empty()) entry["by"] = figure.by;
    if (!figure.columns.empty()) entry["columns"] = figure.columns;
    json.push_back(std::move(entry));
  }
  return json;
}

Json manifest_json(const release::Gated& gated, const tuning::Tuning& tuning,
                   const ManifestFacts& facts) {
  const Table& table = gated.released.masked.table;
  const Json released = released_json(gated.released);
  return {{"schema", manifest_schema},
          {"program", "overhand"},
          {"version", facts.version},
          {"date", facts.date},
          {"profile", release::name_of(facts.profile)},
          {"decision", "under every ceiling"},
          {"setting", gated.released.decision.setting},
          {"rows", gated.released.evaluation.masked_rows},
          {"columns", columns_json(table)},
          {"attacks", held_json(gated.held)},
          {"figures", figures_json(gated.figures)},
          {"linked_ceiling", tuning.options.max_risk},
          {"risk", released["risk"]},
          {"loss", told_loss(released["loss"])},
          {"ledger", facts.has_ledger},
          {"files", Json::array()}};
}

Json with_reason(Json manifest, const std::string& why) {
  manifest["decision"] = "risk accepted";
  manifest["accepted_because"] = why;
  return manifest;
}

Json with_files(Json manifest, const std::vector<ReleasedFile>& files) {
  Json named = Json::array();
  for (const ReleasedFile& file : files) {
    named.push_back({{"name", file.name}, {"sha256", file.sha256}});
  }
  manifest["files"] = std::move(named);
  return manifest;
}

}  // namespace overhand::report
