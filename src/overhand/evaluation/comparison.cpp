#include <algorithm>

#include "overhand/evaluation/comparison_internal.h"
#include "overhand/utility/boosted_trees.h"
#include "overhand/utility/kolmogorov_smirnov.h"
#include "overhand/utility/total_variation.h"

namespace overhand::evaluation {
namespace {

bool needs_pairs(const std::vector<Pairing>& pairings) {
  return std::ranges::any_of(pairings, [](Pairing pairing) { return pairing != Pairing::none; });
}

// The names of all columns that go together in some way, masked ones first.
std::vector<std::string> related_names(const Reference& original) {
  auto names = statistics::names_of(original.profile);
  for (auto& name : statistics::names_of(original.kept)) names.push_back(std::move(name));
  return names;
}

utility::AssociationChanges changes_of(const Reference& original, const statistics::Profile& masked,
                                       const utility::Associations& associations,
                                       const statistics::Measured& kept) {
  return utility::association_changes(
      original.related, utility::column_associations(masked, associations.correlation, kept),
      related_names(original));
}

}  // namespace

Reference::Reference(statistics::Measured measured, statistics::Measured kept_columns,
                     const random::Key& key)
    : profile(statistics::profile_of(std::move(measured))),
      associations(utility::associations_of(profile)),
      pil(profile, associations),
      ranks(utility::tie_broken_ranks(profile, utility::Side::original, key)),
      kept(std::move(kept_columns)),
      related(utility::column_associations(profile, associations.correlation, kept)),
      limits(utility::column_limits(profile)),
      neighbours(profile) {}

Comparison::Comparison(statistics::Measured measured, const Reference& reference,
                       const EvaluatorOptions& options, const Asked& asked, const TableFacts& facts)
    : original(reference),
      masked(statistics::profile_of(std::move(measured))),
      ps(utility::propensity_score(original.profile, masked, options.ps)),
      associations(utility::associations_of(masked)),
      pearson(statistics::pair_differences(associations.correlation,
                                           original.associations.correlation)),
      spearman(statistics::pair_differences(associations.rank_correlation,
                                            original.associations.rank_correlation)),
      margins(utility::marginal_distances(original.profile, masked)),
      levels(utility::level_distances(original.profile, masked)),
      related(changes_of(original, masked, associations, facts.kept)),
      implausible(utility::implausible(original.limits, masked, facts.broken.records)),
      weighted(facts.weighted) {
  const Trees& trees = asked.trees;
  if (utility::has_boosted_trees && trees.c2st_records > 0) {
    c2st = utility::classifier_two_sample(original.profile, masked, {original.kept, facts.kept},
                                          options.key, trees.c2st_records);
  }
  if (utility::has_boosted_trees && trees.tstr_records > 0) {
    tstr = utility::train_on_masked(original.profile, masked, trees.target, options.key,
                                    trees.tstr_records);
  }
  if (!needs_pairs(asked.pairings)) return;
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
