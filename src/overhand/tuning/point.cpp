#include "overhand/tuning/point.h"

#include <algorithm>
#include <set>

#include "overhand/statistics/median.h"

namespace overhand::tuning {
namespace {

using evaluation::MeasureId;
using statistics::median;

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

const Measurements& deciding(const Replicate& replicate, Reading reading) {
  return reading == Reading::by_true_source ? replicate.by_true_source : replicate.as_published;
}

double dbrl_of(const Point& point, Reading reading) {
  return value_of(deciding(point.median, reading), MeasureId::dbrl);
}

evaluation::MeasureId measure_of(Score score) {
  return score == Score::paper ? MeasureId::overall_score : MeasureId::shape_loss;
}

std::string name_of(Score score) { return score == Score::paper ? "paper" : "loss"; }
std::string label_of(Score score) { return score == Score::paper ? "overall score" : "loss"; }

double score_of(const Point& point, Reading reading, Score score) {
  return value_of(deciding(point.median, reading), measure_of(score));
}

double overall_of(const Point& point, Reading reading) {
  return score_of(point, reading, Score::paper);
}

void set_medians(Point& point) {
  std::vector<double> found;
  for (const Replicate& replicate : point.replicates) found.push_back(replicate.found);
  point.median = {medians(point.replicates, &Replicate::by_true_source),
                  medians(point.replicates, &Replicate::as_published), median(std::move(found))};
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
