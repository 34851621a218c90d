#include <algorithm>
#include <numeric>

#include "overhand/risk/rid.h"
#include "overhand/risk/sdid.h"
#include "overhand/statistics/blocks.h"
#include "overhand/tuning/paired_internal.h"
#include "overhand/utility/kolmogorov_smirnov.h"

namespace overhand::tuning {
namespace {

using PartnerRows = std::vector<Row>;

struct PairedMeasures {
  double dbrl = 0, rid = 0, sdid = 0, drisk = 0;
  double mae = 0, mse = 0, brmae = 0, brmse = 0, il1s = 0;

  PairedMeasures& operator+=(const PairedMeasures& o) {
    dbrl += o.dbrl, rid += o.rid, sdid += o.sdid, drisk += o.drisk;
    mae += o.mae, mse += o.mse, brmae += o.brmae, brmse += o.brmse, il1s += o.il1s;
    return *this;
  }
};

// One of `count` pairings over which a mean is taken, as its share of that mean.
PairedMeasures measured(const Reference& reference, const MaskedSide& candidate,
                        const PartnerRows& partners, std::size_t count) {
  const auto& x = reference.original;
  const auto& m = candidate.masked;
  const auto intervals = risk::interval_disclosure(x, m, partners);
  const auto values = utility::value_errors(x, m, partners);
  const auto ranks =
      utility::rank_errors(reference.ranks, *candidate.ranks, partners, values.is_unchanged);
  const auto k = static_cast<double>(count);
  return {risk::dbrl(x, m, *candidate.nearest, partners) / k,
          risk::rid(x, m, partners) / k,
          intervals.sdid / k,
          intervals.drisk / k,
          values.mae / k,
          values.mse / k,
          ranks.brmae / k,
          ranks.brmse / k,
          values.il1s / k};
}

// Algorithm 4.
PairedMeasures mean_over_sorts(const Reference& reference, const MaskedSide& candidate) {
  const std::size_t p = reference.original.column_count();
  std::vector<PairedMeasures> parts(p);
  parallel_for_each_index(p, [&](std::size_t j) {
    parts[j] = measured(reference, candidate,
                        statistics::sorted_partners(reference.original, candidate.masked, j), p);
  });
  return std::accumulate(
      parts.begin(), parts.end(), PairedMeasures{},
      [](PairedMeasures sum, const PairedMeasures& part) { return sum += part; });
}

PairedMeasures measures_of(const Reference& reference, const MaskedSide& candidate, Pairing pairing,
                           const Lineage* lineage) {
  if (pairing == Pairing::sorted) return mean_over_sorts(reference, candidate);
  if (pairing == Pairing::lineage) return measured(reference, candidate, *lineage, 1);
  PartnerRows same(candidate.masked.row_count());
  std::iota(same.begin(), same.end(), 0U);
  return measured(reference, candidate, same, 1);
}

Value linkage_value(double dbrl, const risk::Searched& searched) {
  if (!searched.is_sample) return {"dbrl", dbrl};
  const std::size_t sample = searched.rows.size();
  return {"dbrl", dbrl, statistics::wilson_interval(dbrl, static_cast<double>(sample)), sample};
}

// The paper's scores: risk and loss in [0, 1], and their mean.
Values scores(const PairedMeasures& m, double ps, double pil) {
  const double risk = (m.dbrl + m.rid + m.sdid) / 3;
  const double loss = (ps + pil) / 3 + (m.brmae + m.brmse) / 6;
  return {{"risk", risk}, {"loss", loss}, {"overall", (risk + loss) / 2}};
}

}  // namespace

Reference::Reference(statistics::Numbers numbers, const random::Key& key)
    : original(statistics::profile_of(std::move(numbers))),
      associations(utility::associations_of(original)),
      pil(original, associations),
      ranks(utility::tie_broken_ranks(original, utility::Side::original, key)),
      limits(utility::column_limits(original)),
      nearest(original) {}

MaskedSide::MaskedSide(statistics::Numbers numbers, const Reference& reference,
                       const EvaluatorOptions& options, const std::vector<Pairing>& pairings)
    : masked(statistics::profile_of(std::move(numbers))),
      ps(utility::propensity_score(reference.original, masked, options.ps)) {
  const auto associations = utility::associations_of(masked);
  const auto pearson =
      statistics::pair_differences(associations.correlation, reference.associations.correlation);
  const auto spearman = statistics::pair_differences(associations.rank_correlation,
                                                     reference.associations.rank_correlation);
  const auto margins = utility::marginal_distances(reference.original, masked);
  const auto strange = utility::implausible(reference.limits, masked);
  unpaired_loss = {{"ps", ps.ps}, {"pil", reference.pil.loss(masked, associations).pil}};
  unpaired_beside = {{"pearson_mean", pearson.mean},
                     {"pearson_largest", pearson.largest},
                     {"spearman_mean", spearman.mean},
                     {"spearman_largest", spearman.largest},
                     {"ks_mean", margins.mean},
                     {"ks_largest", margins.largest},
                     {"pmse_ratio", ps.pmse_ratio},
                     {"implausible", strange.records},
                     {"beyond_range", strange.beyond_range},
                     {"wrong_sign", strange.wrong_sign},
                     {"not_whole", strange.not_whole}};
  if (std::ranges::all_of(pairings, [](Pairing p) { return p == Pairing::none; })) return;
  ranks = utility::tie_broken_ranks(masked, utility::Side::masked, options.key);
  auto searched = risk::records_to_search(masked.row_count(), options.linkage, options.key);
  auto distances = reference.nearest.distances(masked, searched.rows);
  nearest = {std::move(searched), std::move(distances)};
}

Figures figures_of(const Reference& reference, const MaskedSide& candidate, Pairing pairing,
                   const Lineage* lineage) {
  Figures figures{pairing, {}, candidate.unpaired_loss, {}, candidate.unpaired_beside};
  if (pairing == Pairing::none) return figures;
  const PairedMeasures m = measures_of(reference, candidate, pairing, lineage);
  figures.risk = {
      linkage_value(m.dbrl, candidate.nearest->searched), {"rid", m.rid}, {"sdid", m.sdid}};
  for (Value value :
       Values{{"mae", m.mae}, {"mse", m.mse}, {"brmae", m.brmae}, {"brmse", m.brmse}}) {
    figures.loss.push_back(std::move(value));
  }
  figures.score = scores(m, value_of(figures.loss, "ps"), value_of(figures.loss, "pil"));
  figures.beside.push_back({"drisk", m.drisk});
  figures.beside.push_back({"il1s", m.il1s});
  return figures;
}

}  // namespace overhand::tuning
