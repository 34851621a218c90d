// ColumnPlan: what a steward says about one column, before its values are read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/table/type.h"

namespace overhand {

enum class Treatment { mask, keep, drop };

// What is not said is left as it is found.
struct ColumnPlan {
  std::string name;
  std::optional<Type> type = std::nullopt;
  std::optional<Treatment> role = std::nullopt;
  std::vector<std::string> levels = {};   // of an ordered category, from the lowest to the highest
  std::vector<std::string> missing = {};  // texts that mean a missing value in this column

  bool operator==(const ColumnPlan&) const = default;
};

}  // namespace overhand
