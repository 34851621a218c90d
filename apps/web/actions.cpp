#include "actions.h"

#include <fmt/format.h>

#include <algorithm>

#include "columns.h"
#include "commands/reading_words.h"
#include "commands/structure.h"
#include "error_words.h"
#include "keys_action.h"
#include "mask_action.h"
#include "outcome.h"
#include "overhand/core/text.h"
#include "overhand/io/lineage_file.h"
#include "overhand/io/write_table.h"
#include "overhand/table/column_list.h"
#include "release_action.h"
#include "tune_action.h"

namespace overhand::web {
namespace {

// The action, and its reports as files.
JobAction and_filed(const JobAction& action) {
  return [action](const JobRequest& request, const Progress& progress) -> Result<Json> {
    const auto outcome = action(request, progress);
    return outcome ? filed(request, *outcome) : outcome;
  };
}

}  // namespace

Actions actions() {
  return {{"mask", {and_filed(mask_action)}},
          {"tune", {and_filed(tune_action)}},
          {"compare", {and_filed(compare_action)}},
          {"release", {release_action}},
          {"keys", {keys_action, true}},
          {"coarsen", {coarsen_action, true}}};
}

Result<ChosenMethod> method_of(const Json& body) {
  const Json name = body.value("method", Json(masking::default_method));
  const Json options = body.value("options", Json::object());
  if (!name.is_string() || !options.is_object()) return malformed("method and options");
  const auto method = masking::find_method(name.get<std::string>());
  if (!method) return method.error();
  ChosenMethod chosen{*method, {}};
  for (const auto& [option_name, value] : options.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (text.empty()) continue;
    const auto option = std::ranges::find((*method)->options, option_name, &masking::Option::name);
    if (option == (*method)->options.end()) return unknown_option(**method, option_name);
    const auto parsed = masking::parse_option(*option, text);
    if (!parsed) return parsed.error();
    chosen.options.values[option_name] = *parsed;
  }
  return chosen;
}

Status write_masked(const JobRequest& request, const masking::Masked& masked,
                    const io::TableInFile& original, const Progress& progress) {
  if (masked.lineage) {
    const auto written = io::write_lineage(commands::rows_in_file(*masked.lineage, original.rows),
                                           request.lineage_path());
    if (!written) return written;
  }
  return io::write_table(masked.table, request.masked_path(), progress, original.layout);
}

Result<Json> reports_json(const report::Subject& subject, const Progress& progress) {
  const auto internal = report_json(subject, report::Audience::internal, progress);
  if (!internal) return internal.error();
  const auto external = report_json(subject, report::Audience::external, progress);
  if (!external) return external.error();
  return Json{{"report", *internal}, {"external_report", *external}};
}

std::string command_line(const std::vector<std::string>& words) {
  std::string line = "overhand";
  for (const std::string& word : words) line += " " + shell_word(word);
  return line;
}

std::vector<std::string> shared_words(const JobRequest& request) {
  const Json& body = request.body;
  std::vector<std::string> words = commands::reading_words(request.table.reading);
  const auto add = [&](const char* flag, const std::vector<std::string>& names) {
    if (!names.empty()) words.insert(words.end(), {flag, name_list(names)});
  };
  const auto choice = named_columns(body);
  if (needs_schema(body)) {
    words.insert(words.end(), {"--schema", schema_file});
  } else if (choice) {
    add("--columns", choice->mask);
    add("--drop", choice->drop);
    add("--keep", choice->keep);
    const auto more = commands::structure_words(choice->structure);
    words.insert(words.end(), more.begin(), more.end());
  }
  if (drops_rare_units(body)) words.insert(words.end(), {"--rare", "drop"});
  if (choice && choice->keep_identifiers) words.emplace_back("--keep-identifiers");
  if (body.contains("seed")) {
    const Json& seed = body["seed"];
    words.insert(words.end(), {"--seed", seed.is_string() ? seed.get<std::string>() : seed.dump()});
  }
  return words;
}

}  // namespace overhand::web
