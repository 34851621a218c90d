#include "overhand/table/schema.h"

namespace overhand {

std::vector<ColumnPlan> plans_of(const Schema& schema) {
  std::vector<ColumnPlan> plans = schema.columns;
  for (ColumnPlan& plan : plans) {
    plan.missing.insert(plan.missing.end(), schema.missing.begin(), schema.missing.end());
  }
  return plans;
}

}  // namespace overhand
