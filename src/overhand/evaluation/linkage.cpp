#include "overhand/evaluation/linkage.h"

#include <algorithm>
#include <iterator>

#include "overhand/core/stopping.h"
#include "overhand/evaluation/pairings.h"

namespace overhand::evaluation {
namespace {

using statistics::Profile;

double mean_over_sorts(const risk::Linked& linked) {
  const std::size_t p = linked.original.dimension_count();
  double sum = 0;
  for (std::size_t j = 0; j < p; ++j) {
    sum += risk::dbrl(linked, statistics::sorted_partners(linked.original, linked.masked, j));
  }
  return sum / static_cast<double>(p);
}

Linkage measured(const Profile& original, const Profile& masked, const Lineage* source,
                 const risk::SampleOptions& options, const random::Key& key) {
  const auto nearest = risk::nearest_originals(risk::Neighbours(original), masked, options, key);
  Linkage linkage{masked.row_count(), nearest.searched.rows.size()};
  const risk::Linked linked{original, masked, nearest};
  linkage.share = source != nullptr ? risk::dbrl(linked, *source) : mean_over_sorts(linked);
  if (nearest.searched.is_sample) {
    linkage.interval =
        statistics::wilson_interval(linkage.share, static_cast<double>(linkage.searched));
  }
  linkage.is_by_source = source != nullptr;
  return linkage;
}

}  // namespace

Result<Linkage> linkage_of(const Table& original, const masking::Method& method,
                           const masking::Masked& masked, const risk::SampleOptions& options,
                           const random::Key& key, const Progress& progress) {
  const auto names = statistics::measured_names(original);
  auto before = statistics::measured_of(original, names, "original");
  if (!before) return before.error();
  auto after = statistics::measured_like(*before, masked.table, "masked");
  if (!after) return after.error();
  const bool is_by_source = is_by_true_source(pairings_for(method, masked).front());
  const Lineage* source = is_by_source ? &*masked.lineage : nullptr;
  // Only sorting needs the order of every column, which costs more than all distances of a sample.
  const auto profile_of = is_by_source ? statistics::distance_profile : statistics::profile_of;
  return stoppable(progress, [&]() -> Result<Linkage> {
    auto [x, m] = statistics::in_common_terms(*std::move(before), *std::move(after));
    return measured(profile_of(std::move(x)), profile_of(std::move(m)), source, options, key);
  });
}

risk::KeptColumns kept_in(const Table& original, const masking::Masked& masked) {
  const auto& lineage = masked.lineage;
  std::vector<std::string> keys;
  std::vector<std::string> suppressed;
  for (const auto& key : masked.suppressed.cells) {
    keys.push_back(key.column);
    if (key.cells > 0) suppressed.push_back(key.column);
  }
  auto kept = risk::kept_columns(original, masked.table,
                                 lineage ? std::optional<risk::Partners>(*lineage) : std::nullopt,
                                 suppressed);
  if (keys.empty()) return kept;
  std::ranges::copy_if(
      kept.names, std::back_inserter(kept.beside_keys),
      [&](const std::string& name) { return std::ranges::find(keys, name) == keys.end(); });
  return kept;
}

}  // namespace overhand::evaluation
