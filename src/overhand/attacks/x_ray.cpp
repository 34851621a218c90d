#include "overhand/attacks/x_ray.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "overhand/core/parallel.h"

namespace overhand::attacks {
namespace {

constexpr std::size_t most_told = 20;
constexpr std::size_t most_examined = 100;

XRay empty_ray(const View& view, std::size_t attacked) {
  XRay ray{attacked, {}, {}};
  for (const SeenColumn& column : view.columns) ray.columns.push_back(column.name);
  return ray;
}

// The places of the highest, the highest first.
std::vector<std::size_t> highest(const Reals& scores, std::size_t most) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return scores[i]; });
  order.resize(std::min(order.size(), most));
  return order;
}

Reals scores_of(const std::vector<Exposure>& people) {
  Reals scores;
  for (const Exposure& one : people) scores.push_back(exposure_score(one, {}));
  return scores;
}

std::vector<Row> all_but(std::size_t rows, Row person) {
  std::vector<Row> others(rows);
  std::iota(others.begin(), others.end(), Row{0});
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(person));
  return others;
}

}  // namespace

Result<ExposureRates> known_anyway(const Table& original, Row person, const AttackOptions& options,
                                   const random::Key& key) {
  if (original.row_count() < 2) return ExposureRates{};
  const Table others = gather(original, all_but(original.row_count(), person));
  const auto view = view_of(original, others);
  if (!view) return view.error();
  const People one{{person}, {}};
  const Flags nobody(view->originals);
  Exposures exposures;
  exposures.watch(*view, one.members);
  for (const std::size_t known : known_facts) {
    inference(*view, one, nobody, {known, options.sets}, key, &exposures);
  }
  linkability(*view, one, options.sets, key, &exposures);
  membership(*view, one, &exposures);
  return rates_of(*exposures.of(person));
}

Result<XRay> x_ray(const Table& original, const View& view, const Exposures& exposures,
                   const AttackOptions& options, const random::Key& key) {
  const auto& people = exposures.all();
  XRay ray = empty_ray(view, people.size());
  const auto examined = highest(scores_of(people), most_examined);
  std::vector<Result<ExposureRates>> anyway(examined.size(), ExposureRates{});
  parallel_for_each_index(examined.size(), [&](std::size_t i) {
    anyway[i] = known_anyway(original, people[examined[i]].person, options, key);
  });
  Reals scores;
  for (std::size_t i = 0; i < examined.size(); ++i) {
    if (!anyway[i]) return anyway[i].error();
    scores.push_back(exposure_score(people[examined[i]], *anyway[i]));
  }
  for (const std::size_t i : highest(scores, most_told)) {
    ray.people.push_back({people[examined[i]], *anyway[i]});
  }
  return ray;
}

Result<XRay> x_ray_of(const Table& original, const Table& released, Row person,
                      const AttackOptions& options, const random::Key& key) {
  const auto view = view_of(original, released);
  if (!view) return view.error();
  Exposures exposures;
  attacked(*view, {{person}, {}}, Flags(view->originals), options, key, &exposures);
  return x_ray(original, *view, exposures, options, key);
}

}  // namespace overhand::attacks
