// What a key tells: the entropy of its values, gaps left out.
#pragma once

#include <cmath>
#include <vector>

#include "overhand/keys/key_codes.h"

namespace overhand::coarsening {

inline double entropy_of(const keys::KeyColumn& key) {
  std::vector<double> counts(key.levels);
  double all = 0;
  for (const Code code : key.codes) {
    if (is_missing(code)) continue;
    ++counts[static_cast<std::size_t>(code)];
    ++all;
  }
  double entropy = 0;
  for (const double count : counts) {
    if (count > 0) entropy -= count / all * std::log(count / all);
  }
  return entropy;
}

}  // namespace overhand::coarsening
