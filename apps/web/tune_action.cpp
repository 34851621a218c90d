#include "tune_action.h"

#include <fmt/format.h>

#include <mutex>

#include "actions.h"
#include "overhand/io/read_table.h"
#include "overhand/random/key.h"
#include "overhand/report/report.h"
#include "overhand/report/tuning_figures.h"
#include "overhand/tuning/applied.h"
#include "overhand/tuning/tuner.h"

namespace overhand::web {
namespace {

constexpr std::uint64_t trial_seed = 1;
constexpr int replications = 5;  // fewer than the command line's: somebody is waiting

struct Wanted {
  std::string method;  // or "all"
  double max_risk = 0.2;
  ColumnChoice columns;
};

Result<Wanted> wanted_of(const JobRequest& request, const std::string& method) {
  const auto columns = columns_of(request.body);
  if (!columns) return columns.error();
  const Json max_risk = request.body.value("max_risk", Json(0.2));
  if (!max_risk.is_number() || max_risk < 0 || max_risk > 1) {
    return Error{ErrorKind::invalid_option, "max_risk must be a number from 0 to 1."};
  }
  return Wanted{method, max_risk.get<double>(), *columns};
}

std::string command_of(const JobRequest& request, const Wanted& wanted) {
  std::vector<std::string> words = {wanted.method == "all" ? "compare" : "tune",
                                    request.table.filename};
  if (wanted.method != "all") words.insert(words.end(), {"--method", wanted.method});
  words.insert(words.end(),
               {"--max-risk", fmt::format("{}", wanted.max_risk), "--replications",
                std::to_string(replications), "-o", "masked" + request.table.extension});
  const auto more = shared_words(request.body);
  words.insert(words.end(), more.begin(), more.end());
  return command_line(words);
}

// The map as it grows: the median is not known yet, so a point is one trial.
class Growing {
 public:
  explicit Growing(const JobRequest& request) : request_(request) {}

  void add(const tuning::Candidate& candidate, std::size_t point, const tuning::Figures& figures) {
    const std::scoped_lock lock(mutex_);
    const double overall = value_of(figures.score, "overall");
    const std::string label = report::setting_text(candidate.name, candidate.settings[point]);
    points_.push_back({{"label", label},
                       {"risk", report::rounded(value_of(figures.risk, "dbrl"))},
                       {"loss", report::rounded(value_of(figures.score, "loss"))}});
    if (best_.empty() || overall < lowest_) {
      lowest_ = overall;
      best_ = label;
    }
    request_.show_partial(
        {{"sentence", fmt::format("Lowest score so far: {} ({:.3f}).", best_, lowest_)},
         {"points", points_}});
  }

 private:
  const JobRequest& request_;
  std::mutex mutex_;
  Json points_ = Json::array();
  std::string best_;
  double lowest_ = 0;
};

std::vector<tuning::Candidate> candidates(const Wanted& wanted, const Table& original,
                                          const random::Key& key) {
  std::vector<tuning::Candidate> all;
  for (const auto& method : masking::methods()) {
    if (wanted.method != "all" && wanted.method != method.name) continue;
    all.push_back(tuning::candidate(method, original, key));
  }
  return all;
}

// Masks with the choice and a fresh key, and reports on that very table.
Result<Json> applied_choice(const JobRequest& request, const Wanted& wanted, const Table& original,
                            const tuning::Tuning& tuning, const Progress& progress) {
  const auto& best = tuning.tuned[*tuning.best];
  const auto& options = best.points[*best.choice].options;
  const auto key = random::fresh_key();
  if (!key) return key.error();
  const auto applied =
      tuning::apply(*best.candidate.method, {.values = options, .shuffle_rows = true}, original,
                    tuning.options.evaluator, {*key, progress});
  if (!applied) return applied.error();
  if (auto written = write_masked(request, applied->masked, progress); !written) {
    return written.error();
  }
  const std::string command = command_of(request, wanted);
  report::Subject subject{original, applied->masked, applied->evaluation, &tuning};
  subject.max_risk = wanted.max_risk;
  subject.masked_by = report::setting_text(best.candidate.name, options);
  subject.details = {
      {"method", subject.masked_by}, {"version", OVERHAND_VERSION}, {"command", command}};
  return Json{{"report", report::report_json(subject, report::Audience::internal)},
              {"external_report", report::report_json(subject, report::Audience::external)},
              {"command", command},
              {"masked", true},
              {"key", "operating system"}};
}

Result<Json> tune(const JobRequest& request, const std::string& method, const Progress& progress) {
  const auto wanted = wanted_of(request, method);
  if (!wanted) return wanted.error();
  const auto original = io::read_table(request.table.path, wanted->columns);
  if (!original) return original.error();
  const random::Key key = random::key_from_seed(trial_seed);
  Growing growing(request);
  tuning::TuneOptions options{.max_risk = wanted->max_risk, .replications = replications};
  options.on_trial = [&](const auto& candidate, std::size_t point, const auto& figures) {
    growing.add(candidate, point, figures);
  };
  const auto tuning = tuning::tune(*original, candidates(*wanted, *original, key), options,
                                   {.key = key, .progress = progress});
  if (!tuning) return tuning.error();
  if (tuning->best) return applied_choice(request, *wanted, *original, *tuning, progress);
  const std::string command = command_of(request, *wanted);
  return Json{{"report", report::refusal_json(*tuning, {{"command", command}})},
              {"command", command},
              {"masked", false},
              {"key", nullptr}};
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
