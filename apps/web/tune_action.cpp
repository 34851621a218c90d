#include "tune_action.h"

#include <fmt/format.h>

#include "actions.h"
#include "columns.h"
#include "commands/key_preparation.h"
#include "commands/structure.h"
#include "error_words.h"
#include "growing.h"
#include "overhand/release/release.h"
#include "overhand/report/report.h"

namespace overhand::web {
namespace {

constexpr int replications = 5;  // fewer than the command line's: somebody is waiting

struct Wanted {
  std::string method;  // or "all"
  double max_risk = 0.2;
  std::string marginals = "exact";
  ColumnChoice columns;
};

Result<Wanted> wanted_of(const JobRequest& request, const std::string& method) {
  const auto columns = columns_of(request.body, request.table);
  if (!columns) return columns.error();
  const Json max_risk = request.body.value("max_risk", Json(0.2));
  if (!max_risk.is_number() || max_risk < 0 || max_risk > 1) {
    return Error{ErrorKind::invalid_option, "max_risk must be a number from 0 to 1."};
  }
  const Json marginals = request.body.value("marginals", Json("exact"));
  if (marginals != "exact" && marginals != "smoothed" && marginals != "synthetic") {
    return Error{ErrorKind::invalid_option, "marginals must be exact, smoothed or synthetic."};
  }
  return Wanted{method, max_risk.get<double>(), marginals, *columns};
}

std::string command_of(const JobRequest& request, const Wanted& wanted) {
  std::vector<std::string> words = {wanted.method == "all" ? "compare" : "tune",
                                    request.table.filename};
  if (wanted.method != "all") words.insert(words.end(), {"--method", wanted.method});
  words.insert(words.end(),
               {"--max-risk", fmt::format("{}", wanted.max_risk), "--replications",
                std::to_string(replications), "-o", "masked" + request.table.extension});
  if (wanted.marginals != "exact") {
    words.insert(words.end(), {"--marginals", wanted.marginals});
  }
  const auto more = shared_words(request);
  words.insert(words.end(), more.begin(), more.end());
  return command_line(words);
}

release::Wish wish_of(const Wanted& wanted, Growing& growing) {
  release::Wish wish{.method = wanted.method};
  wish.grid.marginals = wanted.marginals;
  wish.tuning.max_risk = wanted.max_risk;
  wish.tuning.replications = replications;
  wish.tuning.score = Growing::score;
  wish.tuning.structure = wanted.columns.structure;
  wish.tuning.time.clock = stopwatch();
  wish.tuning.on_trial = [&](const auto& candidate, std::size_t point, const auto& measured) {
    growing.add(candidate, point, measured);
  };
  return wish;
}

Json refused(const std::string& command, const tuning::Tuning& tuning, const std::string& why) {
  return {{"report", report::refusal_json(tuning, why, {{"command", command}})},
          {"command", command},
          {"masked", false},
          {"key", nullptr}};
}

Result<Json> reported(const std::string& command, const commands::PreparedTable& read,
                      const tuning::Tuning& tuning, const release::Released& released,
                      const Progress& progress) {
  report::Subject subject{read.table, released.masked, released.evaluation, released.kept, &tuning};
  subject.max_risk = tuning.options.max_risk;
  subject.masked_by = released.decision.setting;
  subject.structure = tuning.options.structure;
  subject.original_rows = read.rows;
  subject.key_loss = commands::key_loss_of(read, released.masked, subject.structure);
  subject.details = {{"method", subject.masked_by}};
  for (auto& detail : commands::details_of(tuning.options.structure, read.notes)) {
    subject.details.push_back(std::move(detail));
  }
  const std::string suppressed = commands::suppression_words(released.masked);
  if (!suppressed.empty()) subject.details.push_back({"suppressed", suppressed});
  for (auto& detail : commands::details_of(read.coarsened)) {
    subject.details.push_back(std::move(detail));
  }
  subject.details.push_back({"version", OVERHAND_VERSION});
  subject.details.push_back({"command", command});
  auto outcome = reports_json(subject, progress);
  if (!outcome) return outcome;
  outcome->update({{"command", command}, {"masked", true}, {"key", "operating system"}});
  return outcome;
}

Result<Json> tune(const JobRequest& request, const std::string& method, const Progress& progress) {
  auto wanted = wanted_of(request, method);
  if (!wanted) return wanted.error();
  const auto read = read_to_mask(request, wanted->columns, progress);
  if (!read) return read.error();
  const Table& original = read->table;
  const Structure& structure = wanted->columns.structure;
  if (const auto problem = release::problem_before_trials(original, structure)) {
    return commands::with_possible_remedies(*problem, structure);
  }
  Growing growing(request);
  const auto tuning = release::try_settings(original, wish_of(*wanted, growing), progress);
  if (!tuning) return tuning.error();
  const std::string command = command_of(request, *wanted);
  const auto released = release::release(original, *tuning, {.for_report = true}, progress);
  if (!released && released.error().kind == ErrorKind::refused) {
    const Error error =
        commands::with_possible_remedies(released.error(), wanted->columns.structure);
    return refused(command, *tuning, words_of(error, request.table));
  }
  if (!released) return released.error();
  if (auto written = write_masked(request, released->masked, *read, progress); !written) {
    return written.error();
  }
  return reported(command, *read, *tuning, *released, progress);
}

}  // namespace

Result<Json> tune_action(const JobRequest& request, const Progress& progress) {
  const auto chosen = method_of(request.body);
  if (!chosen) return chosen.error();
  return tune(request, chosen->method->name, progress);
}

Result<Json> compare_action(const JobRequest& request, const Progress& progress) {
  return tune(request, "all", progress);
}

}  // namespace overhand::web
