#include <algorithm>
#include <bit>

#include "overhand/masking/swap_partners_internal.h"
#include "overhand/random/uniform.h"
#include "overhand/table/groups.h"

namespace overhand::masking {
namespace {

// The largest power of two that divides it.
std::size_t lowest_bit(std::size_t number) { return number & (~number + 1); }

}  // namespace

Partners::Partners(Classes profile, const Classes& area, const std::vector<bool>& has_moved)
    : profile_(std::move(profile)), area_(&area) {
  const std::vector<Row> by_area = groups_of(area).rows;
  Classes profiles(by_area.size());
  std::ranges::transform(by_area, profiles.begin(), [&](Row unit) { return profile_[unit]; });
  Groups by_profile = groups_of(profiles);
  starts_ = std::move(by_profile.starts);
  units_.resize(by_area.size());
  place_.resize(by_area.size());
  tree_.assign(by_area.size() + 1, 0);
  for (Row place = 0; place < units_.size(); ++place) {
    const Row unit = by_area[by_profile.rows[place]];
    units_[place] = unit;
    place_[unit] = place;
    tree_[place + 1] = has_moved[unit] ? 0 : 1;
  }
  for (std::size_t i = 1; i < tree_.size(); ++i) {
    const std::size_t above = i + lowest_bit(i);
    if (above < tree_.size()) tree_[above] += tree_[i];
  }
}

std::size_t Partners::free_before(std::size_t place) const {
  std::size_t free = 0;
  for (; place > 0; place -= lowest_bit(place)) free += tree_[place];
  return free;
}

std::size_t Partners::place_of_free(std::size_t number) const {
  std::size_t place = 0;
  for (std::size_t step = std::bit_floor(tree_.size() - 1); step > 0; step /= 2) {
    if (place + step >= tree_.size() || tree_[place + step] > number) continue;
    place += step;
    number -= tree_[place];
  }
  return place;
}

std::optional<Row> Partners::draw(Row unit, random::Stream& stream) const {
  const std::size_t begin = starts_[profile_[unit]];
  const std::size_t end = starts_[profile_[unit] + 1];
  const auto same_area =
      std::ranges::equal_range(units_.begin() + static_cast<std::ptrdiff_t>(begin),
                               units_.begin() + static_cast<std::ptrdiff_t>(end), (*area_)[unit],
                               {}, [&](Row each) { return (*area_)[each]; });
  const auto place_in = [&](auto at) { return static_cast<std::size_t>(at - units_.begin()); };
  const std::size_t first = free_before(begin);
  const std::size_t own = free_before(place_in(same_area.begin()));
  const std::size_t after_own = free_before(place_in(same_area.end()));
  const std::size_t others = free_before(end) - first - (after_own - own);
  if (others == 0) return std::nullopt;
  std::size_t number = first + random::uniform_below(static_cast<std::uint32_t>(others), stream);
  if (number >= own) number += after_own - own;
  return units_[place_of_free(number)];
}

void Partners::remove(Row unit) {
  for (std::size_t i = place_[unit] + std::size_t{1}; i < tree_.size(); i += lowest_bit(i)) {
    --tree_[i];
  }
}

}  // namespace overhand::masking
