// Tuner: evaluates every candidate's settings, several times each, and chooses the one with the
// lowest overall score among those whose risk is under the ceiling.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "overhand/tuning/candidates.h"
#include "overhand/tuning/evaluator.h"

namespace overhand::tuning {

// Which pairing decides.
enum class RiskBasis {
  lineage,  // the true source where a method has one, rows where it keeps them, else sorted
  paper,    // rows where a method keeps them, else sorted, as published
};

// Told of each trial as it ends, from any thread, one at a time or several at once.
using OnTrial =
    std::function<void(const Candidate& candidate, std::size_t point, const Figures& figures)>;

struct TuneOptions {
  double max_risk = 0.2;  // the ceiling of DBRL
  RiskBasis basis = RiskBasis::lineage;
  int replications = 30;  // of methods with chance; medians are taken
  EvaluatorOptions evaluator = {};
  OnTrial on_trial = {};
};

// What one replication of one setting gave, by both readings; the same where there is one only.
struct Replicate {
  Figures honest;
  Figures paper;
};

struct Point {
  masking::OptionValues options;
  std::vector<Replicate> replicates;
  Replicate median;                         // of each value on its own
  std::optional<std::string> failure = {};  // why there are no figures
  std::vector<std::string> notes = {};
};

struct Tuned {
  Candidate candidate;
  std::vector<Point> points;
  std::optional<std::size_t> choice = {};   // the best point under the ceiling
  std::optional<std::size_t> nearest = {};  // the point of lowest risk
};

struct Tuning {
  std::size_t rows = 0;
  std::size_t columns = 0;
  TuneOptions options;
  std::vector<Tuned> tuned;              // in the order of the candidates
  std::optional<std::size_t> best = {};  // of `tuned`, by the overall score of its choice
};

// The figures that decide under `basis`.
const Figures& deciding(const Replicate& replicate, RiskBasis basis);

double risk_of(const Point& point, RiskBasis basis);     // DBRL
double overall_of(const Point& point, RiskBasis basis);  // the overall score

// Fails when the original cannot be evaluated or the work is cancelled. What a method refuses is
// the failure of that point. The same for any number of threads.
Result<Tuning> tune(const Table& original, const std::vector<Candidate>& candidates,
                    const TuneOptions& options, const masking::Context& context);

// The points of each candidate, evaluated without choosing: for who sees many tables in one study.
Result<std::vector<std::vector<Point>>> evaluate_candidates(
    const Table& original, const Evaluator& evaluator, const std::vector<Candidate>& candidates,
    const TuneOptions& options, const masking::Context& context);

// What one setting gave on several tables as one point: all replicates, and the medians over them.
// A failure on one table is the point's.
Point pooled(std::vector<Point> parts);

// Sets the choice and the nearest of `tuned.points`.
void choose(Tuned& tuned, const TuneOptions& options);

}  // namespace overhand::tuning
