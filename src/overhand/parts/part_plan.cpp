#include <algorithm>

#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/plan.h"

namespace overhand::parts {
namespace {

masking::BinCode merged_code(const Plan& plan, std::size_t j, std::size_t code) {
  const auto& merged = plan.merged[j];
  return merged.empty() ? static_cast<masking::BinCode>(code) : merged[code];
}

// How many numbers of the part are in the pool.
std::size_t numbers_in(const Plan& plan, std::size_t pool, const Tally& tally) {
  const std::size_t j = plan.column_of(pool);
  std::size_t held = 0;
  for (std::size_t code = 0; code < plan.codes(); ++code) {
    if (merged_code(plan, j, code) == pool % plan.codes()) held += tally.counts[j][code];
  }
  return held;
}

}  // namespace

Result<std::vector<PartPlan>> part_plans(const Plan& plan, std::span<const Survey> surveys,
                                         std::span<const Tally> tallies) {
  const bool are_sound =
      std::ranges::all_of(tallies, [&](const Tally& tally) { return is_of(tally, plan.outline); });
  if (!are_sound || tallies.size() != surveys.size()) return damaged();
  const auto starts = starts_of(plan.outline, surveys);
  const auto split = plan.split_pools();
  std::vector<std::size_t> before(split.size());
  std::vector<PartPlan> parts;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    parts.push_back({starts[i], before, tallies[i].digests});
    for (std::size_t s = 0; s < split.size(); ++s) {
      const bool has_levels = plan.outline.columns[plan.column_of(split[s])].has_levels;
      if (!has_levels) before[s] += numbers_in(plan, split[s], tallies[i]);
    }
  }
  return parts;
}

std::string bytes_of(const PartPlan& part) {
  ByteWriter bytes;
  bytes.add<std::uint64_t>(part.start.row);
  bytes.add<std::uint64_t>(part.start.levels.size());
  for (const auto& levels : part.start.levels) bytes.add_all(levels);
  bytes.add_all(part.before);
  bytes.add_all(part.digests);
  return bytes.take();
}

Result<PartPlan> part_plan_from(std::string_view bytes) {
  ByteReader reader(bytes);
  PartPlan part;
  part.start.row = reader.next<std::uint64_t>();
  const auto columns = reader.next<std::uint64_t>();
  for (std::uint64_t j = 0; j < columns && reader.is_whole(); ++j) {
    part.start.levels.push_back(reader.all<std::size_t>());
  }
  part.before = reader.all<std::size_t>();
  part.digests = reader.all<masking::Digest>();
  if (!reader.is_whole() || !reader.at_end()) return damaged();
  return part;
}

}  // namespace overhand::parts
