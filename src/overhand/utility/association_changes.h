// How far the associations of columns moved: of any two that are masked, and of each of them with
// what is kept, which analysts group by. Two kept columns stay together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/statistics/association.h"
#include "overhand/statistics/profile.h"

namespace overhand::utility {

// Of one table.
struct ColumnAssociations {
  statistics::Square masked;     // of any two masked columns
  std::vector<Reals> kept = {};  // of each kept column with all masked ones
};
ColumnAssociations column_associations(const statistics::Profile& profile,
                                       const statistics::Square& correlation,
                                       const statistics::Measured& kept);

// A pair of columns, and how strongly it went and goes together.
struct AssociationChange {
  std::string column;
  std::string other;
  double original = 0;
  double masked = 0;

  double size() const;
};

struct AssociationChanges {
  statistics::MeanAndLargest differences = {};
  std::optional<AssociationChange> worst = std::nullopt;  // where there is a pair
};

// `names` are those of all columns, masked ones before kept ones.
AssociationChanges association_changes(const ColumnAssociations& original,
                                       const ColumnAssociations& masked,
                                       const std::vector<std::string>& names);

}  // namespace overhand::utility
