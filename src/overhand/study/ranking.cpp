#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/study/study.h"

namespace overhand::study {

std::vector<Standing> ranking(const ExperimentResult& result, tuning::Reading reading,
                              const std::vector<Family>& families) {
  std::vector<Standing> standings;
  for (const MethodResult& method : result.methods) {
    const auto& chosen = method.chosen(reading);
    if (std::ranges::find(families, method.entrant.family) == families.end()) continue;
    if (!chosen) continue;
    standings.push_back(
        {&method, &*chosen, chosen->is_under(), overall_of(chosen->point, reading)});
  }
  std::ranges::stable_sort(standings, [&](const Standing& a, const Standing& b) {
    if (a.is_under != b.is_under) return a.is_under;
    if (a.is_under) return a.overall < b.overall;
    return dbrl_of(a.chosen->point, reading) < dbrl_of(b.chosen->point, reading);
  });
  return standings;
}

std::string setting_text(const tuning::Point& point) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : point.options) {
    if (name != "order") parts.push_back(fmt::format("{} {}", name, masking::text_of(value)));
  }
  if (point.options.contains("order")) parts.emplace_back("best of the orders");
  return parts.empty() ? "as it is" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string setting_text(const MethodResult& method, const Chosen& chosen) {
  const auto [least, most] = std::ranges::minmax(chosen.settings);
  const tuning::Point& from = method.points[least];
  const tuning::Point& to = method.points[most];
  if (least == most || from.options.contains("order")) return setting_text(from);
  return fmt::format("{} to {}", setting_text(from), masking::text_of(to.options.begin()->second));
}

}  // namespace overhand::study
