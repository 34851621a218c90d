#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "overhand/study/standings_internal.h"

namespace overhand::study {
namespace {

using evaluation::MeasureId;
using tuning::Reading;
using Names = std::vector<std::string>;
using Standings = std::vector<Standing>;

const std::vector<Family> in_paper = {Family::paper};
constexpr std::array all_nine = {MeasureId::dbrl, MeasureId::rid,   MeasureId::sdid,
                                 MeasureId::ps,   MeasureId::pil,   MeasureId::mae,
                                 MeasureId::mse,  MeasureId::brmae, MeasureId::brmse};

// A claim about the paper's methods, by its own reading, in every experiment.
template <class Check>
Claim paper_claim(const Study& study, std::string statement, std::string why, const Check& check) {
  return claim_of_all(study, Reading::as_published, in_paper, std::move(statement), std::move(why),
                      check);
}

double published(const Standing& standing, MeasureId measure) {
  return median_of(standing, Reading::as_published, measure);
}

const ExperimentResult* find_experiment(const Study& study, std::string_view name) {
  const auto found = std::ranges::find(study.experiments, name, &ExperimentResult::name);
  return found == study.experiments.end() ? nullptr : &*found;
}

Claim best_overall(const Study& study) {
  return paper_claim(
      study, "SJPPDS has the best overall score in all four experiments.",
      "The sorted pairing compares an SJPPDS record with a stranger that has a similar value in "
      "one column: that lowers its risk figures and lets it take the least damaging settings.",
      [](const ExperimentResult& result, const Standings& standings, std::string& found) {
        found = leaders(result, standings, 3);
        return is_led_by(standings, "sjppds");
      });
}

Claim cart_second(const Study& study) {
  Findings findings("Cart is second on Census and considerably worse on Tarragona.",
                    "Considerably worse: a place in the lower half there. How R's glm adds to it: "
                    "see the variants.");
  const ExperimentResult* census = find_experiment(study, "census");
  const ExperimentResult* tarragona = find_experiment(study, "tarragona");
  if (census == nullptr || tarragona == nullptr) return findings.claim();
  const auto on_census = ranking(*census, Reading::as_published, in_paper);
  const auto on_tarragona = ranking(*tarragona, Reading::as_published, in_paper);
  const Standing* here = standing_of(on_census, "cart");
  const Standing* there = standing_of(on_tarragona, "cart");
  if (here == nullptr || there == nullptr) return findings.claim();
  const auto place_here = here - on_census.data() + 1;
  const auto place_there = there - on_tarragona.data() + 1;
  findings.add(place_here == 2, fmt::format("Census: place {} of {}, score {:.3f}", place_here,
                                            on_census.size(), here->overall));
  findings.add(2 * place_there > std::ssize(on_tarragona),
               fmt::format("Tarragona: place {} of {}, score {:.3f}", place_there,
                           on_tarragona.size(), there->overall));
  return findings.claim();
}

bool is_simulated(const ExperimentResult& result) { return result.tables > 1; }

Claim only_two_beat_cart(const Study& study) {
  Findings findings("On simulated tables only SJPPDS and rank swapping beat cart.",
                    "Rank swapping within a window, not as sdcMicro runs it: see the variants.");
  for (const ExperimentResult& result : study.experiments) {
    if (!is_simulated(result)) continue;
    const auto standings = ranking(result, Reading::as_published, in_paper);
    const Standing* cart = standing_of(standings, "cart");
    if (cart == nullptr) continue;
    const auto better = static_cast<std::size_t>(cart - standings.data());
    const auto is_better = [&](const char* name) {
      const Standing* other = standing_of(standings, name);
      return other != nullptr && other < cart;
    };
    findings.add(better == 2 && is_better("sjppds") && is_better("rank_swap"),
                 leaders(result, standings, better + 1));
  }
  return findings.claim();
}

Claim no_method_is_best_on_all(const Study& study) {
  return paper_claim(
      study, "No method is best on every measure.",
      "Equals share a first place. What is left of a table costs in risk what it saves in loss.",
      [](const ExperimentResult&, const Standings& standings, std::string& found) {
        std::pair<std::size_t, std::string> most;
        for (const Standing& standing : standings) {
          const auto wins =
              static_cast<std::size_t>(std::ranges::count_if(all_nine, [&](MeasureId measure) {
                const auto sorted = by_measure(standings, measure);
                return !sorted.empty() &&
                       published(standing, measure) <= published(sorted.front(), measure);
              }));
          most = std::max(most, {wins, name_of(standing)});
        }
        found += fmt::format(" at most {} of 9, {}", most.first, most.second);
        return most.first < all_nine.size();
      });
}

Claim cart_and_sjppds_link_least(const Study& study) {
  return paper_claim(
      study, "Cart has the lowest DBRL, SJPPDS the next.",
      "Cart makes records anew. Every method may use its whole allowance under the ceiling.",
      [](const ExperimentResult&, const Standings& standings, std::string& found) {
        const auto sorted = by_measure(standings, MeasureId::dbrl);
        for (std::size_t i = 0; i < std::min<std::size_t>(3, sorted.size()); ++i) {
          found +=
              fmt::format(" {} {:.3f}", name_of(sorted[i]), published(sorted[i], MeasureId::dbrl));
        }
        return sorted.size() > 1 && name_of(sorted[0]) == "cart" && name_of(sorted[1]) == "sjppds";
      });
}

bool is_microaggregation(const Standing& standing) {
  const std::string name = name_of(standing);
  return name == "mdav" || name == "pca" || name == "pppca";
}

// SJPPDS has the highest value among `others`, and it is below `bound`.
bool is_highest_below(const Standings& others, MeasureId measure, double bound,
                      std::string& found) {
  const Standing* sjppds = standing_of(others, "sjppds");
  if (sjppds == nullptr) return false;
  const double own = published(*sjppds, measure);
  const Standing next = *std::ranges::max_element(others, {}, [&](const Standing& standing) {
    return name_of(standing) == "sjppds" ? -1.0 : published(standing, measure);
  });
  found += fmt::format(" sjppds {:.4f}, {} {:.4f}", own, name_of(next), published(next, measure));
  return own >= published(next, measure) && own < bound;
}

Claim highest_rid(const Study& study) {
  return paper_claim(study, "SJPPDS has the highest RID, and it is below 0.04.",
                     "RID asks for all columns at once, of a pair that was matched on one of them.",
                     [](const ExperimentResult&, const Standings& standings, std::string& found) {
                       return is_highest_below(standings, MeasureId::rid, 0.04, found);
                     });
}

Claim highest_sdid(const Study& study) {
  return paper_claim(
      study,
      "SJPPDS has the highest SDID (on Tarragona after microaggregation), and it is below 0.02.",
      "Tarragona's outliers inflate its standard deviations; microaggregation leaves the other "
      "records within them.",
      [](const ExperimentResult& result, const Standings& standings, std::string& found) {
        Standings others = standings;
        if (result.name == "tarragona") std::erase_if(others, is_microaggregation);
        return is_highest_below(others, MeasureId::sdid, 0.02, found);
      });
}

Claim best_ps_and_pil(const Study& study) {
  return paper_claim(
      study, "SJPPDS has the best PS and PIL, PIL by far.",
      "By far: at most half of the next. It keeps every column's values, so that three of the five "
      "groups of PIL are 0.",
      [](const ExperimentResult&, const Standings& standings, std::string& found) {
        bool holds = true;
        for (const auto& [measure, most] :
             {std::pair{MeasureId::ps, 1.0}, std::pair{MeasureId::pil, 0.5}}) {
          const auto sorted = by_measure(standings, measure);
          if (sorted.size() < 2) return false;
          const double best = published(sorted[0], measure);
          const double next = published(sorted[1], measure);
          found += fmt::format(" {} {} {:.3f}, {} {:.3f}", name_of(measure), name_of(sorted[0]),
                               best, name_of(sorted[1]), next);
          holds = holds && name_of(sorted[0]) == "sjppds" && best <= most * next;
        }
        return holds;
      });
}

Claim worst_distances(const Study& study) {
  return paper_claim(
      study, "Cart and SJPPDS are worst on the distances (MAE, MSE, brMAE, brMSE).",
      "Their distances are measured between strangers paired by sorting, not between a record and "
      "its masked self.",
      [](const ExperimentResult&, const Standings& standings, std::string& found) {
        bool holds = true;
        for (const MeasureId measure :
             {MeasureId::mae, MeasureId::mse, MeasureId::brmae, MeasureId::brmse}) {
          const auto sorted = by_measure(standings, measure);
          if (sorted.size() < 2) return false;
          Names worst = {name_of(sorted[sorted.size() - 2]), name_of(sorted.back())};
          found += fmt::format(" {} {}", name_of(measure), fmt::join(worst, "+"));
          std::ranges::sort(worst);
          holds = holds && worst == Names{"cart", "sjppds"};
        }
        return holds;
      });
}

Claim steady_over_orders(const Study& study) {
  Findings findings(
      "SJPPDS varies far less over orders of the columns than cart.",
      "Far: a spread (sd over orders of an order's score) of half or less. The distribution of "
      "SJPPDS does not depend on the order (docs/theory/sjppds.md): what is left is chance.");
  for (const Orders& orders : study.orders) {
    const double cart = spread(orders, &OrderRow::cart);
    const double sjppds = spread(orders, &OrderRow::sjppds);
    findings.add(sjppds <= cart / 2, fmt::format("{}: spread of cart {:.4f}, of SJPPDS {:.4f}",
                                                 orders.title, cart, sjppds));
  }
  return findings.claim();
}

Claim full_and_simplified(const Study& study) {
  Findings findings(
      "Full and simplified SJPPDS are comparable.",
      "Comparable: medians within 0.01. They have the same distribution (docs/theory/sjppds.md).");
  for (const ExperimentResult& result : study.experiments) {
    const auto standings = ranking(result, Reading::as_published, {Family::paper, Family::variant});
    const Standing* full = standing_of(standings, "sjppds_full");
    const Standing* simplified = standing_of(standings, "sjppds_simplified");
    const Standing* closed = standing_of(standings, "sjppds");
    if (full == nullptr || simplified == nullptr || closed == nullptr) continue;
    findings.add(std::abs(full->overall - simplified->overall) <= 0.01,
                 fmt::format("{}: full {:.4f}, simplified {:.4f}, closed form {:.4f}", result.title,
                             full->overall, simplified->overall, closed->overall));
  }
  return findings.claim();
}

Claim same_columns(const Study& study) {
  return paper_claim(
      study, "SJPPDS leaves the distribution of each column exactly as it was.",
      "Largest Kolmogorov-Smirnov distance of a column. The values of a column change places only.",
      [](const ExperimentResult&, const Standings& standings, std::string& found) {
        const Standing* sjppds = standing_of(standings, "sjppds");
        if (sjppds == nullptr) return false;
        const double distance = published(*sjppds, MeasureId::ks_largest);
        found += fmt::format(" {}", distance);
        return distance == 0;
      });
}

Claim more_bins_keep_more(const Study& study) {
  Findings findings("The more bins, the better a restricted permutation keeps the association.",
                    "Correlation of the two columns of Figure 2, 10,000 records.");
  double last = 2;
  for (const Cloud& cloud : study.clouds) {
    const double change = std::abs(cloud.correlation - study.clouds.front().correlation);
    const bool is_original = &cloud == &study.clouds.front();
    findings.add(is_original || change < last,
                 fmt::format("{} {:.4f}", cloud.label, cloud.correlation));
    if (!is_original) last = change;
  }
  return findings.claim();
}

Claim sorting_is_careful(const Study& study) {
  Findings findings(
      "For SJPPDS and cart, sorting gives larger risks than the tables as they lie.",
      "True, and no comfort: rows in random order pair strangers. Held against true sources, which "
      "the paper says do not exist, the risk of SJPPDS is far larger still.");
  for (const Unsorted& row : study.unsorted) {
    findings.add(
        row.sorted > row.as_they_lie,
        fmt::format("{}, {}: {:.4f} sorted, {:.4f} as they lie{}", row.title, row.method,
                    row.sorted, row.as_they_lie,
                    row.by_source ? fmt::format(", {:.4f} by source", *row.by_source) : ""));
  }
  return findings.claim();
}

}  // namespace

std::vector<Claim> claims(const Study& study) {
  return {best_overall(study),
          cart_second(study),
          only_two_beat_cart(study),
          no_method_is_best_on_all(study),
          cart_and_sjppds_link_least(study),
          highest_rid(study),
          highest_sdid(study),
          best_ps_and_pil(study),
          worst_distances(study),
          steady_over_orders(study),
          full_and_simplified(study),
          same_columns(study),
          more_bins_keep_more(study),
          sorting_is_careful(study)};
}

}  // namespace overhand::study
