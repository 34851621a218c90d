#include "overhand/evaluation/plausibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/core/stopping.h"
#include "overhand/statistics/measured.h"

namespace overhand::evaluation {
namespace {

// What its originals have in common; ranges are told without their ends, which are values.
std::string rule_broken_by(const utility::ColumnFault& fault) {
  using utility::Fault;
  std::string name = relations::formula_name(fault.column);
  switch (fault.fault) {
    case Fault::range:
      return name + " stays within its range";
    case Fault::negative:
      return name + " >= 0";
    case Fault::positive:
      return name + " <= 0";
    case Fault::fraction:
      return name + " is whole";
    case Fault::level:
      return name + " has no new level";
    case Fault::gap:
      return name + " is never missing";
  }
  return name;
}

}  // namespace

std::vector<BrokenRule> broken_rules_in(const utility::Implausible& implausible,
                                        const std::vector<relations::Rule>& rules,
                                        const relations::Broken& broken) {
  std::vector<BrokenRule> all;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (broken.counts[i] > 0) all.push_back({rules[i].text(), broken.counts[i]});
  }
  for (const auto& fault : implausible.faults) {
    all.push_back({rule_broken_by(fault), fault.records});
  }
  std::ranges::stable_sort(all, std::greater<>(), &BrokenRule::records);
  return all;
}

Result<Plausibility> plausibility_of(const Table& original, const Table& masked,
                                     const std::vector<std::string>& rules,
                                     const Progress& progress) {
  auto before = statistics::measured_of(original, statistics::measured_names(original), "original");
  if (!before) return before.error();
  auto after = statistics::measured_like(*before, masked, "masked");
  if (!after) return after.error();
  return stoppable(progress, [&]() -> Result<Plausibility> {
    const auto obeyed = relations::rules_of(original, rules);
    if (!obeyed) return obeyed.error();
    const auto broken = relations::broken_rules(*obeyed, masked);
    const auto [x, m] = statistics::in_common_terms(*std::move(before), *std::move(after));
    const auto found = utility::implausible(utility::column_limits(x), m, broken.records);
    const auto rows = static_cast<double>(m.rows);
    return Plausibility{m.rows, static_cast<std::size_t>(std::llround(found.records * rows)),
                        broken_rules_in(found, *obeyed, broken)};
  });
}

}  // namespace overhand::evaluation
