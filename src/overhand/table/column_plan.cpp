#include "overhand/table/column_plan.h"

#include <algorithm>
#include <array>

namespace overhand {
namespace {

constexpr std::array<std::string_view, 3> treatments = {"mask", "keep", "drop"};

}  // namespace

std::string name_of(Treatment treatment) {
  return std::string(treatments[static_cast<std::size_t>(treatment)]);
}

std::optional<Treatment> treatment_named(std::string_view name) {
  const auto found = std::ranges::find(treatments, name);
  if (found == treatments.end()) return std::nullopt;
  return static_cast<Treatment>(found - treatments.begin());
}

const ColumnPlan* plan_of(const std::vector<ColumnPlan>& plans, std::string_view name) {
  const auto found = std::ranges::find(plans, name, &ColumnPlan::name);
  return found == plans.end() ? nullptr : &*found;
}

}  // namespace overhand
