#include <algorithm>

#include "overhand/evaluation/comparison_internal.h"
#include "overhand/utility/kolmogorov_smirnov.h"

namespace overhand::evaluation {
namespace {

bool needs_pairs(const std::vector<Pairing>& pairings) {
  return std::ranges::any_of(pairings, [](Pairing pairing) { return pairing != Pairing::none; });
}

}  // namespace

Reference::Reference(statistics::Numbers numbers, const random::Key& key)
    : profile(statistics::profile_of(std::move(numbers))),
      associations(utility::associations_of(profile)),
      pil(profile, associations),
      ranks(utility::tie_broken_ranks(profile, utility::Side::original, key)),
      limits(utility::column_limits(profile)),
      neighbours(profile) {}

Comparison::Comparison(statistics::Numbers numbers, const Reference& reference,
                       const EvaluatorOptions& options, const std::vector<Pairing>& pairings)
    : original(reference),
      masked(statistics::profile_of(std::move(numbers))),
      ps(utility::propensity_score(original.profile, masked, options.ps)),
      associations(utility::associations_of(masked)),
      pearson(statistics::pair_differences(associations.correlation,
                                           original.associations.correlation)),
      spearman(statistics::pair_differences(associations.rank_correlation,
                                            original.associations.rank_correlation)),
      margins(utility::marginal_distances(original.profile, masked)),
      implausible(utility::implausible(original.limits, masked)) {
  if (!needs_pairs(pairings)) return;
  ranks = utility::tie_broken_ranks(masked, utility::Side::masked, options.key);
  nearest = risk::nearest_originals(original.neighbours, masked, options.linkage, options.key);
}

Pairs::Pairs(const Comparison& comparison, risk::Partners partner_rows)
    : tables(comparison),
      partners(partner_rows),
      intervals(risk::interval_disclosure(tables.original.profile, tables.masked, partners)),
      values(utility::value_errors(tables.original.profile, tables.masked, partners)),
      ranks(utility::rank_errors(tables.original.ranks, *tables.ranks, partners,
                                 values.is_unchanged)) {}

}  // namespace overhand::evaluation
