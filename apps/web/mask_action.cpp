#include "mask_action.h"

#include <fmt/format.h>
#include <sodium.h>

#include <charconv>

#include "actions.h"
#include "columns.h"
#include "commands/structure.h"
#include "overhand/evaluation/evaluator.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/random/key.h"
#include "overhand/report/catalogue_json.h"
#include "overhand/report/report.h"
#include "overhand/report/risk_words.h"
#include "overhand/report/tuning_charts.h"
#include "overhand/report/verdict.h"

namespace overhand::web {
namespace {

Result<random::Key> key_from_hex(const std::string& hex) {
  random::Key::Bytes bytes{};
  std::size_t length = 0;
  const bool is_hex = sodium_hex2bin(bytes.data(), bytes.size(), hex.data(), hex.size(), nullptr,
                                     &length, nullptr) == 0;
  if (!is_hex || length != bytes.size() || hex.size() != 2 * bytes.size()) {
    return Error{ErrorKind::invalid_option, "The key must be 64 hexadecimal digits."};
  }
  random::Key key(bytes);
  sodium_memzero(bytes.data(), bytes.size());
  return key;
}

Result<random::Key> key_from_text(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, seed);
  if (problem != std::errc{} || rest != end) {
    return Error{ErrorKind::invalid_option, "seed must be a whole number, zero or more."};
  }
  return random::key_from_seed(seed);
}

// The request's key or seed, else a fresh key.
Result<random::Key> key_of(const Json& body) {
  if (body.contains("key"))
    return key_from_hex(body["key"].is_string() ? body["key"].get<std::string>() : "");
  if (!body.contains("seed")) return random::fresh_key();
  return key_from_text(body["seed"].is_string() ? body["seed"].get<std::string>()
                                                : body["seed"].dump());
}

// As the command line's record calls it.
const char* key_origin(const Json& body) {
  if (body.contains("key")) return "key file";
  return body.contains("seed") ? "seed" : "operating system";
}

std::string command_of(const JobRequest& request, const ChosenMethod& chosen) {
  std::vector<std::string> words = {"mask",     request.table.filename,
                                    "-o",       "masked" + request.table.extension,
                                    "--method", chosen.method->name};
  for (const auto& [name, value] : chosen.options.values) {
    words.insert(words.end(), {"--" + name, masking::text_of(value)});
  }
  const auto more = shared_words(request);
  words.insert(words.end(), more.begin(), more.end());
  if (request.body.contains("key")) words.insert(words.end(), {"--key-file", "KEY"});
  return command_line(words);
}

std::vector<report::Detail> details_of(const ChosenMethod& chosen, const std::string& command,
                                       const std::vector<std::string>& notes) {
  std::vector<report::Detail> details = {{"method", chosen.method->name}};
  const Json options = report::options_json(*chosen.method, chosen.options.values);
  for (const auto& [name, value] : options.items()) {
    details.push_back({name, value.is_string() ? value.get<std::string>() : value.dump()});
  }
  for (auto& detail : commands::details_of(chosen.options.structure, notes)) {
    details.push_back(std::move(detail));
  }
  details.push_back({"version", OVERHAND_VERSION});
  details.push_back({"command", command});
  return details;
}

// What can be said of a table that cannot be evaluated, and why it cannot.
Json report_without_charts(const report::Verdict& verdict, const char* audience) {
  return {{"schema", 1},
          {"title", "Overhand report"},
          {"audience", audience},
          {"verdict", report::verdict_json(verdict)},
          {"sections", Json::array()},
          {"details", Json::array()},
          {"notes", Json::array()}};
}

Result<evaluation::Evaluation> evaluated(const Table& original, const masking::Masked& masked,
                                         const ChosenMethod& chosen, const Progress& progress) {
  const auto evaluator =
      evaluation::Evaluator::prepare(original, {.structure = chosen.options.structure}, progress);
  if (!evaluator) return evaluator.error();
  auto asked = evaluation::asked_of(*chosen.method, masked, true);
  asked.trees = evaluation::all_trees();
  return evaluator->evaluate(masked.table, asked, progress);
}

// {"report", "external_report"}.
Result<Json> reports_of(const commands::PreparedTable& read, const masking::Masked& masked,
                        const ChosenMethod& chosen, const std::string& command,
                        const Progress& progress) {
  const Table& original = read.table;
  const auto evaluation = evaluated(original, masked, chosen, progress);
  if (!evaluation) {
    const auto verdict = report::unmeasured_verdict(original, masked, *chosen.method,
                                                    sentence_of(evaluation.error()));
    return Json{{"report", report_without_charts(verdict, "internal")},
                {"external_report", report_without_charts(verdict, "external")}};
  }
  const risk::KeptColumns kept = evaluation::kept_in(original, masked);
  report::Subject subject{original, masked, *evaluation, kept};
  subject.masked_by = tuning::setting_text(chosen.method->name, chosen.options.values);
  subject.structure = chosen.options.structure;
  subject.original_rows = read.rows;
  subject.details = details_of(chosen, command, read.notes);
  if (masked.moved) subject.details.push_back({"moved", report::moved_words(*masked.moved)});
  const std::string suppressed = commands::suppression_words(masked);
  if (!suppressed.empty()) subject.details.push_back({"suppressed", suppressed});
  for (auto& detail : commands::details_of(read.coarsened)) {
    subject.details.push_back(std::move(detail));
  }
  return reports_json(subject, progress);
}

}  // namespace

Result<Json> mask_action(const JobRequest& request, const Progress& progress) {
  auto chosen = method_of(request.body);
  if (!chosen) return chosen.error();
  auto choice = columns_of(request.body, request.table);
  if (!choice) return choice.error();
  const auto key = key_of(request.body);
  if (!key) return key.error();
  const auto read = read_to_mask(request, *choice, progress, chosen->method->sees_structure);
  if (!read) return read.error();
  const Table& original = read->table;
  chosen->options.structure = choice->structure;
  const auto masked = masking::mask(*chosen->method, original, chosen->options,
                                    {.key = *key, .progress = progress});
  if (!masked) return masked.error();
  if (progress.cancelled()) return cancelled_error();
  if (auto written = write_masked(request, *masked, *read, progress); !written) {
    return written.error();
  }
  const std::string command = command_of(request, *chosen);
  auto outcome = reports_of(*read, *masked, *chosen, command, progress);
  if (!outcome) return outcome;
  if (progress.cancelled()) return cancelled_error();
  for (Json& report : *outcome) {
    report["title"] = fmt::format("{}, masked by {}", request.table.filename, chosen->method->name);
  }
  outcome->update({{"command", command}, {"masked", true}, {"key", key_origin(request.body)}});
  return outcome;
}

}  // namespace overhand::web
