#include <algorithm>
#include <atomic>
#include <limits>
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

using Members = std::span<const Row>;
using Numbers = std::vector<std::uint32_t>;

// The classes of a unit's members, whatever their order: units with the same are as large, and
// agree in what goes out as it is.
Numbers classes_of(Members members, std::span<const std::uint32_t> classes) {
  Numbers of_unit;
  for (const Row row : members) of_unit.push_back(classes[row]);
  std::ranges::sort(of_unit);
  return of_unit;
}

class Units {
 public:
  Units(const DistanceProfiles& profiles, const KnownClasses& classes, Groups originals,
        Groups masked, Members source)
      : profiles_(profiles),
        classes_(classes),
        originals_(std::move(originals)),
        masked_(std::move(masked)),
        source_(source) {
    for (std::uint32_t unit = 0; unit < originals_.count(); ++unit) {
      alike_[classes_of(originals_.group(unit), classes_.originals)].push_back(unit);
    }
  }

  std::size_t count() const { return masked_.count(); }

  // Ties count as linked, as in DBRL.
  bool is_linked(std::uint32_t unit) const {
    const Members members = masked_.group(unit);
    std::vector<Row> own;
    for (const Row row : members) own.push_back(source_[row]);
    const double distance = std::min(as_they_stand(members, own), matched(members, own));
    const auto alike = alike_.find(classes_of(members, classes_.masked));
    if (alike == alike_.end()) return false;
    return std::ranges::none_of(alike->second, [&](std::uint32_t other) {
      return matched(members, originals_.group(other)) < distance;
    });
  }

 private:
  double distance(Row masked, Row original) const {
    return squared_distance(profiles_.masked.standardised_record(masked),
                            profiles_.original.standardised_record(original),
                            profiles_.original.caps);
  }

  double as_they_stand(Members masked, Members originals) const {
    double sum = 0;
    for (std::size_t i = 0; i < masked.size(); ++i) sum += distance(masked[i], originals[i]);
    return sum;
  }

  // Each masked member takes the nearest of those that are left, of its class.
  double matched(Members masked, Members originals) const {
    constexpr std::size_t most = 32;  // members: beyond, the square of them would take too long
    if (masked.size() > most) return as_they_stand(masked, originals);
    double sum = 0;
    std::vector<Row> left(originals.begin(), originals.end());
    for (const Row row : masked) {
      auto nearest = left.end();
      double least = std::numeric_limits<double>::infinity();
      for (auto other = left.begin(); other != left.end(); ++other) {
        if (classes_.originals[*other] != classes_.masked[row]) continue;
        const double apart = distance(row, *other);
        if (apart < least) {
          least = apart;
          nearest = other;
        }
      }
      if (nearest == left.end()) return least;
      sum += least;
      left.erase(nearest);
    }
    return sum;
  }

  const DistanceProfiles& profiles_;
  KnownClasses classes_;
  Groups originals_;
  Groups masked_;
  Members source_;
  std::map<Numbers, std::vector<std::uint32_t>> alike_;
};

}  // namespace

std::optional<FoundShare> unit_linkage(const Table& original, const Table& masked,
                                       const KnownClasses& classes,
                                       std::optional<std::span<const Row>> source) {
  const Column* before = unit_column(original);
  const Column* after = unit_column(masked);
  if (before == nullptr || after == nullptr || !source || source->size() != masked.row_count()) {
    return std::nullopt;
  }
  const auto profiles = distance_profiles(original, masked);
  if (!profiles) return std::nullopt;
  const Units units(*profiles, classes, groups_of(value_numbers(*before)),
                    groups_of(value_numbers(*after)), *source);
  const Searched searched =
      records_to_search(units.count(), quick_search, random::key_from_seed(1));
  std::atomic<std::size_t> linked = 0;
  parallel_for_each_index(searched.rows.size(), [&](std::size_t i) {
    linked += static_cast<std::size_t>(units.is_linked(searched.rows[i]));
  });
  return found_among(linked, searched.rows.size(), searched.is_sample);
}

}  // namespace overhand::risk
