#include "overhand/utility/measures.h"

namespace overhand::utility {
namespace {

using statistics::Measure;

constexpr const char* sjppds_paper =
    "Chaibub Neto (2024), Statistical disclosure control for numeric microdata via sequential "
    "joint probability preserving data shuffling";
constexpr const char* overhand = "Overhand: docs/guide/measures.md";
constexpr const char* zero_to_one = "0 nothing is lost ... 1 all is lost";
constexpr const char* zero_to_any = "0 nothing is lost; no upper bound; in the data's own units";

std::vector<Measure> in_the_score() {
  return {
      {.name = "ps",
       .summary = "propensity score: how well a logistic regression tells masked from original "
                  "records (times 4)",
       .formula = "4/(2n) sum (p_i - 1/2)^2; p_i fitted on columns, squares and pairwise products "
                  "of the stacked, standardised tables by damped Newton",
       .scale = "0 indistinguishable ... 1 always told apart",
       .reference = "Woo, Reiter, Oganian and Karr (2009), Global measures of data utility for "
                    "microdata masked for disclosure limitation",
       .is_in_score = true},
      {.name = "pil",
       .summary = "probabilistic information loss: how far means, variances, covariances, "
                  "correlations and quantiles moved, against chance",
       .formula = "mean over the five groups of the mean of 2 (Phi(|t* - t| / sqrt(Var t)) - 1/2)",
       .scale = zero_to_one,
       .reference = "Mateo-Sanz, Domingo-Ferrer and Sebe (2005), Probabilistic information loss "
                    "measures in confidentiality protection of continuous microdata",
       .is_in_score = true},
      {.name = "brmae",
       .summary = "bounded rank error, absolute: how far ranks moved, by the farthest possible",
       .formula = "sum |rank(x_ij) - rank(m_ij)| / (p floor(n^2/2)); random ties",
       .scale = zero_to_one,
       .reference = sjppds_paper,
       .needs_pairing = true,
       .is_in_score = true},
      {.name = "brmse",
       .summary = "bounded rank error, squared: how far ranks moved, by the farthest possible",
       .formula = "sum (rank(x_ij) - rank(m_ij))^2 / (p (n^3 - n)/3); random ties",
       .scale = zero_to_one,
       .reference = sjppds_paper,
       .needs_pairing = true,
       .is_in_score = true},
      {.name = "mae",
       .summary = "mean absolute error of the values; the column of the largest unit decides",
       .formula = "mean |x_ij - m_ij|",
       .scale = zero_to_any,
       .reference = sjppds_paper,
       .needs_pairing = true},
      {.name = "mse",
       .summary = "mean squared error of the values; the column of the largest unit decides",
       .formula = "mean (x_ij - m_ij)^2",
       .scale = zero_to_any,
       .reference = sjppds_paper,
       .needs_pairing = true},
  };
}

std::vector<Measure> beside_the_score() {
  return {
      {.name = "pearson_mean",
       .summary = "mean difference of Pearson's correlations over the pairs of columns",
       .formula = "mean |r*_ab - r_ab|",
       .scale = "0 the same ... 2 opposite",
       .reference = "Pearson (1895), Proc. Royal Society 58"},
      {.name = "pearson_largest",
       .summary = "largest difference of Pearson's correlations over the pairs of columns",
       .formula = "max |r*_ab - r_ab|",
       .scale = "0 the same ... 2 opposite",
       .reference = "Pearson (1895), Proc. Royal Society 58"},
      {.name = "spearman_mean",
       .summary = "mean difference of Spearman's rank correlations over the pairs of columns",
       .formula = "mean |rho*_ab - rho_ab|; average ranks",
       .scale = "0 the same ... 2 opposite",
       .reference = "Spearman (1904), American J. Psychology 15"},
      {.name = "spearman_largest",
       .summary = "largest difference of Spearman's rank correlations over the pairs of columns",
       .formula = "max |rho*_ab - rho_ab|; average ranks",
       .scale = "0 the same ... 2 opposite",
       .reference = "Spearman (1904), American J. Psychology 15"},
      {.name = "ks_mean",
       .summary = "mean Kolmogorov-Smirnov distance between a column's two distributions",
       .formula = "mean over j of sup |F*_j - F_j|",
       .scale = "0 the same ... 1 no overlap",
       .reference = "Smirnov (1939), Bull. Moscow University 2"},
      {.name = "ks_largest",
       .summary = "largest Kolmogorov-Smirnov distance between a column's two distributions",
       .formula = "max over j of sup |F*_j - F_j|",
       .scale = "0 the same ... 1 no overlap",
       .reference = "Smirnov (1939), Bull. Moscow University 2"},
      {.name = "pmse_ratio",
       .summary = "the propensity score's mean squared deviation by what chance alone would give",
       .formula = "(mean (p_i - c)^2) / ((k - 1) (1 - c)^2 c / N), k coefficients, N stacked "
                  "records, c the share of masked ones",
       .scale = "about 1 as good as a fresh sample; above 10 a poor copy; 0 no change at all",
       .reference = "Snoke, Raab, Nowok, Dibben and Slavkovic (2018), General and specific utility "
                    "measures for synthetic data"},
      {.name = "il1s",
       .summary = "sdcMicro's IL1s: the sum over all cells of the error in standard deviations",
       .formula = "sum |x_ij - m_ij| / (sqrt(2) s_j); s_j sd of the original column",
       .scale = "0 nothing is lost; no upper bound; grows with the number of cells",
       .reference = "Mateo-Sanz, Sebe and Domingo-Ferrer (2004); sdcMicro's dUtility",
       .needs_pairing = true},
  };
}

std::vector<Measure> of_plausibility() {
  return {
      {.name = "implausible",
       .summary = "records with a value that its column cannot have: any of the three below",
       .formula = "share of records with an m_ij outside [min x_j, max x_j] or, where all x_j are "
                  "whole, not whole; rounding forgiven",
       .scale = "0 every record could be an original one ... 1 none could",
       .reference = overhand},
      {.name = "beyond_range",
       .summary = "records with a value outside the range of its original column",
       .formula = "share of records with an m_ij outside [min x_j, max x_j]",
       .scale = "0 none ... 1 all",
       .reference = overhand},
      {.name = "wrong_sign",
       .summary = "records with a negative value where no original is, or a positive one",
       .formula = "share of records with an m_ij < 0 <= min x_j or an m_ij > 0 >= max x_j",
       .scale = "0 none ... 1 all",
       .reference = overhand},
      {.name = "not_whole",
       .summary = "records with a fraction in a column of whole numbers",
       .formula = "share of records with an m_ij that is not whole though all x_j are",
       .scale = "0 none ... 1 all",
       .reference = overhand},
  };
}

}  // namespace

const std::vector<Measure>& measures() {
  static const std::vector<Measure> list = [] {
    std::vector<Measure> all = in_the_score();
    for (auto& more : {of_plausibility(), beside_the_score()}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }();
  return list;
}

}  // namespace overhand::utility
