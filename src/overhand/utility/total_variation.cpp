#include "overhand/utility/total_variation.h"

#include <algorithm>
#include <cmath>

namespace overhand::utility {
namespace {

using statistics::Category;
using statistics::Profile;

double share(std::size_t count, std::size_t records) {
  return static_cast<double>(count) / static_cast<double>(records);
}

double share_of_gaps(const Profile& profile, std::size_t j) {
  return share(profile.numbers.gaps[j], profile.row_count());
}

}  // namespace

double total_variation(const Category& original, const Category& masked) {
  std::vector<std::size_t> before(std::max(original.code_count(), masked.code_count()));
  auto after = before;
  for (const Code code : original.codes) ++before[static_cast<std::size_t>(code)];
  for (const Code code : masked.codes) ++after[static_cast<std::size_t>(code)];
  double sum = 0;
  for (std::size_t code = 0; code < before.size(); ++code) {
    sum += std::abs(share(before[code], original.codes.size()) -
                    share(after[code], masked.codes.size()));
  }
  return sum / 2;
}

statistics::MeanAndLargest level_distances(const Profile& original, const Profile& masked) {
  Reals distances;
  for (std::size_t k = 0; k < original.categories.size(); ++k) {
    distances.push_back(total_variation(original.categories[k], masked.categories[k]));
  }
  for (std::size_t j = 0; j < original.numbers.amounts; ++j) {
    if (original.numbers.gaps[j] + masked.numbers.gaps[j] == 0) continue;
    distances.push_back(std::abs(share_of_gaps(original, j) - share_of_gaps(masked, j)));
  }
  statistics::MeanAndLargest result;
  for (const double distance : distances) {
    result.mean += distance / static_cast<double>(distances.size());
    result.largest = std::max(result.largest, distance);
  }
  return result;
}

}  // namespace overhand::utility
