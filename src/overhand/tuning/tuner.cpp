#include "overhand/tuning/tuner.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <limits>
#include <set>

namespace overhand::tuning {
namespace {

struct Task {
  std::size_t candidate;
  std::size_t point;
  std::size_t replicate;
};

struct Outcome {
  Replicate replicate;
  std::optional<std::string> failure;
  std::vector<std::string> notes;
};

std::size_t replications_of(const Candidate& candidate, int replications) {
  return candidate.method->is_deterministic ? 1 : static_cast<std::size_t>(replications);
}

std::vector<Task> all_tasks(const std::vector<Candidate>& candidates, int replications) {
  std::vector<Task> tasks;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (std::size_t p = 0; p < candidates[c].settings.size(); ++p) {
      for (std::size_t r = 0; r < replications_of(candidates[c], replications); ++r) {
        tasks.push_back({c, p, r});
      }
    }
  }
  return tasks;
}

std::vector<Pairing> pairings_of(const masking::Method& method, const masking::Masked& masked) {
  if (method.keeps_rows) return {Pairing::row};
  if (masked.lineage) return {Pairing::lineage, Pairing::sorted};
  return {Pairing::sorted};
}

Outcome evaluated(const Evaluator& evaluator, const masking::Method& method,
                  const masking::Masked& masked) {
  const auto* lineage = masked.lineage ? &*masked.lineage : nullptr;
  auto evaluation = evaluator.evaluate(masked.table, pairings_of(method, masked), lineage);
  if (!evaluation) return {{}, evaluation.error().message, {}};
  const auto& figures = evaluation->figures;
  return {{figures.front(), figures.back()}, std::nullopt, std::move(evaluation->notes)};
}

Outcome run(const Table& original, const Evaluator& evaluator, const Candidate& candidate,
            const Task& task, const masking::Context& context) {
  const random::Key key = random::derived_key(
      context.key,
      {random::Purpose::replication, static_cast<std::uint32_t>(task.candidate),
       static_cast<std::uint32_t>(task.point), static_cast<std::uint32_t>(task.replicate)});
  const Progress silent({}, [&] { return context.progress.cancelled(); });
  const auto masked = masking::mask(*candidate.method, original,
                                    {.values = candidate.settings[task.point]}, {key, silent});
  if (!masked) return {{}, masked.error().message, {}};
  return evaluated(evaluator, *candidate.method, *masked);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// The median of each value over the replicates' `values(figures)`.
template <class Pick>
Values medians(const std::vector<Replicate>& replicates, const Pick& values) {
  Values result = values(replicates.front());
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::vector<double> all;
    for (const Replicate& replicate : replicates) all.push_back(values(replicate)[i].value);
    result[i].value = median(std::move(all));
  }
  return result;
}

Figures median_figures(const std::vector<Replicate>& replicates, Figures Replicate::* reading) {
  const auto of = [&](Values Figures::* values) {
    return medians(replicates,
                   [&](const Replicate& r) -> const Values& { return r.*reading.*values; });
  };
  return {(replicates.front().*reading).pairing, of(&Figures::risk), of(&Figures::loss),
          of(&Figures::score), of(&Figures::beside)};
}

void set_medians(Point& point) {
  point.median = {median_figures(point.replicates, &Replicate::honest),
                  median_figures(point.replicates, &Replicate::paper)};
}

Point point_of(const masking::OptionValues& options, std::vector<Outcome> outcomes) {
  Point point{options, {}, {}};
  std::set<std::string> notes;
  for (Outcome& outcome : outcomes) {
    if (outcome.failure) {
      point.failure = outcome.failure;
      return point;
    }
    notes.insert(outcome.notes.begin(), outcome.notes.end());
    point.replicates.push_back(std::move(outcome.replicate));
  }
  set_medians(point);
  point.notes.assign(notes.begin(), notes.end());
  return point;
}

// The index of the least by `key` among the points that are `eligible`.
template <class Eligible, class Key>
std::optional<std::size_t> least(const std::vector<Point>& points, const Eligible& eligible,
                                 const Key& key) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].failure || !eligible(points[i])) continue;
    if (!best || key(points[i]) < key(points[*best])) best = i;
  }
  return best;
}

std::optional<std::size_t> best_of(const std::vector<Tuned>& tuned, RiskBasis basis) {
  std::optional<std::size_t> best;
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    if (!tuned[i].choice) continue;
    const double score = overall_of(tuned[i].points[*tuned[i].choice], basis);
    if (score >= lowest) continue;
    lowest = score;
    best = i;
  }
  return best;
}

}  // namespace

const Figures& deciding(const Replicate& replicate, RiskBasis basis) {
  return basis == RiskBasis::lineage ? replicate.honest : replicate.paper;
}

double risk_of(const Point& point, RiskBasis basis) {
  return value_of(deciding(point.median, basis).risk, "dbrl");
}

double overall_of(const Point& point, RiskBasis basis) {
  return value_of(deciding(point.median, basis).score, "overall");
}

Result<std::vector<std::vector<Point>>> evaluate_candidates(
    const Table& original, const Evaluator& evaluator, const std::vector<Candidate>& candidates,
    const TuneOptions& options, const masking::Context& context) {
  const std::vector<Task> tasks = all_tasks(candidates, options.replications);
  std::vector<Outcome> outcomes(tasks.size());
  Stage stage(context.progress, "trying settings", tasks.size());
  tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
    if (stage.cancelled()) return;
    const Candidate& candidate = candidates[tasks[i].candidate];
    tbb::this_task_arena::isolate(
        [&] { outcomes[i] = run(original, evaluator, candidate, tasks[i], context); });
    if (options.on_trial && !outcomes[i].failure) {
      options.on_trial(candidate, tasks[i].point, deciding(outcomes[i].replicate, options.basis));
    }
    stage.finish_part();
  });
  if (stage.cancelled()) return cancelled_error();

  std::vector<std::vector<Point>> points(candidates.size());
  auto next = outcomes.begin();
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const auto count =
        static_cast<std::ptrdiff_t>(replications_of(candidates[c], options.replications));
    for (const auto& setting : candidates[c].settings) {
      points[c].push_back(point_of(
          setting, {std::make_move_iterator(next), std::make_move_iterator(next + count)}));
      next += count;
    }
  }
  return points;
}

Result<Tuning> tune(const Table& original, const std::vector<Candidate>& candidates,
                    const TuneOptions& options, const masking::Context& context) {
  const auto evaluator = Evaluator::prepare(original, options.evaluator);
  if (!evaluator) return evaluator.error();
  auto points = evaluate_candidates(original, *evaluator, candidates, options, context);
  if (!points) return points.error();

  Tuning tuning{original.row_count(), 0, options, {}};
  tuning.columns = static_cast<std::size_t>(std::ranges::count(
      original.columns(), Role::mask, [](const Column& column) { return column.role; }));
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    Tuned tuned{candidates[c], std::move((*points)[c])};
    choose(tuned, options);
    tuning.tuned.push_back(std::move(tuned));
  }
  tuning.best = best_of(tuning.tuned, options.basis);
  return tuning;
}

void choose(Tuned& tuned, const TuneOptions& options) {
  const auto risk = [&](const Point& point) { return risk_of(point, options.basis); };
  const auto overall = [&](const Point& point) { return overall_of(point, options.basis); };
  const auto is_under = [&](const Point& point) { return risk(point) <= options.max_risk; };
  tuned.choice = least(tuned.points, is_under, overall);
  tuned.nearest = least(tuned.points, [](const Point&) { return true; }, risk);
}

Point pooled(std::vector<Point> parts) {
  Point point{std::move(parts.front().options), {}, {}};
  std::set<std::string> notes;
  for (Point& part : parts) {
    if (part.failure) {
      point.replicates.clear();
      point.failure = std::move(part.failure);
      return point;
    }
    notes.insert(part.notes.begin(), part.notes.end());
    std::ranges::move(part.replicates, std::back_inserter(point.replicates));
  }
  set_medians(point);
  point.notes.assign(notes.begin(), notes.end());
  return point;
}

}  // namespace overhand::tuning
