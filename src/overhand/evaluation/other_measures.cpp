// The measures that are in no score of the paper.
#include "overhand/evaluation/comparison_internal.h"
#include "overhand/evaluation/other_measures_internal.h"

namespace overhand::evaluation {
namespace {

constexpr const char* overhand = "Overhand: docs/guide/measures.md";

}  // namespace

// How columns, and pairs of them, are distributed.
std::vector<Measure> of_distributions() {  // NOLINT(readability-function-size): a list
  return {
      {{.id = MeasureId::pearson_mean,
        .name = "pearson_mean",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "mean difference of Pearson's correlations over the pairs of columns",
        .formula = "mean |r*_ab - r_ab|",
        .needs = Needs::amounts,
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
        .needs = Needs::amounts,
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
        .needs = Needs::order,
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
        .needs = Needs::order,
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
        .needs = Needs::order,
        .scale = "0 the same ... 1 no overlap",
        .reference = "Smirnov (1939), Bull. Moscow University 2"},
       [](const Comparison& tables) { return tables.margins.mean; }},
      {{.id = MeasureId::ks_largest,
        .name = "ks_largest",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "largest Kolmogorov-Smirnov distance between a column's two distributions",
        .formula = "max over j of sup |F*_j - F_j|",
        .needs = Needs::order,
        .scale = "0 the same ... 1 no overlap",
        .reference = "Smirnov (1939), Bull. Moscow University 2"},
       [](const Comparison& tables) { return tables.margins.largest; }},
      {{.id = MeasureId::tv_mean,
        .name = "tv_mean",
        .kind = Kind::loss,
        .is_other = true,
        .summary =
            "mean total variation between the shares of a category's levels, a gap being one",
        .formula = "mean over j of 1/2 sum over levels |share* - share|",
        .needs = Needs::mixture,
        .scale = "0 the same ... 1 no overlap",
        .reference = overhand},
       [](const Comparison& tables) { return tables.levels.mean; }},
      {{.id = MeasureId::tv_largest,
        .name = "tv_largest",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "largest total variation between the shares of a category's levels",
        .formula = "max over j of 1/2 sum over levels |share* - share|",
        .needs = Needs::mixture,
        .scale = "0 the same ... 1 no overlap",
        .reference = overhand},
       [](const Comparison& tables) { return tables.levels.largest; }},
      {{.id = MeasureId::association_mean,
        .name = "association_mean",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "mean difference of associations over the pairs of columns of any type",
        .formula =
            "mean |a*_jk - a_jk|; a Pearson's correlation, the correlation ratio or Cramer's "
            "V by the types of the pair",
        .needs = Needs::mixture,
        .scale = "0 the same ... 2 opposite",
        .range = {0, 2},
        .reference = "Pearson (1905), On the general theory of skew correlation; Cramer (1946), "
                     "Mathematical methods of statistics"},
       [](const Comparison& tables) { return tables.related.mean; }},
      {{.id = MeasureId::association_largest,
        .name = "association_largest",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "largest difference of associations over the pairs of columns of any type",
        .formula = "max |a*_jk - a_jk|",
        .needs = Needs::mixture,
        .scale = "0 the same ... 2 opposite",
        .range = {0, 2},
        .reference = "Pearson (1905), On the general theory of skew correlation; Cramer (1946), "
                     "Mathematical methods of statistics"},
       [](const Comparison& tables) { return tables.related.largest; }},
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
        .summary = "records that cannot be, as far as the original tells: any of those below",
        .formula =
            "share of records with an m_ij outside [min x_j, max x_j], not whole where all x_j "
            "are, of a new level or a new gap, or with a broken rule; rounding forgiven",
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
      {{.id = MeasureId::new_level,
        .name = "new_level",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "records with a level that no original has",
        .formula = "share of records with an m_ij that is none of the levels of x_j",
        .needs = Needs::mixture,
        .scale = "0 none ... 1 all",
        .reference = overhand},
       [](const Comparison& tables) { return tables.implausible.new_level; }},
      {{.id = MeasureId::new_gap,
        .name = "new_gap",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "records with a missing value in a column in which no original misses one",
        .formula = "share of records with a missing m_ij though no x_j is",
        .needs = Needs::mixture,
        .scale = "0 none ... 1 all",
        .reference = overhand},
       [](const Comparison& tables) { return tables.implausible.new_gap; }},
      {{.id = MeasureId::broken_rule,
        .name = "broken_rule",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "records that break a rule: one that was said, or an order of two columns that "
                   "every original record obeys and chance would not",
        .formula = "share of records with m_ij > m_ik though x_ij <= x_ik everywhere, or with a "
                   "broken rule of the schema; gaps break none",
        .scale = "0 none ... 1 all",
        .reference = overhand},
       [](const Comparison& tables) { return tables.implausible.broken_rule; }},
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
        .needs = Needs::order,
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
        .needs = Needs::order,
        .scale = "0 nothing is lost; no upper bound; grows with the number of cells",
        .range = {0, no_bound},
        .reference = "Mateo-Sanz, Sebe and Domingo-Ferrer (2004); sdcMicro's dUtility"},
       [](const Pairs& pairs) { return pairs.values.il1s; }},
  };
}

// What boosted trees make of both tables.
std::vector<Measure> of_trees() {
  return {
      {{.id = MeasureId::c2st,
        .name = "c2st",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "classifier two-sample test: how well boosted trees tell masked from original "
                   "records that they have not seen",
        .formula = "2 max(0, AUC - 1/2); AUC of the predictions for held-out records, three folds",
        .needs = Needs::c2st,
        .scale = "0 not told apart ... 1 always told apart",
        .reference = "Lopez-Paz and Oquab (2017), Revisiting classifier two-sample tests"},
       [](const Comparison& tables) { return tables.c2st ? tables.c2st->value : 0; }},
      {{.id = MeasureId::tstr,
        .name = "tstr",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "train on synthetic, test on real: what trees trained on masked records predict "
                   "of held-out originals, by what trees trained on originals do",
        .formula = "skill* / skill within [0, 1]; skill R^2 of a number, 2 AUC - 1 of a category; "
                   "of the target, or the median over the columns with skill > 0.05",
        .needs = Needs::tstr,
        .scale = "1 as good as the original ... 0 nothing can be learnt",
        .better = Better::higher,
        .reference = "Esteban, Hyland and Ratsch (2017), Real-valued (medical) time series "
                     "generation with recurrent conditional GANs"},
       [](const Comparison& tables) { return tables.tstr ? tables.tstr->ratio.value_or(0) : 0; }},
  };
}

namespace {

// Of a mixed table half of it is the levels, all of it where there are no numbers.
double distribution_loss(const Measurements& m) {
  if (!has(m, MeasureId::tv_mean)) return value_of(m, MeasureId::pil);
  const double levels = value_of(m, MeasureId::tv_mean);
  return has(m, MeasureId::pil) ? (value_of(m, MeasureId::pil) + levels) / 2 : levels;
}

}  // namespace

// What compare and tune rank by.
std::vector<Measure> of_shape() {
  return {
      {{.id = MeasureId::shape_loss,
        .name = "shape_loss",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "loss that sees shape: the mean of ps, pil (of a mixed table: of pil and "
                   "tv_mean), c2st and implausible",
        .formula = "(ps + pil + c2st + implausible) / 4",
        .needs = Needs::c2st,
        .scale = "0 nothing is lost ... 1 all is lost",
        .reference = overhand},
       [](const Measurements& m) {
         return (value_of(m, MeasureId::ps) + distribution_loss(m) + value_of(m, MeasureId::c2st) +
                 value_of(m, MeasureId::implausible)) /
                4;
       }},
  };
}

// What analysts would compute.
std::vector<Measure> of_analyses() {
  return {
      {{.id = MeasureId::overlap_mean,
        .name = "overlap_mean",
        .kind = Kind::loss,
        .is_other = true,
        .summary = "mean overlap of the 95 % intervals of the coefficients of the analyses: those "
                   "asked for, or each column on the others",
        .formula = "mean over analyses of the mean over coefficients of 1/2 (o/(u - l) + "
                   "o/(u* - l*)), o what both intervals share",
        .needs = Needs::analyses,
        .scale = "1 the same conclusions ... 0 intervals apart",
        .better = Better::higher,
        .reference = "Karr, Kohnen, Oganian, Reiter and Sanil (2006), A framework for evaluating "
                     "the utility of data altered to protect confidentiality"},
       [](const std::vector<utility::Analysis>& analyses) {
         double sum = 0;
         for (const auto& analysis : analyses) sum += mean_overlap(analysis);
         return sum / static_cast<double>(analyses.size());
       }},
  };
}

}  // namespace overhand::evaluation
