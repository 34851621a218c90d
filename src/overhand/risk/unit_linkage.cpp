#include <algorithm>
#include <atomic>
#include <map>

#include "overhand/risk/compared_internal.h"
#include "overhand/risk/dbrl.h"
#include "overhand/risk/distance_profiles_internal.h"
#include "overhand/risk/neighbours.h"
#include "overhand/risk/unit_linkage_internal.h"
#include "overhand/statistics/blocks.h"
#include "overhand/table/groups.h"

namespace overhand::risk {
namespace {

const Column* unit_column(const Table& table) {
  const auto found = std::ranges::find(table.columns(), Role::unit, &Column::role);
  return found == table.columns().end() ? nullptr : &*found;
}

class Units {
 public:
  Units(const DistanceProfiles& profiles, Groups originals, Groups masked,
        std::span<const Row> source)
      : profiles_(profiles),
        originals_(std::move(originals)),
        masked_(std::move(masked)),
        source_(source) {
    for (std::uint32_t unit = 0; unit < originals_.count(); ++unit) {
      of_size_[originals_.group(unit).size()].push_back(unit);
    }
  }

  std::size_t count() const { return masked_.count(); }

  // Ties count as linked, as in DBRL.
  bool is_linked(std::uint32_t unit) const {
    const std::span<const Row> members = masked_.group(unit);
    std::vector<Row> own;
    for (const Row row : members) own.push_back(source_[row]);
    const double distance = distance_between(members, own);
    const auto alike = of_size_.find(members.size());
    if (alike == of_size_.end()) return true;
    return std::ranges::none_of(alike->second, [&](std::uint32_t other) {
      return distance_between(members, originals_.group(other)) < distance;
    });
  }

 private:
  double distance_between(std::span<const Row> masked, std::span<const Row> originals) const {
    double sum = 0;
    for (std::size_t i = 0; i < masked.size(); ++i) {
      sum += squared_distance(profiles_.masked.standardised_record(masked[i]),
                              profiles_.original.standardised_record(originals[i]),
                              profiles_.original.caps);
    }
    return sum;
  }

  const DistanceProfiles& profiles_;
  Groups originals_;
  Groups masked_;
  std::span<const Row> source_;
  std::map<std::size_t, std::vector<std::uint32_t>> of_size_;
};

}  // namespace

std::optional<FoundShare> unit_linkage(const Table& original, const Table& masked,
                                       std::optional<std::span<const Row>> source) {
  const Column* before = unit_column(original);
  const Column* after = unit_column(masked);
  if (before == nullptr || after == nullptr || !source || source->size() != masked.row_count()) {
    return std::nullopt;
  }
  const auto profiles = distance_profiles(original, masked);
  if (!profiles) return std::nullopt;
  const Units units(*profiles, groups_of(value_numbers(*before)), groups_of(value_numbers(*after)),
                    *source);
  const Searched searched =
      records_to_search(units.count(), quick_search, random::key_from_seed(1));
  std::atomic<std::size_t> linked = 0;
  parallel_for_each_index(searched.rows.size(), [&](std::size_t i) {
    linked += static_cast<std::size_t>(units.is_linked(searched.rows[i]));
  });
  return found_among(linked, searched.rows.size(), searched.is_sample);
}

}  // namespace overhand::risk
