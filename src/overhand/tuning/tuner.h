// Tuner: evaluates every candidate's settings, several times each, and chooses the one with the
// lowest score among those whose risk is under the ceiling.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "overhand/evaluation/evaluator.h"
#include "overhand/tuning/candidates.h"
#include "overhand/tuning/point.h"

namespace overhand::tuning {

// Told of each trial as it ends, from any thread, one at a time or several at once.
using OnTrial = std::function<void(const Candidate& candidate, std::size_t point,
                                   const Measurements& measured)>;

// What may be chosen, and what is worth a trial.
enum class Rule {
  published,  // the paper's: any setting whose median risk is under the ceiling; all are tried
  release,    // what a table can be released with (choice.h); hopeless settings are tried once
};

// How long all may take. Nothing below the faces has a clock of its own.
struct TimeLimit {
  double seconds = std::numeric_limits<double>::infinity();
  std::function<double()> clock = {};  // seconds since the work began
};

struct TuneOptions {
  double max_risk = 0.2;  // the ceiling of DBRL
  Reading reading = Reading::by_true_source;
  int replications = 30;  // of methods with chance; medians are taken
  evaluation::EvaluatorOptions evaluator = {};
  OnTrial on_trial = {};
  Rule rule = Rule::published;
  Score score = Score::paper;
  std::size_t most_trial_rows = 10'000;  // a larger table is tried on a random sample of it
  TimeLimit time = {};                   // no trial begins after half of it
  Structure structure = {};              // of the table, for every masking
  // A setting that makes more than this share of its records implausible is not chosen.
  double max_implausible = 0.05;
};

struct Tuned {
  Candidate candidate;
  std::vector<Point> points;
  std::optional<std::size_t> choice = {};  // the best point under the ceiling
  std::optional<std::size_t> safest = {};  // the point of lowest risk
};

struct Tuning {
  std::size_t rows = 0;
  std::size_t trial_rows = 0;  // fewer where trials ran on a sample
  std::size_t columns = 0;
  TuneOptions options;
  std::vector<Tuned> tuned;              // in the order of the candidates
  std::optional<std::size_t> best = {};  // of `tuned`, by the score of its choice
  // Prepared for the whole table, where the trials ran on it: who goes on with it need not again.
  std::shared_ptr<const evaluation::Evaluator> evaluator = {};
};

// Fails when the original cannot be masked by any method or not be evaluated, or when the work is
// cancelled. What one method refuses is the failure of that point. The same for any number of
// threads, unless the time is limited.
Result<Tuning> tune(const Table& original, const std::vector<Candidate>& candidates,
                    const TuneOptions& options, const masking::Context& context);

// The points of each candidate on the whole table, evaluated without choosing: for who sees many
// tables in one study.
Result<std::vector<std::vector<Point>>> evaluate_candidates(
    const Table& original, const evaluation::Evaluator& evaluator,
    const std::vector<Candidate>& candidates, const TuneOptions& options,
    const masking::Context& context);

}  // namespace overhand::tuning
