#include "overhand/study/experiments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "overhand/simulation/paper.h"
#include "overhand/tuning/choice.h"

namespace overhand::study {
namespace {

using evaluation::Evaluator;
using evaluation::MeasureId;
using tuning::Candidate;
using tuning::Point;
using tuning::Reading;

std::uint32_t number(std::size_t index) { return static_cast<std::uint32_t>(index); }

template <class Simulate>
Experiment simulated(std::string name, std::string title, const StudySize& size,
                     const random::Key& key, const Simulate& simulate) {
  Experiment experiment{std::move(name), std::move(title), {}, 1, size.grid_points};
  const random::Key own = key_of_experiment(experiment.name, key);
  for (std::size_t t = 0; t < size.simulated_tables; ++t) {
    experiment.tables.push_back(
        simulate(simulation::PaperOptions{},
                 random::derived_key(own, {random::Purpose::dataset, 0, number(t) + 1})));
  }
  return experiment;
}

Result<std::vector<Evaluator>> prepared(const Experiment& experiment,
                                        const evaluation::EvaluatorOptions& options) {
  std::vector<Evaluator> evaluators;
  for (const Table& table : experiment.tables) {
    auto evaluator = Evaluator::prepare(table, options);
    if (!evaluator) return evaluator.error();
    evaluators.push_back(*std::move(evaluator));
  }
  return evaluators;
}

using PointsByTable = std::vector<std::vector<Point>>;

// The point of each table at the setting that `settings` names for it, all as one.
Point pooled_at(const PointsByTable& by_table, const std::vector<std::size_t>& settings) {
  std::vector<Point> parts;
  for (std::size_t t = 0; t < by_table.size(); ++t) parts.push_back(by_table[t][settings[t]]);
  return parts.size() == 1 ? std::move(parts.front()) : tuning::pooled(std::move(parts));
}

std::optional<Chosen> chosen_by(Reading reading, const PointsByTable& by_table) {
  Chosen chosen{{}, 0, {}};
  for (const auto& points : by_table) {
    const Choice choice = choose(points, reading, ceiling);
    if (!choice.safest) return std::nullopt;
    chosen.settings.push_back(choice.under.value_or(*choice.safest));
    if (choice.under) ++chosen.tables_under;
  }
  chosen.point = pooled_at(by_table, chosen.settings);
  return chosen;
}

// `part` keeps the chance of the entrants apart.
Result<PointsByTable> evaluated(const Experiment& experiment,
                                const std::vector<Evaluator>& evaluators,
                                const Candidate& candidate, std::uint32_t part,
                                const masking::Context& context) {
  const random::Key own = key_of_experiment(experiment.name, context.key);
  PointsByTable by_table;
  for (std::size_t t = 0; t < experiment.tables.size(); ++t) {
    const random::Key key = random::derived_key(own, {random::Purpose::entrant, part, number(t)});
    const Progress progress =
        named_progress(context.progress, fmt::format("{}, {}", experiment.title, candidate.name));
    auto points =
        tuning::evaluate_candidates(experiment.tables[t], evaluators[t], {candidate},
                                    {.replications = experiment.replications}, {key, progress});
    if (!points) return points.error();
    by_table.push_back(std::move(points->front()));
  }
  return by_table;
}

bool is_wanted(const Entrant& entrant, const std::vector<std::string>& only) {
  return only.empty() || std::ranges::find(only, entrant.name) != only.end();
}

double diverged_share(const Point& point) {
  constexpr double one = 0.9999;
  const auto diverged = std::ranges::count_if(point.replicates, [](const auto& replicate) {
    return value_of(replicate.as_published, MeasureId::ps) > one;
  });
  return static_cast<double>(diverged) / static_cast<double>(point.replicates.size());
}

}  // namespace

random::Key key_of_experiment(const std::string& name, const random::Key& key) {
  constexpr std::array names = {"census", "tarragona", "gaussian", "exponential"};
  const auto found = std::ranges::find(names, name);
  return random::derived_key(key, {random::Purpose::dataset, number(found - names.begin()) + 1});
}

Progress named_progress(const Progress& progress, const std::string& stage) {
  return Progress([&progress, stage](const std::string&, std::size_t done,
                                     std::size_t total) { progress.report(stage, done, total); },
                  [&progress] { return progress.cancelled(); });
}

Experiment single_table(std::string name, std::string title, Table table, const StudySize& size) {
  Experiment experiment{std::move(name), std::move(title), {}, size.replications, size.grid_points};
  experiment.tables.push_back(std::move(table));
  return experiment;
}

Experiment gaussian_tables(const StudySize& size, const random::Key& key) {
  return simulated("gaussian", "Gaussian", size, key, simulation::gaussian);
}

Experiment exponential_tables(const StudySize& size, const random::Key& key) {
  return simulated("exponential", "Exponential", size, key, simulation::exponential);
}

const MethodResult* find_method(const ExperimentResult& result, std::string_view name) {
  const auto found =
      std::ranges::find(result.methods, name, [](const MethodResult& m) { return m.entrant.name; });
  return found == result.methods.end() ? nullptr : &*found;
}

Choice choose(const std::vector<Point>& points, Reading reading, double max_risk) {
  Choice choice;
  const auto keep_less = [&](std::optional<std::size_t>& best, std::size_t i, const auto& of) {
    if (!best || of(points[i], reading) < of(points[*best], reading)) best = i;
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].failure) continue;
    keep_less(choice.safest, i, tuning::dbrl_of);
    if (dbrl_of(points[i], reading) < max_risk) keep_less(choice.under, i, tuning::overall_of);
  }
  return choice;
}

MethodResult method_result(const Entrant& entrant, PointsByTable by_table) {
  MethodResult method{entrant,
                      {},
                      chosen_by(Reading::as_published, by_table),
                      chosen_by(Reading::by_true_source, by_table)};
  for (std::size_t p = 0; p < by_table.front().size(); ++p) {
    method.points.push_back(pooled_at(by_table, std::vector<std::size_t>(by_table.size(), p)));
  }
  return method;
}

Result<ExperimentResult> run(const Experiment& experiment, const std::vector<std::string>& only,
                             const masking::Context& context) {
  const auto evaluators = prepared(experiment, {});
  if (!evaluators) return evaluators.error();
  const Table& first = experiment.tables.front();
  ExperimentResult result{experiment.name,
                          experiment.title,
                          first.row_count(),
                          first.column_count(),
                          experiment.tables.size(),
                          experiment.replications,
                          {}};
  const random::Key orders = key_of_experiment(experiment.name, context.key);
  for (std::size_t e = 0; e < entrants().size(); ++e) {
    const Entrant& entrant = entrants()[e];
    if (!is_wanted(entrant, only)) continue;
    const Candidate candidate = candidate_of(entrant, first, orders, {experiment.grid_points});
    auto by_table = evaluated(experiment, *evaluators, candidate, number(e), context);
    if (!by_table) return by_table.error();
    result.methods.push_back(method_result(entrant, *std::move(by_table)));
  }
  return result;
}

Result<std::vector<GlmRow>> run_glm(const Experiment& experiment, const ExperimentResult& result,
                                    const masking::Context& context) {
  const auto evaluators = prepared(experiment, {.ps = utility::PsFit::glm});
  if (!evaluators) return evaluators.error();
  std::vector<GlmRow> rows;
  for (const MethodResult& method : result.methods) {
    if (!method.as_published || method.entrant.family == Family::variant) continue;
    const Point& damped = method.as_published->point;
    const Candidate candidate{"PS by glm", method.entrant.method, {damped.options}};
    const auto part = number(entrants().size() + rows.size());
    const auto by_table = evaluated(experiment, *evaluators, candidate, part, context);
    if (!by_table) return by_table.error();
    const Point& glm = by_table->front().front();
    if (glm.failure) continue;
    rows.push_back({experiment.name, method.entrant.name, damped.median.as_published,
                    glm.median.as_published, diverged_share(glm)});
  }
  return rows;
}

}  // namespace overhand::study
