#include "overhand/evaluation/measures.h"

#include <array>
#include <cassert>

#include "overhand/evaluation/comparison_internal.h"
#include "overhand/risk/rid.h"

namespace overhand::evaluation {
namespace {

constexpr const char* sjppds_paper =
    "Chaibub Neto (2024), Statistical disclosure control for numeric microdata via sequential "
    "joint probability preserving data shuffling";
constexpr const char* overhand = "Overhand: docs/guide/measures.md";
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
        .scale = zero_to_any,
        .range = {0, no_bound},
        .reference = sjppds_paper},
       [](const Pairs& pairs) { return pairs.values.mae; }},
      {{.id = MeasureId::mse,
        .name = "mse",
        .kind = Kind::loss,
        .summary = "mean squared error of the values; the column of the largest unit decides",
        .formula = "mean (x_ij - m_ij)^2",
        .scale = zero_to_any,
        .range = {0, no_bound},
        .reference = sjppds_paper},
       [](const Pairs& pairs) { return pairs.values.mse; }},
      {{.id = MeasureId::brmae,
        .name = "brmae",
        .kind = Kind::loss,
        .summary = "bounded rank error, absolute: how far ranks moved, by the farthest possible",
        .formula = "sum |rank(x_ij) - rank(m_ij)| / (p floor(n^2/2)); random ties",
        .scale = zero_to_one,
        .reference = sjppds_paper,
        .is_in_score = true},
       [](const Pairs& pairs) { return pairs.ranks.brmae; }},
      {{.id = MeasureId::brmse,
        .name = "brmse",
        .kind = Kind::loss,
        .summary = "bounded rank error, squared: how far ranks moved, by the farthest possible",
        .formula = "sum (rank(x_ij) - rank(m_ij))^2 / (p (n^3 - n)/3); random ties",
        .scale = zero_to_one,
        .reference = sjppds_paper,
        .is_in_score = true},
       [](const Pairs& pairs) { return pairs.ranks.brmse; }},
  };
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
       [](const Measurements& m) {
         return (value_of(m, MeasureId::dbrl) + value_of(m, MeasureId::rid) +
                 value_of(m, MeasureId::sdid)) /
                3;
       }},
      {{.id = MeasureId::loss_score,
        .name = "loss",
        .kind = Kind::score,
        .summary = "loss score: the propensity score and probabilistic loss, a third each, and the "
                   "rank errors, a sixth each",
        .formula = "(ps + pil) / 3 + (brmae + brmse) / 6",
        .scale = zero_to_one,
        .reference = sjppds_paper},
       [](const Measurements& m) {
         return (value_of(m, MeasureId::ps) + value_of(m, MeasureId::pil)) / 3 +
                (value_of(m, MeasureId::brmae) + value_of(m, MeasureId::brmse)) / 6;
       }},
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

// How columns, and pairs of them, are distributed.
std::vector<Measure> of_distributions() {  // NOLINT(readability-function-size): a list
  return {
      {{.id = MeasureId::pearson_mean,
        .name = "pearson_mean",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "mean difference of Pearson's correlations over the pairs of columns",
        .formula = "mean |r*_ab - r_ab|",
        .scale = "0 the same ... 2 opposite",
        .range = {0, 2},
        .reference = "Pearson (1895), Proc. Royal Society 58"},
       [](const Comparison& tables) { return tables.pearson.mean; }},
      {{.id = MeasureId::pearson_largest,
        .name = "pearson_largest",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "largest difference of Pearson's correlations over the pairs of columns",
        .formula = "max |r*_ab - r_ab|",
        .scale = "0 the same ... 2 opposite",
        .range = {0, 2},
        .reference = "Pearson (1895), Proc. Royal Society 58"},
       [](const Comparison& tables) { return tables.pearson.largest; }},
      {{.id = MeasureId::spearman_mean,
        .name = "spearman_mean",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "mean difference of Spearman's rank correlations over the pairs of columns",
        .formula = "mean |rho*_ab - rho_ab|; average ranks",
        .scale = "0 the same ... 2 opposite",
        .range = {0, 2},
        .reference = "Spearman (1904), American J. Psychology 15"},
       [](const Comparison& tables) { return tables.spearman.mean; }},
      {{.id = MeasureId::spearman_largest,
        .name = "spearman_largest",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "largest difference of Spearman's rank correlations over the pairs of columns",
        .formula = "max |rho*_ab - rho_ab|; average ranks",
        .scale = "0 the same ... 2 opposite",
        .range = {0, 2},
        .reference = "Spearman (1904), American J. Psychology 15"},
       [](const Comparison& tables) { return tables.spearman.largest; }},
      {{.id = MeasureId::ks_mean,
        .name = "ks_mean",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "mean Kolmogorov-Smirnov distance between a column's two distributions",
        .formula = "mean over j of sup |F*_j - F_j|",
        .scale = "0 the same ... 1 no overlap",
        .reference = "Smirnov (1939), Bull. Moscow University 2"},
       [](const Comparison& tables) { return tables.margins.mean; }},
      {{.id = MeasureId::ks_largest,
        .name = "ks_largest",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "largest Kolmogorov-Smirnov distance between a column's two distributions",
        .formula = "max over j of sup |F*_j - F_j|",
        .scale = "0 the same ... 1 no overlap",
        .reference = "Smirnov (1939), Bull. Moscow University 2"},
       [](const Comparison& tables) { return tables.margins.largest; }},
      {{.id = MeasureId::pmse_ratio,
        .name = "pmse_ratio",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "the propensity score's mean squared deviation by what chance alone would give",
        .formula = "(mean (p_i - c)^2) / ((k - 1) (1 - c)^2 c / N), k coefficients, N stacked "
                   "records, c the share of masked ones",
        .scale = "about 1 as good as a fresh sample; above 10 a poor copy; 0 no change at all",
        .range = {0, no_bound},
        .reference =
            "Snoke, Raab, Nowok, Dibben and Slavkovic (2018), General and specific utility "
            "measures for synthetic data"},
       [](const Comparison& tables) { return tables.ps.pmse_ratio; }},
  };
}

// What a column cannot have.
std::vector<Measure> of_plausibility() {  // NOLINT(readability-function-size): a list
  return {
      {{.id = MeasureId::implausible,
        .name = "implausible",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "records with a value that its column cannot have: any of the three below",
        .formula = "share of records with an m_ij outside [min x_j, max x_j] or, where all x_j are "
                   "whole, not whole; rounding forgiven",
        .scale = "0 every record could be an original one ... 1 none could",
        .reference = overhand},
       [](const Comparison& tables) { return tables.implausible.records; }},
      {{.id = MeasureId::beyond_range,
        .name = "beyond_range",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "records with a value outside the range of its original column",
        .formula = "share of records with an m_ij outside [min x_j, max x_j]",
        .scale = "0 none ... 1 all",
        .reference = overhand},
       [](const Comparison& tables) { return tables.implausible.beyond_range; }},
      {{.id = MeasureId::wrong_sign,
        .name = "wrong_sign",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "records with a negative value where no original is, or a positive one",
        .formula = "share of records with an m_ij < 0 <= min x_j or an m_ij > 0 >= max x_j",
        .scale = "0 none ... 1 all",
        .reference = overhand},
       [](const Comparison& tables) { return tables.implausible.wrong_sign; }},
      {{.id = MeasureId::not_whole,
        .name = "not_whole",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "records with a fraction in a column of whole numbers",
        .formula = "share of records with an m_ij that is not whole though all x_j are",
        .scale = "0 none ... 1 all",
        .reference = overhand},
       [](const Comparison& tables) { return tables.implausible.not_whole; }},
  };
}

// As sdcMicro measures.
std::vector<Measure> of_sdcmicro() {  // NOLINT(readability-function-size): a list
  return {
      {{.id = MeasureId::drisk,
        .name = "drisk",
        .kind = Kind::risk,
        .is_other = true,
        .summary = "sdcMicro's dRisk: sdid at k = 5 % alone",
        .formula = "share of records with m_ij - 0.05 s_j <= x_ij <= m_ij + 0.05 s_j for all j",
        .scale = "0 safe ... 1 unsafe",
        .reference = "Templ, Kowarik and Meindl (2015), Statistical disclosure control for "
                     "micro-data using the R package sdcMicro"},
       [](const Pairs& pairs) { return pairs.intervals.drisk; }},
      {{.id = MeasureId::il1s,
        .name = "il1s",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "sdcMicro's IL1s: the sum over all cells of the error in standard deviations",
        .formula = "sum |x_ij - m_ij| / (sqrt(2) s_j); s_j sd of the original column",
        .scale = "0 nothing is lost; no upper bound; grows with the number of cells",
        .range = {0, no_bound},
        .reference = "Mateo-Sanz, Sebe and Domingo-Ferrer (2004); sdcMicro's dUtility"},
       [](const Pairs& pairs) { return pairs.values.il1s; }},
  };
}

std::vector<Measure> catalogue() {
  std::vector<Measure> all;
  for (const auto& part :
       {of_risk(), of_loss(), scores(), of_distributions(), of_plausibility(), of_sdcmicro()}) {
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
