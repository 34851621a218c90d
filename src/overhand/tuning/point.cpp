#include "overhand/tuning/point.h"

#include <algorithm>
#include <set>

#include "overhand/statistics/median.h"

namespace overhand::tuning {
namespace {

// The median of each value over the replicates' `values(figures)`.
template <class Pick>
Values medians(const std::vector<Replicate>& replicates, const Pick& values) {
  Values result = values(replicates.front());
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::vector<double> all;
    for (const Replicate& replicate : replicates) all.push_back(values(replicate)[i].value);
    result[i].value = statistics::median(std::move(all));
  }
  return result;
}

Figures median_figures(const std::vector<Replicate>& replicates, Figures Replicate::* reading) {
  const auto of = [&](Values Figures::* values) {
    return medians(replicates,
                   [&](const Replicate& r) -> const Values& { return r.*reading.*values; });
  };
  return {(replicates.front().*reading).pairing, of(&Figures::risk), of(&Figures::loss),
          of(&Figures::score), of(&Figures::beside)};
}

}  // namespace

const Figures& deciding(const Replicate& replicate, RiskBasis basis) {
  return basis == RiskBasis::lineage ? replicate.honest : replicate.paper;
}

double risk_of(const Point& point, RiskBasis basis) {
  return value_of(deciding(point.median, basis).risk, "dbrl");
}

double overall_of(const Point& point, RiskBasis basis) {
  return value_of(deciding(point.median, basis).score, "overall");
}

void set_medians(Point& point) {
  point.median = {median_figures(point.replicates, &Replicate::honest),
                  median_figures(point.replicates, &Replicate::paper)};
}

Point pooled(std::vector<Point> parts) {
  Point point{std::move(parts.front().options), {}, {}};
  std::set<std::string> notes;
  for (Point& part : parts) {
    if (part.failure) {
      point.replicates.clear();
      point.failure = std::move(part.failure);
      return point;
    }
    notes.insert(part.notes.begin(), part.notes.end());
    std::ranges::move(part.replicates, std::back_inserter(point.replicates));
  }
  set_medians(point);
  point.notes.assign(notes.begin(), notes.end());
  return point;
}

}  // namespace overhand::tuning
