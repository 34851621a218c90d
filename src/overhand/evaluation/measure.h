// Measure: one entry of the catalogue, with what a person should know of it and the function that
// computes it, so that results, reports and faces can name and show it without knowing it.
#pragma once

#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace overhand::utility {
struct Analysis;
}

namespace overhand::evaluation {

// In the order of the catalogue, which is the order in results.
enum class MeasureId {
  dbrl,
  rid,
  sdid,
  ps,
  pil,
  mae,
  mse,
  brmae,
  brmse,
  risk_score,
  loss_score,
  overall_score,
  pearson_mean,
  pearson_largest,
  spearman_mean,
  spearman_largest,
  ks_mean,
  ks_largest,
  tv_mean,
  tv_largest,
  association_mean,
  association_largest,
  pmse_ratio,
  implausible,
  beyond_range,
  wrong_sign,
  not_whole,
  new_level,
  new_gap,
  broken_rule,
  drisk,
  il1s,
  weighted_total_mean,
  weighted_total_largest,
  weighted_mean_mean,
  weighted_mean_largest,
  weighted_quantile_mean,
  weighted_quantile_largest,
  c2st,
  tstr,
  shape_loss,
  overlap_mean,
};

// What a measure tells of.
enum class Kind { risk, loss, score };

// Where it stands in results: the paper's measures by their kind, and the others.
enum class Group { risk, loss, score, other };

// Which columns there must be for it to mean anything.
enum class Needs {
  nothing,
  order,     // numbers, dates or ordered categories
  amounts,   // numbers or dates
  mixture,   // categories or gaps
  weights,   // that were said
  analyses,  // that were asked for
  c2st,      // that trees were asked for
  tstr,      // the same, and a column that can be predicted from the others
};

enum class Better { lower, higher };

struct Range {
  double low = 0;
  double high = 1;
};
constexpr double no_bound = std::numeric_limits<double>::infinity();

struct MeasureFacts {
  MeasureId id;
  std::string name;  // in results, on the command line and in every binding
  Kind kind;
  bool is_other = false;  // in no score of the paper, and not among the measures that it lists
  std::string summary;
  std::string formula;
  Needs needs = Needs::nothing;  // else it is not among the results
  std::string scale;             // for people
  Range range = {};
  Better better = Better::lower;
  std::string reference;
  bool is_in_score = false;           // of the paper's overall score
  bool is_share_of_searched = false;  // of the records that were linked: all, or a sample

  Group group() const { return is_other ? Group::other : static_cast<Group>(kind); }
};

struct Comparison;    // the original and a masked table
struct Pairs;         // the same, with a partner for each masked record
struct Measurements;  // what was measured before

using OfTables = double (*)(const Comparison&);
using OfPairs = double (*)(const Pairs&);
using OfMeasurements = double (*)(const Measurements&);
using OfAnalyses = double (*)(const std::vector<utility::Analysis>&);

struct Measure : MeasureFacts {
  std::variant<OfTables, OfPairs, OfMeasurements, OfAnalyses> compute;

  // It depends on how records are paired, and is not there without a pairing.
  bool needs_pairing() const {
    return std::holds_alternative<OfPairs>(compute) ||
           std::holds_alternative<OfMeasurements>(compute);
  }
};

std::string name_of(Kind kind);  // "risk"

}  // namespace overhand::evaluation
