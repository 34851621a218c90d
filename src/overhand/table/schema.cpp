#include "overhand/table/schema.h"

namespace overhand {

std::vector<ColumnPlan> plans_of(const Schema& schema) {
  std::vector<ColumnPlan> plans = schema.columns;
  for (ColumnPlan& plan : plans) {
    plan.missing.insert(plan.missing.end(), schema.missing.begin(), schema.missing.end());
  }
  return plans;
}

std::vector<std::string> unused_keys(const Schema& schema) {
  std::vector<std::string> keys;
  if (!schema.structure.rules.empty()) keys.emplace_back("rules");
  if (!schema.structure.weight.empty()) keys.emplace_back("weight");
  return keys;
}

}  // namespace overhand
