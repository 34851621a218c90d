#include "overhand/tuning/choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "overhand/risk/kept_columns.h"

namespace overhand::tuning {
namespace {

using evaluation::MeasureId;

// What a share among the records of a trial is at most, but for chance.
double likely_highest(double share, const Extent& extent) {
  constexpr double standard_errors = 3;
  const double error = std::sqrt(share * (1 - share) / static_cast<double>(extent.trial_rows));
  return std::min(1.0, share + standard_errors * error);
}

// The index of the least by `key` among the points that are `eligible`.
template <class Eligible, class Key>
std::optional<std::size_t> least(const std::vector<Point>& points, const Eligible& eligible,
                                 const Key& key) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].failure || !eligible(points[i])) continue;
    if (!best || key(points[i]) < key(points[*best])) best = i;
  }
  return best;
}

// What an intruder finds, by whatever finds most.
double risk_of(const Point& point, Reading reading) {
  return std::max(dbrl_of(point, reading), point.median.found);
}

// Whose records have no known source is linked by the order of its values alone: a lower bound.
bool is_measured(const Point& point, Reading reading) {
  return reading == Reading::as_published ||
         deciding(point.median, reading).pairing != evaluation::Pairing::sorted;
}

// Where a point stands among those of nearly equal loss: smaller is better.
std::pair<bool, double> caution(const Point& point, Reading reading) {
  return {!is_measured(point, reading), risk_of(point, reading)};
}

// The best by the score that is asked for; where that is the loss, the safest of those nearly as
// good. The paper's score has the risk in it.
const Point* best_of(const std::vector<const Point*>& points, const TuneOptions& options) {
  if (points.empty()) return nullptr;
  const auto score = [&](const Point* point) {
    return score_of(*point, options.reading, options.score);
  };
  const Point* best = *std::ranges::min_element(points, {}, score);
  if (options.score == Score::paper) return best;
  const double enough = score(best) + nearly_equal_loss;
  for (const Point* point : points) {
    if (score(point) > enough) continue;
    if (caution(*point, options.reading) < caution(*best, options.reading)) best = point;
  }
  return best;
}

bool is_under(const Point& point, const TuneOptions& options) {
  return dbrl_of(point, options.reading) <= options.max_risk;
}

std::string percent_text(double share) {
  return share < 0.1 ? fmt::format("{:.2g}", 100 * share) : fmt::format("{:.0f}", 100 * share);
}

// Two standard deviations of a share of the whole table about one of the trials.
double likely_highest(double share, const Point& point, const Extent& extent) {
  constexpr double deviations = 2;
  const auto tried = static_cast<double>(extent.trial_rows * point.replicates.size());
  const double variance = share * (1 - share) * (1 / static_cast<double>(extent.rows) + 1 / tried);
  return share + deviations * std::sqrt(variance);
}

std::optional<std::string> implausible(const Point& point, const TuneOptions& options,
                                       const Extent& extent) {
  const Measurements& median = deciding(point.median, options.reading);
  const double implausible = value_of(median, MeasureId::implausible);
  if (likely_highest(implausible, point, extent) <= options.max_implausible) return std::nullopt;
  std::vector<std::string> parts;
  const auto add = [&](MeasureId id, const char* words) {
    const double share = has(median, id) ? value_of(median, id) : 0;
    if (share > 0) parts.push_back(fmt::format("{} {:.0f} %", words, 100 * share));
  };
  add(MeasureId::beyond_range, "outside a column's range");
  add(MeasureId::wrong_sign, "of a sign that its column has not");
  add(MeasureId::not_whole, "a fraction among whole numbers");
  add(MeasureId::new_level, "a level that no original has");
  add(MeasureId::new_gap, "a gap where no original has one");
  add(MeasureId::broken_rule, "a broken rule");
  return fmt::format(
      "implausible values in {} % of the records ({}){}", percent_text(implausible),
      fmt::join(parts, ", "),
      implausible <= options.max_implausible
          ? fmt::format("; chance can lift that above {:.0f} %", 100 * options.max_implausible)
          : "");
}

std::optional<std::string> too_near(const Point& point, const masking::Method& method,
                                    const TuneOptions& options, const Extent& extent) {
  const double highest = likely_highest_dbrl(point, method, options.reading, extent);
  if (highest <= options.max_risk) return std::nullopt;
  return fmt::format("too near the ceiling: chance can lift {:.3f} to {:.3f}",
                     dbrl_of(point, options.reading), highest);
}

std::optional<std::string> known_too_well(const Point& point, const TuneOptions& options,
                                          const Extent& extent) {
  if (!is_known_too_well(point, options, extent)) return std::nullopt;
  if (point.replicates.front().is_without_sources) {
    return fmt::format(
        "its records have no source to tell the risk by, and by what goes out as it was {:.3f} of "
        "them are in classes of fewer than {}, or are copies",
        point.median.found, risk::small_class);
  }
  if (!options.structure.unit.empty()) {
    return fmt::format(
        "who knows what goes out as it was, the order of levels, or all records of a unit, finds "
        "{:.3f} of them",
        point.median.found);
  }
  return fmt::format(
      "who knows what goes out as it was, or the order of levels, finds {:.3f} of the records",
      point.median.found);
}

// The time of one masking on the whole table, from the time of a trial.
double whole_seconds(const Point& point, const masking::Method& method, const Extent& extent) {
  const double larger = static_cast<double>(extent.rows) / static_cast<double>(extent.trial_rows);
  return point.seconds * (method.cost == masking::Cost::quadratic ? larger * larger : larger);
}

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60)
                        : fmt::format("{:.0f} h", seconds / 3600);
}

std::optional<std::string> too_slow(const Point& point, const masking::Method& method,
                                    const TuneOptions& options, const Extent& extent) {
  const double seconds = whole_seconds(point, method, extent);
  const double allowed =
      std::isfinite(options.time.seconds) ? options.time.seconds / 2 : longest_masking;
  if (seconds <= allowed) return std::nullopt;
  return fmt::format("masking all {} records would take about {}; at most {} are given to it",
                     extent.rows, time_text(seconds), time_text(allowed));
}

std::optional<std::string> exclusion(const Point& point, const masking::Method& method,
                                     const TuneOptions& options, const Extent& extent) {
  if (auto why = implausible(point, options, extent)) return why;
  if (auto why = known_too_well(point, options, extent)) return why;
  if (auto why = too_near(point, method, options, extent)) return why;
  return too_slow(point, method, options, extent);
}

std::vector<const Point*> eligible_in(const std::vector<Point>& points,
                                      const TuneOptions& options) {
  std::vector<const Point*> eligible;
  for (const Point& point : points) {
    if (!point.failure && is_under(point, options) && !point.excluded) eligible.push_back(&point);
  }
  return eligible;
}

std::optional<std::size_t> index_in(const std::vector<Point>& points, const Point* point) {
  if (point == nullptr) return std::nullopt;
  return static_cast<std::size_t>(point - points.data());
}

}  // namespace

bool is_implausible(const Point& point, const Tuning& tuning) {
  return !point.failure &&
         implausible(point, tuning.options, {tuning.rows, tuning.trial_rows}).has_value();
}

bool has_implausible_points(const Tuning& tuning) {
  return std::ranges::any_of(tuning.tuned, [&](const Tuned& tuned) {
    return std::ranges::any_of(tuned.points, [&](const Point& point) {
      return is_implausible(point, tuning) && is_under(point, tuning.options);
    });
  });
}

bool is_known_too_well(const Point& point, const TuneOptions& options, const Extent& extent) {
  if (options.reading == Reading::as_published) return false;  // which looks at no source
  return likely_highest(point.median.found, extent) > options.max_risk;
}

double likely_highest_dbrl(const Point& point, const masking::Method& method, Reading reading,
                           const Extent& extent) {
  const double risk = dbrl_of(point, reading);
  const bool is_certain = method.is_deterministic && extent.trial_rows == extent.rows;
  return is_certain ? risk : likely_highest(risk, extent);
}

void choose(Tuned& tuned, const TuneOptions& options, const Extent& extent) {
  if (options.rule == Rule::release) {
    for (Point& point : tuned.points) {
      if (point.failure || !is_under(point, options)) continue;
      point.excluded = exclusion(point, *tuned.candidate.method, options, extent);
    }
  }
  tuned.choice = index_in(tuned.points, best_of(eligible_in(tuned.points, options), options));
  tuned.safest = least(
      tuned.points, [](const Point&) { return true; },
      [&](const Point& point) { return dbrl_of(point, options.reading); });
}

void choose_best(Tuning& tuning) {
  std::vector<const Point*> eligible;
  for (const Tuned& tuned : tuning.tuned) {
    std::ranges::copy(eligible_in(tuned.points, tuning.options), std::back_inserter(eligible));
  }
  const Point* best = best_of(eligible, tuning.options);
  if (best == nullptr) return;
  const auto has_it = [&](const Tuned& tuned) {
    return std::ranges::any_of(tuned.points, [&](const Point& point) { return &point == best; });
  };
  const auto winner = std::ranges::find_if(tuning.tuned, has_it);
  winner->choice = index_in(winner->points, best);
  tuning.best = static_cast<std::size_t>(winner - tuning.tuned.begin());
}

std::optional<std::size_t> shown_point(const Tuned& tuned, const TuneOptions& options) {
  if (tuned.choice) return tuned.choice;
  const auto under = least(
      tuned.points, [&](const Point& point) { return is_under(point, options); },
      [&](const Point& point) { return score_of(point, options.reading, options.score); });
  return under ? under : tuned.safest;
}

}  // namespace overhand::tuning
