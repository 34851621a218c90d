// ColumnPlan: what a steward says about one column, before its values are read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "overhand/core/error.h"
#include "overhand/table/coarsening.h"
#include "overhand/table/type.h"

namespace overhand {

enum class Treatment { mask, keep, drop };

// "mask", "keep", "drop".
std::string name_of(Treatment treatment);
std::optional<Treatment> treatment_named(std::string_view name);

// What is not said is left as it is found.
struct ColumnPlan {
  std::string name;
  std::optional<Type> type = std::nullopt;
  std::optional<Treatment> role = std::nullopt;
  std::vector<std::string> levels = {};   // of an ordered category, from the lowest to the highest
  std::vector<std::string> missing = {};  // texts that mean a missing value in this column
  Place place = {};                       // where it is said, for sentences about it
  Coarsening coarsening = {};             // before anything is masked

  // The same said, wherever.
  bool operator==(const ColumnPlan& other) const {
    return std::tie(name, type, role, levels, missing, coarsening) ==
           std::tie(other.name, other.type, other.role, other.levels, other.missing,
                    other.coarsening);
  }
};

// The plan of the column called `name`, or null.
const ColumnPlan* plan_of(const std::vector<ColumnPlan>& plans, std::string_view name);

}  // namespace overhand
