#include "overhand/evaluation/measures.h"

#include <array>
#include <cassert>

#include "overhand/evaluation/comparison_internal.h"
#include "overhand/evaluation/other_measures_internal.h"
#include "overhand/risk/rid.h"

namespace overhand::evaluation {
namespace {

constexpr const char* sjppds_paper =
    "Chaibub Neto (2024), Statistical disclosure control for numeric microdata via sequential "
    "joint probability preserving data shuffling";
constexpr const char* zero_to_one = "0 nothing is lost ... 1 all is lost";
constexpr const char* zero_to_any = "0 nothing is lost; no upper bound; in the data's own units";

// The intruder's chances.
std::vector<Measure> of_risk() {  // NOLINT(readability-function-size): a list
  return {
      {{.id = MeasureId::dbrl,
        .name = "dbrl",
        .kind = Kind::risk,
        .summary = "distance-based record linkage: masked records whose own original record is "
                   "among the nearest ones",
        .formula = "mean over i of [ d(m_i, x_i) = min over l of d(m_i, x_l) ]; d Euclidean, each "
                   "table standardised by its own mean and sd",
        .scale = "0 no record is linked ... 1 every record is linked",
        .reference = "Domingo-Ferrer and Torra (2001), A quantitative comparison of disclosure "
                     "control methods for microdata",
        .is_in_score = true,
        .is_share_of_searched = true},
       [](const Pairs& pairs) { return risk::dbrl(pairs.tables.linked(), pairs.partners); }},
      {{.id = MeasureId::rid,
        .name = "rid",
        .kind = Kind::risk,
        .summary = "rank interval disclosure: original values that lie, in every column, within a "
                   "few ranks of the masked ones",
        .formula =
            "mean over q = 1..10 % of the share of records with |rank(x_ij) - rank(m_ij)| <= "
            "n q for all j; average ranks",
        .needs = Needs::order,
        .scale = "0 no value can be placed ... 1 every record can be placed",
        .reference = "Mateo-Sanz, Sebe and Domingo-Ferrer (2004), Outlier protection in continuous "
                     "microdata masking",
        .is_in_score = true},
       [](const Pairs& pairs) {
         return risk::rid(pairs.tables.original.profile, pairs.tables.masked, pairs.partners);
       }},
      {{.id = MeasureId::sdid,
        .name = "sdid",
        .kind = Kind::risk,
        .summary = "standard deviation interval disclosure: original values that lie, in every "
                   "column, within a small part of a standard deviation of the masked ones",
        .formula =
            "mean over k = 1..10 % of the share of records with m_ij - k s_j <= x_ij <= m_ij "
            "+ k s_j for all j; s_j sd of the masked column",
        .needs = Needs::order,
        .scale = "0 no value can be placed ... 1 every record can be placed",
        .reference = "Mateo-Sanz, Sebe and Domingo-Ferrer (2004), Outlier protection in continuous "
                     "microdata masking",
        .is_in_score = true},
       [](const Pairs& pairs) { return pairs.intervals.sdid; }},
  };
}

// What analysts lose.
std::vector<Measure> of_loss() {  // NOLINT(readability-function-size): a list
  return {
      {{.id = MeasureId::ps,
        .name = "ps",
        .kind = Kind::loss,
        .summary = "propensity score: how well a logistic regression tells masked from original "
                   "records (times 4)",
        .formula = "4/(2n) sum (p_i - 1/2)^2; p_i fitted on columns, squares and pairwise products "
                   "of the stacked, standardised tables by damped Newton",
        .scale = "0 indistinguishable ... 1 always told apart",
        .reference = "Woo, Reiter, Oganian and Karr (2009), Global measures of data utility for "
                     "microdata masked for disclosure limitation",
        .is_in_score = true},
       [](const Comparison& tables) { return tables.ps.ps; }},
      {{.id = MeasureId::pil,
        .name = "pil",
        .kind = Kind::loss,
        .summary = "probabilistic information loss: how far means, variances, covariances, "
                   "correlations and quantiles moved, against chance",
        .formula = "mean over the five groups of the mean of 2 (Phi(|t* - t| / sqrt(Var t)) - 1/2)",
        .needs = Needs::amounts,
        .scale = zero_to_one,
        .reference = "Mateo-Sanz, Domingo-Ferrer and Sebe (2005), Probabilistic information loss "
                     "measures in confidentiality protection of continuous microdata",
        .is_in_score = true},
       [](const Comparison& tables) {
         return tables.original.pil.loss(tables.masked, tables.associations).pil;
       }},
      {{.id = MeasureId::mae,
        .name = "mae",
        .kind = Kind::loss,
        .summary = "mean absolute error of the values; the column of the largest unit decides",
        .formula = "mean |x_ij - m_ij|",
        .needs = Needs::order,
        .scale = zero_to_any,
        .range = {0, no_bound},
        .reference = sjppds_paper},
       [](const Pairs& pairs) { return pairs.values.mae; }},
      {{.id = MeasureId::mse,
        .name = "mse",
        .kind = Kind::loss,
        .summary = "mean squared error of the values; the column of the largest unit decides",
        .formula = "mean (x_ij - m_ij)^2",
        .needs = Needs::order,
        .scale = zero_to_any,
        .range = {0, no_bound},
        .reference = sjppds_paper},
       [](const Pairs& pairs) { return pairs.values.mse; }},
      {{.id = MeasureId::brmae,
        .name = "brmae",
        .kind = Kind::loss,
        .summary = "bounded rank error, absolute: how far ranks moved, by the farthest possible",
        .formula = "sum |rank(x_ij) - rank(m_ij)| / (p floor(n^2/2)); random ties",
        .needs = Needs::order,
        .scale = zero_to_one,
        .reference = sjppds_paper,
        .is_in_score = true},
       [](const Pairs& pairs) { return pairs.ranks.brmae; }},
      {{.id = MeasureId::brmse,
        .name = "brmse",
        .kind = Kind::loss,
        .summary = "bounded rank error, squared: how far ranks moved, by the farthest possible",
        .formula = "sum (rank(x_ij) - rank(m_ij))^2 / (p (n^3 - n)/3); random ties",
        .needs = Needs::order,
        .scale = zero_to_one,
        .reference = sjppds_paper,
        .is_in_score = true},
       [](const Pairs& pairs) { return pairs.ranks.brmse; }},
  };
}

double risk_score(const Measurements& m) {
  const double dbrl = value_of(m, MeasureId::dbrl);
  if (!has(m, MeasureId::rid)) return dbrl;
  return (dbrl + value_of(m, MeasureId::rid) + value_of(m, MeasureId::sdid)) / 3;
}

// With the paper's weights among those that are there.
double loss_score(const Measurements& m) {
  const double ps = value_of(m, MeasureId::ps);
  if (!has(m, MeasureId::brmae)) return ps;
  const double ranks = value_of(m, MeasureId::brmae) + value_of(m, MeasureId::brmse);
  if (!has(m, MeasureId::pil)) return ps / 2 + ranks / 4;
  return (ps + value_of(m, MeasureId::pil)) / 3 + ranks / 6;
}

// The paper's scores: risk and loss in [0, 1], and their mean.
std::vector<Measure> scores() {
  return {
      {{.id = MeasureId::risk_score,
        .name = "risk",
        .kind = Kind::score,
        .summary = "risk score: the mean of the three measures of risk",
        .formula = "(dbrl + rid + sdid) / 3",
        .scale = "0 safe ... 1 unsafe",
        .reference = sjppds_paper},
       [](const Measurements& m) { return risk_score(m); }},
      {{.id = MeasureId::loss_score,
        .name = "loss",
        .kind = Kind::score,
        .summary = "loss score: the propensity score and probabilistic loss, a third each, and the "
                   "rank errors, a sixth each",
        .formula = "(ps + pil) / 3 + (brmae + brmse) / 6",
        .scale = zero_to_one,
        .reference = sjppds_paper},
       [](const Measurements& m) { return loss_score(m); }},
      {{.id = MeasureId::overall_score,
        .name = "overall",
        .kind = Kind::score,
        .summary = "overall score: the mean of the risk score and the loss score",
        .formula = "(risk + loss) / 2",
        .scale = "0 best ... 1 worst; a table as it was has 0.5",
        .reference = sjppds_paper},
       [](const Measurements& m) {
         return (value_of(m, MeasureId::risk_score) + value_of(m, MeasureId::loss_score)) / 2;
       }},
  };
}

std::vector<Measure> catalogue() {
  std::vector<Measure> all;
  for (const auto& part : {of_risk(), of_loss(), scores(), of_distributions(), of_plausibility(),
                           of_sdcmicro(), of_weights(), of_trees(), of_shape(), of_analyses()}) {
    for (const Measure& measure : part) {
      assert(static_cast<std::size_t>(measure.id) == all.size());
      all.push_back(measure);
    }
  }
  return all;
}

}  // namespace

std::string name_of(Kind kind) {
  constexpr std::array names = {"risk", "loss", "score"};
  return names[static_cast<std::size_t>(kind)];
}

const std::vector<Measure>& measures() {
  static const std::vector<Measure> all = catalogue();
  return all;
}

const Measure& measure_of(MeasureId id) { return measures()[static_cast<std::size_t>(id)]; }

const std::string& name_of(MeasureId id) { return measure_of(id).name; }

}  // namespace overhand::evaluation
