#include "overhand/risk/measures.h"

namespace overhand::risk {

const std::vector<statistics::Measure>& measures() {
  static const std::vector<statistics::Measure> list = {
      {.name = "dbrl",
       .summary = "distance-based record linkage: masked records whose own original record is "
                  "among the nearest ones",
       .formula = "mean over i of [ d(m_i, x_i) = min over l of d(m_i, x_l) ]; d Euclidean, each "
                  "table standardised by its own mean and sd",
       .scale = "0 no record is linked ... 1 every record is linked",
       .reference = "Domingo-Ferrer and Torra (2001), A quantitative comparison of disclosure "
                    "control methods for microdata",
       .needs_pairing = true,
       .is_in_score = true},
      {.name = "rid",
       .summary = "rank interval disclosure: original values that lie, in every column, within a "
                  "few ranks of the masked ones",
       .formula = "mean over q = 1..10 % of the share of records with |rank(x_ij) - rank(m_ij)| <= "
                  "n q for all j; average ranks",
       .scale = "0 no value can be placed ... 1 every record can be placed",
       .reference = "Mateo-Sanz, Sebe and Domingo-Ferrer (2004), Outlier protection in continuous "
                    "microdata masking",
       .needs_pairing = true,
       .is_in_score = true},
      {.name = "sdid",
       .summary = "standard deviation interval disclosure: original values that lie, in every "
                  "column, within a small part of a standard deviation of the masked ones",
       .formula = "mean over k = 1..10 % of the share of records with m_ij - k s_j <= x_ij <= m_ij "
                  "+ k s_j for all j; s_j sd of the masked column",
       .scale = "0 no value can be placed ... 1 every record can be placed",
       .reference = "Mateo-Sanz, Sebe and Domingo-Ferrer (2004), Outlier protection in continuous "
                    "microdata masking",
       .needs_pairing = true,
       .is_in_score = true},
      {.name = "drisk",
       .summary = "sdcMicro's dRisk: sdid at k = 5 % alone",
       .formula = "share of records with m_ij - 0.05 s_j <= x_ij <= m_ij + 0.05 s_j for all j",
       .scale = "0 safe ... 1 unsafe",
       .reference = "Templ, Kowarik and Meindl (2015), Statistical disclosure control for "
                    "micro-data using the R package sdcMicro",
       .needs_pairing = true},
  };
  return list;
}

}  // namespace overhand::risk
