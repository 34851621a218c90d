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
  if (!schema.derive.empty()) keys.emplace_back("derive");
  if (!schema.rules.empty()) keys.emplace_back("rules");
  if (!schema.within.empty()) keys.emplace_back("within");
  if (!schema.weight.empty()) keys.emplace_back("weight");
  if (!schema.unit.empty()) keys.emplace_back("unit");
  return keys;
}

}  // namespace overhand
