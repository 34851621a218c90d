#include <fmt/format.h>

#include "overhand/inspection/inspection.h"

namespace overhand::inspection {
namespace {

constexpr auto heading =
    "What each column of {} is and what becomes of it, as overhand inspect proposes it.\n"
    "Look it over, change what is wrong, and give this file to every command as its schema.\n"
    "\n"
    "role: mask (its values are changed), keep (it goes out as it is), drop (it stays with you)\n"
    "type: real, integer, boolean, date, timestamp, duration, category, text\n"
    "ordered = [\"low\", \"middle\", \"high\"]: the levels of a category, from the lowest on\n"
    "missing = [-99, \"unknown\"]: what means a missing value in this column; above all columns, "
    "in every one\n"
    "\n"
    "Above all columns:\n"
    "derive = [\"bmi = weight / height ^ 2\"]: computed again after masking; holds in every "
    "record\n"
    "within = [\"region\"]: each stratum is masked by itself\n"
    "unit = \"household\": records that agree in it are masked as one; order = \"age\" of its "
    "records\n"
    "weight = \"w\": how many each record stands for; kept with its record unless its role is "
    "mask\n"
    "rules = [\"tax <= income\"]: hold in every record; those that masked records break are "
    "counted";

}  // namespace

SchemaComments schema_comments(const Inspection& inspection, const std::string& table) {
  SchemaComments comments{fmt::format(fmt::runtime(heading), table)};
  if (!inspection.identities.empty()) {
    comments.heading += "\n\nFound in every record, and used unless derive says otherwise:";
    for (const std::string& formula : inspection.identities) comments.heading += "\n" + formula;
  }
  if (!inspection.rules.empty()) {
    comments.heading += "\n\nObeyed by every record, and counted beside those that rules says:";
    for (const std::string& rule : inspection.rules) comments.heading += "\n" + rule;
  }
  for (const auto& column : inspection.columns) {
    if (!column.looks_like_weight) continue;
    comments.heading += fmt::format(
        "\n\nIf {} says how many each record stands for, say so here without the #:\nweight = "
        "\"{}\"",
        column.name, column.name);
  }
  for (const auto& column : inspection.columns) comments.columns.push_back(column.why);
  return comments;
}

}  // namespace overhand::inspection
