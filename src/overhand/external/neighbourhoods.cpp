#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "overhand/core/stopping.h"
#include "overhand/external/neighbourhoods_internal.h"
#include "overhand/random/sample.h"

namespace overhand::external {
namespace {

constexpr std::size_t centres = 20;
constexpr std::size_t around_each = 5'000;

// What two levels that differ add, and a value and a gap: as much as two values that are unrelated
// add on average.
constexpr double unlike = 2;

template <class Value>
double scale_of(const Cells<Value>& values) {
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (const Value value : values) {
    if (is_missing(value)) continue;
    ++count;
    sum += as_real(value);
    squares += as_real(value) * as_real(value);
  }
  if (count < 2) return 0;
  const double variance = (squares - sum * sum / count) / (count - 1);
  return variance > 0 ? 1 / std::sqrt(variance) : 0;
}

template <class Values, class Difference>
void add_distances(const Values& values, std::size_t centre, const Difference& difference,
                   Reals& distances) {
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (is_missing(values[i]) || is_missing(values[centre])) {
      distances[i] += is_missing(values[i]) && is_missing(values[centre]) ? 0 : unlike;
    } else {
      distances[i] += difference(values[i], values[centre]);
    }
  }
}

void add_distances(const Column& column, const Column& sample, std::size_t centre,
                   Reals& distances) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    return add_distances(
        texts->codes(), centre, [](Code a, Code b) { return a == b ? 0 : unlike; }, distances);
  }
  const auto add = [&]<class Value>(const Cells<Value>& values) {
    const double scale = scale_of(std::get<Cells<Value>>(sample.values));
    const auto scaled = [scale](Value a, Value b) {
      const double difference = (as_real(a) - as_real(b)) * scale;
      return difference * difference;
    };
    add_distances(values, centre, scaled, distances);
  };
  if (const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values)) return add(*whole);
  add(std::get<Cells<double>>(column.values));
}

// The places of the records of a part that lie nearest to one of them, itself among them.
Lineage nearest_places(const Table& part, const Table& sample, std::size_t centre) {
  Reals distances(part.row_count());
  for (std::size_t j = 0; j < part.column_count(); ++j) {
    add_distances(part.columns()[j], sample.columns()[j], centre, distances);
  }
  Lineage places(distances.size());
  std::iota(places.begin(), places.end(), Row{0});
  const auto some = static_cast<std::ptrdiff_t>(std::min(around_each, places.size()));
  std::ranges::nth_element(places, places.begin() + some - 1, {},
                           [&](Row place) { return distances[place]; });
  places.resize(static_cast<std::size_t>(some));
  return places;
}

}  // namespace

Result<Lineage> neighbourhoods(const PartStore& parts, const Lineage& rows, const Table& sample,
                               const random::Key& key) {
  Lineage all(rows.size());
  std::iota(all.begin(), all.end(), Row{0});
  if (rows.size() <= centres * around_each) return all;
  std::set<Row> chosen;
  for (const Row place :
       random::sample(key, {random::Purpose::linkage_sample}, rows.size(), centres)) {
    stop_if_cancelled();
    const std::size_t number = parts.part_at(place);
    const auto part = parts.read(number);
    if (!part) return part.error();
    const std::size_t start = parts.start_of(number);
    for (const Row near : nearest_places(*part, sample, place - start)) {
      chosen.insert(rows[start + near]);
    }
  }
  return Lineage(chosen.begin(), chosen.end());
}

}  // namespace overhand::external
