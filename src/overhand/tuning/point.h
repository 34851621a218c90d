// Point: what the trials of one setting gave.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/core/error.h"
#include "overhand/evaluation/evaluation.h"
#include "overhand/masking/method.h"

namespace overhand::tuning {

using evaluation::Measurements;

// Which pairing decides.
enum class Reading {
  by_true_source,  // lineage where a method has one, rows where it keeps them, else sorted
  as_published,    // rows where a method keeps them, else sorted, as in the paper
};

// By which settings are ranked.
enum class Score {
  paper,  // the overall score: risk and loss together
  loss,   // the loss that sees shape (shape_loss): risk is for the ceiling
};
evaluation::MeasureId measure_of(Score score);
std::string name_of(Score score);   // "loss"
std::string label_of(Score score);  // for people: "overall score"

// What one replication of one setting gave, by both readings; the same where there is one only.
struct Replicate {
  Measurements by_true_source;
  Measurements as_published;
  double found = 0;  // the share of records that what goes out as it was gives away, for a release
  bool is_without_sources = false;  // the masking makes records anew
};

struct Point {
  masking::OptionValues options;
  std::vector<Replicate> replicates;
  Replicate median;                   // of each value on its own
  std::optional<Error> failure = {};  // why nothing was measured
  std::vector<std::string> notes = {};
  std::optional<std::string> excluded = {};  // why it is not chosen, though its risk is low enough
  double seconds = 0;                        // of one masking; 0 without a clock
  std::vector<evaluation::BrokenRule> broken = {};  // by its first masking, the most broken first
};

// Those that decide under `reading`.
const Measurements& deciding(const Replicate& replicate, Reading reading);

double dbrl_of(const Point& point, Reading reading);  // DBRL
double score_of(const Point& point, Reading reading, Score score);
double overall_of(const Point& point, Reading reading);  // the paper's score

// Sets the medians of the replicates, of which there is one at least.
void set_medians(Point& point);

// What one setting gave on several tables as one point: all replicates, and the medians over them.
// A failure on one table is the point's.
Point pooled(std::vector<Point> parts);

}  // namespace overhand::tuning
