#include "overhand/utility/association_changes.h"

#include <cmath>

#include "overhand/statistics/mixed_association.h"

namespace overhand::utility {
namespace {

struct NumberedPair {
  std::size_t column = 0;
  std::size_t other = 0;
  double original = 0;
  double masked = 0;
};

std::vector<NumberedPair> pairs_of(const ColumnAssociations& original,
                                   const ColumnAssociations& masked) {
  std::vector<NumberedPair> pairs;
  const std::size_t p = original.masked.size;
  for (std::size_t a = 0; a < p; ++a) {
    for (std::size_t b = a + 1; b < p; ++b) {
      pairs.push_back({a, b, original.masked(a, b), masked.masked(a, b)});
    }
  }
  for (std::size_t k = 0; k < original.kept.size(); ++k) {
    for (std::size_t a = 0; a < p; ++a) {
      pairs.push_back({a, p + k, original.kept[k][a], masked.kept[k][a]});
    }
  }
  return pairs;
}

}  // namespace

double AssociationChange::size() const { return std::abs(masked - original); }

ColumnAssociations column_associations(const statistics::Profile& profile,
                                       const statistics::Square& correlation,
                                       const statistics::Measured& kept) {
  return {profile.is_mixed ? statistics::association_matrix(profile, correlation) : correlation,
          statistics::associations_with(kept, profile)};
}

AssociationChanges association_changes(const ColumnAssociations& original,
                                       const ColumnAssociations& masked,
                                       const std::vector<std::string>& names) {
  AssociationChanges changes;
  const auto pairs = pairs_of(original, masked);
  for (const auto& [column, other, before, after] : pairs) {
    const double difference = std::abs(after - before);
    changes.differences.mean += difference / static_cast<double>(pairs.size());
    if (changes.worst && difference <= changes.differences.largest) continue;
    changes.differences.largest = difference;
    changes.worst = AssociationChange{names[column], names[other], before, after};
  }
  return changes;
}

}  // namespace overhand::utility
