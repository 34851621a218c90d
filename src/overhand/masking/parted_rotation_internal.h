// What a rotation in parts knows of the whole table.
#pragma once

#include <optional>

#include "overhand/masking/level_carry_internal.h"
#include "overhand/masking/mixed_frame_internal.h"
#include "overhand/masking/part_tree_internal.h"
#include "overhand/masking/parted_rotation.h"
#include "overhand/masking/rank_curve_internal.h"
#include "overhand/masking/restoration_internal.h"

namespace overhand::masking {

struct PartedRotation::Learnt {
  random::Key key;
  std::size_t k;
  bool is_exact;  // values go to ranks
  MixedFrame frame;
  std::optional<HalfWayToNormal> scale;  // on which numbers are rotated; none: their own
  Points points;
  PartTree tree;
  LevelCarry carry;
  bool has_level_effects;
  std::optional<Restoration> restoration = std::nullopt;

  // Records with their numbers on the scale on which they are rotated.
  MixedTable scaled(const Table& records) const;
  // The cells of one part.
  Groups cells_of(const MixedTable& part) const;
};

}  // namespace overhand::masking
