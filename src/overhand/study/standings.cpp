#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/study/standings_internal.h"

namespace overhand::study {

using tuning::Reading;

double median_of(const Standing& standing, Reading reading, evaluation::MeasureId measure) {
  return value_of(deciding(standing.chosen->point.median, reading), measure);
}

const Standing* standing_of(const std::vector<Standing>& standings, std::string_view name) {
  const auto found = std::ranges::find(standings, name,
                                       [](const Standing& standing) { return name_of(standing); });
  return found == standings.end() ? nullptr : &*found;
}

std::string leaders(const ExperimentResult& result, const std::vector<Standing>& standings,
                    std::size_t count) {
  std::vector<std::string> parts;
  for (const Standing& standing : standings) {
    if (standing.is_under && parts.size() < count) {
      parts.push_back(fmt::format("{} {:.3f}", name_of(standing), standing.overall));
    }
  }
  return fmt::format("{}: {}", result.title, fmt::join(parts, ", "));
}

bool is_led_by(const std::vector<Standing>& standings, std::string_view name) {
  return !standings.empty() && standings.front().is_under && name_of(standings.front()) == name;
}

std::vector<Standing> by_measure(std::vector<Standing> standings, evaluation::MeasureId measure) {
  std::erase_if(standings, [](const Standing& standing) { return !standing.is_under; });
  std::ranges::stable_sort(standings, {}, [&](const Standing& standing) {
    return median_of(standing, Reading::as_published, measure);
  });
  return standings;
}

}  // namespace overhand::study
