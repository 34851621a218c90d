#include "overhand/tuning/point.h"

#include <algorithm>
#include <set>

namespace overhand::tuning {
namespace {

using evaluation::MeasureId;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// The median of each measure on its own.
Measurements medians(const std::vector<Replicate>& replicates, Measurements Replicate::* reading) {
  Measurements result = replicates.front().*reading;
  for (std::size_t i = 0; i < result.all.size(); ++i) {
    std::vector<double> values;
    for (const Replicate& one : replicates) values.push_back((one.*reading).all[i].value);
    result.all[i].value = median(std::move(values));
  }
  return result;
}

}  // namespace

const Measurements& deciding(const Replicate& replicate, RiskBasis basis) {
  return basis == RiskBasis::lineage ? replicate.honest : replicate.paper;
}

double risk_of(const Point& point, RiskBasis basis) {
  return value_of(deciding(point.median, basis), MeasureId::dbrl);
}

double overall_of(const Point& point, RiskBasis basis) {
  return value_of(deciding(point.median, basis), MeasureId::overall_score);
}

void set_medians(Point& point) {
  std::vector<double> found;
  for (const Replicate& replicate : point.replicates) found.push_back(replicate.found);
  point.median = {medians(point.replicates, &Replicate::honest),
                  medians(point.replicates, &Replicate::paper), median(std::move(found))};
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
