// Experiments: tables, and every entrant tuned on them, by both readings of the risk.
//
// E. Chaibub Neto (2024), section "Experiments": Census, Tarragona, 30 Gaussian and 30 exponential
// tables of 500 x 10; grids of 30, medians of 30 maskings, a ceiling of 0.2 on DBRL.
#pragma once

#include <string>
#include <vector>

#include "overhand/study/entrants.h"
#include "overhand/tuning/tuner.h"

namespace overhand::study {

struct StudySize {
  int replications = 30;              // maskings of each setting of a single table
  std::size_t grid_points = 30;       // of each method
  std::size_t simulated_tables = 30;  // each masked once per setting
};
constexpr StudySize quick_size = {3, 10, 3};

constexpr double ceiling = 0.2;  // of DBRL

struct Experiment {
  std::string name;           // "census"
  std::string title;          // "Census"
  std::vector<Table> tables;  // one, or many of the same size and columns
  int replications;           // of each setting on each table
  std::size_t grid_points;
};

// The key from which an experiment's tables and maskings take their chance.
random::Key key_of_experiment(const std::string& name, const random::Key& key);

Experiment single_table(std::string name, std::string title, Table table, const StudySize& size);
Experiment gaussian_tables(const StudySize& size, const random::Key& key);
Experiment exponential_tables(const StudySize& size, const random::Key& key);

// Of the settings tried on one table.
struct Choice {
  std::optional<std::size_t> under;   // the best point below the ceiling
  std::optional<std::size_t> safest;  // the point of lowest risk
};

// The paper's rule: the lowest overall score among the points whose DBRL is below `max_risk`.
Choice choose(const std::vector<tuning::Point>& points, tuning::Reading reading, double max_risk);

// What is shown for an entrant: on each table by itself, as in the paper, the best setting below
// the ceiling, else the setting of lowest risk.
struct Chosen {
  std::vector<std::size_t> settings;  // of the entrant's points, one for each table
  std::size_t tables_under;           // tables with a setting below the ceiling
  tuning::Point point;                // all maskings at these settings as one, and their medians

  bool is_under() const { return 2 * tables_under > settings.size(); }  // on most tables
};

// The same points chosen from by both readings.
struct MethodResult {
  Entrant entrant;
  std::vector<tuning::Point> points;   // each setting over all tables
  std::optional<Chosen> as_published;  // none: every setting failed on some table
  std::optional<Chosen> by_true_source;

  const std::optional<Chosen>& chosen(tuning::Reading reading) const {
    return reading == tuning::Reading::as_published ? as_published : by_true_source;
  }
};

// Chooses, by both readings, from the points of each table.
MethodResult method_result(const Entrant& entrant,
                           std::vector<std::vector<tuning::Point>> by_table);

struct ExperimentResult {
  std::string name;
  std::string title;
  std::size_t rows;
  std::size_t columns;
  std::size_t tables;
  int replications;
  std::vector<MethodResult> methods;
};

// The result of that entrant, or null.
const MethodResult* find_method(const ExperimentResult& result, std::string_view name);

// Runs the entrants named in `only`, or all when it is empty. What an entrant gives does not depend
// on which others run. Fails when a table cannot be evaluated or the work is cancelled.
Result<ExperimentResult> run(const Experiment& experiment, const std::vector<std::string>& only,
                             const masking::Context& context);

// The setting that the paper's reading chose, with both fits of the propensity model.
struct GlmRow {
  std::string experiment;
  std::string method;
  evaluation::Measurements damped;
  evaluation::Measurements glm;
  double diverged;  // share of the maskings for which glm gives 1
};

// PS as R's glm gives it, for the settings chosen by the paper's reading on an experiment of one
// table: medians over maskings of their own.
Result<std::vector<GlmRow>> run_glm(const Experiment& experiment, const ExperimentResult& result,
                                    const masking::Context& context);

// `progress` with stages named after what is being done in the study.
Progress named_progress(const Progress& progress, const std::string& stage);

}  // namespace overhand::study
