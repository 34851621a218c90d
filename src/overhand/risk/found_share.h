// How many of the records that were looked at an intruder finds: all records of a table, or a
// random sample of them.
#pragma once

#include <optional>

#include "overhand/statistics/wilson.h"

namespace overhand::risk {

struct FoundShare {
  std::size_t searched = 0;
  std::size_t found = 0;
  std::optional<statistics::Interval> interval = std::nullopt;  // of a sample, 95 %

  double share() const {
    return searched == 0 ? 0 : static_cast<double>(found) / static_cast<double>(searched);
  }
  // What is held against a ceiling: of a sample the upper end.
  double highest() const { return interval ? interval->high : share(); }
};

inline FoundShare found_among(std::size_t found, std::size_t searched, bool is_sample) {
  FoundShare result{searched, found};
  if (is_sample) {
    result.interval = statistics::wilson_interval(result.share(), static_cast<double>(searched));
  }
  return result;
}

}  // namespace overhand::risk
