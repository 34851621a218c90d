#include "commands/tuning.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands/key_preparation.h"
#include "commands/structure.h"
#include "overhand/report/results_json.h"
#include "overhand/report/risk_words.h"
#include "overhand/report/verdict.h"

namespace overhand::commands {

using tuning::Reading;

release::Wish wish_of(const TuneWish& said, const Structure& structure,
                      std::function<double()> clock) {
  constexpr int quick_replications = 3;
  release::Wish wish{.method = said.method};
  wish.grid.points = said.quick ? 10 : 30;
  wish.grid.marginals = said.marginals;
  wish.tuning.max_risk = said.max_risk;
  wish.tuning.reading = said.risk == "paper" ? Reading::as_published : Reading::by_true_source;
  wish.tuning.replications =
      said.quick ? std::min(said.replications, quick_replications) : said.replications;
  wish.tuning.score = said.score == "paper" ? tuning::Score::paper : tuning::Score::loss;
  wish.tuning.structure = structure;
  wish.trial_key = random::key_from_seed(said.seed);
  wish.tuning.evaluator.key = wish.trial_key;
  wish.tuning.time = {said.seconds, std::move(clock)};
  if (said.ps == "glm") wish.tuning.evaluator.ps = utility::PsFit::glm;
  return wish;
}

std::string tried_on(const tuning::Tuning& tuning) {
  return tuning.trial_rows == tuning.rows
             ? "all records"
             : fmt::format("a random sample of {} of {} records",
                           report::grouped(tuning.trial_rows), report::grouped(tuning.rows));
}

report::Subject subject_of(const std::string& table, const TuneWish& wish,
                           const tuning::Tuning& tuning, const release::Released& released,
                           const PreparedTable& read) {
  report::Subject subject{read.table, released.masked, released.evaluation, released.kept, &tuning};
  subject.max_risk = wish.max_risk;
  subject.masked_by = released.decision.setting;
  subject.structure = tuning.options.structure;
  subject.original_rows = read.rows;
  subject.key_loss = key_loss_of(read, released.masked, subject.structure);
  subject.details = {{"table", table},
                     {"method", subject.masked_by},
                     {"tried on", tried_on(tuning)},
                     {"replications", std::to_string(tuning.options.replications)},
                     {"risk by", wish.risk},
                     {"ranked by", label_of(tuning.options.score)},
                     {"version", OVERHAND_VERSION}};
  const auto add = [&](std::vector<report::Detail> details) {
    std::ranges::move(details, std::back_inserter(subject.details));
  };
  add(details_of(tuning.options.structure, read.notes));
  const auto suppressed = suppression_words(released.masked);
  if (!suppressed.empty()) subject.details.push_back({"suppressed", suppressed});
  add(details_of(read.coarsened));
  if (read.key_ways) add(details_of(*read.key_ways));
  return subject;
}

report::Json tuned_json(const std::string& command, const tuning::Tuning& tuning,
                        const PreparedTable& read) {
  report::Json json = report::tuning_json(tuning);
  json["command"] = command;
  if (!read.coarsened.empty()) json["coarsened"] = json_of(read.coarsened);
  if (read.key_ways) json["key_ways"] = json_of(*read.key_ways);
  return json;
}

report::Json released_json(const report::Subject& subject, const release::Released& released) {
  report::Json json = report::released_json(released);
  if (subject.key_loss) json["key_loss"] = json_of(*subject.key_loss);
  json["kept"] = report::kept_json(subject.kept);
  json["verdict"] = verdict_json(verdict_of(subject));
  return json;
}

}  // namespace overhand::commands
