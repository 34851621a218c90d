#include "overhand/risk/linkage.h"

#include "overhand/core/stopping.h"

namespace overhand::risk {
namespace {

using statistics::Profile;

double mean_over_sorts(const Profile& original, const Profile& masked, const Nearest& nearest) {
  double sum = 0;
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    sum += dbrl(original, masked, nearest, statistics::sorted_partners(original, masked, j));
  }
  return sum / static_cast<double>(original.column_count());
}

Linkage measured(const Profile& original, const Profile& masked, std::optional<Partners> source,
                 const SampleOptions& options, const random::Key& key) {
  const Nearest nearest = nearest_originals(Neighbours(original), masked, options, key);
  Linkage linkage{masked.row_count(), nearest.searched.rows.size()};
  linkage.share = source ? dbrl(original, masked, nearest, *source)
                         : mean_over_sorts(original, masked, nearest);
  if (nearest.searched.is_sample) {
    linkage.interval =
        statistics::wilson_interval(linkage.share, static_cast<double>(linkage.searched));
  }
  linkage.is_by_source = source.has_value();
  return linkage;
}

}  // namespace

Result<Linkage> linkage_of(const Table& original, const Table& masked,
                           std::optional<Partners> source, const SampleOptions& options,
                           const random::Key& key, const Progress& progress) {
  const auto names = statistics::measured_names(original);
  auto before = statistics::numbers_of(original, names, "original");
  if (!before) return before.error();
  auto after = statistics::numbers_of(masked, names, "masked");
  if (!after) return after.error();
  const auto exponents = statistics::common_exponents(*before, *after);
  // Only sorting needs the order of every column, which costs more than all distances of a sample.
  const auto profile_of = source ? statistics::distance_profile : statistics::profile_of;
  return stoppable(progress, [&]() -> Result<Linkage> {
    return measured(profile_of(statistics::rescaled(*std::move(before), exponents)),
                    profile_of(statistics::rescaled(*std::move(after), exponents)), source, options,
                    key);
  });
}

}  // namespace overhand::risk
