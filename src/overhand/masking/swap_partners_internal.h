// Partners: units that may still change places, by what they have to agree and to differ in.
#pragma once

#include <optional>
#include <vector>

#include "overhand/random/stream.h"
#include "overhand/table/classes.h"
#include "overhand/table/row.h"

namespace overhand::masking {

// Units lie in the order of their profiles and inside a profile in that of their areas; a Fenwick
// tree counts those that are free. So a partner of the same profile and another area is drawn
// uniformly in time log n, however few of them there are.
class Partners {
 public:
  // `area` outlives it. A unit is free unless it has moved.
  Partners(Classes profile, const Classes& area, const std::vector<bool>& has_moved);

  // A free unit of the same profile in another area, each as likely; none where there is none.
  std::optional<Row> draw(Row unit, random::Stream& stream) const;

  void remove(Row unit);

 private:
  std::size_t free_before(std::size_t place) const;
  std::size_t place_of_free(std::size_t number) const;

  Classes profile_;
  const Classes* area_;
  std::vector<Row> units_;           // by profile and area
  std::vector<Row> place_;           // of each unit among them
  std::vector<std::size_t> starts_;  // of each profile
  std::vector<std::uint32_t> tree_;  // sums of free units, as P. M. Fenwick (1994) lays them out
};

}  // namespace overhand::masking
