#include "overhand/evaluation/evaluation.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace overhand::evaluation {

std::string name_of(Pairing pairing) {
  constexpr std::array names = {"none", "row", "sorted", "lineage"};
  return names[static_cast<std::size_t>(pairing)];
}

std::string label_of(Pairing pairing) {
  constexpr std::array labels = {"records not paired", "row by row", "sorted, as in the paper",
                                 "lineage, the true sources"};
  return labels[static_cast<std::size_t>(pairing)];
}

double highest(const Measurement& measurement) {
  return measurement.interval ? measurement.interval->high : measurement.value;
}

const Measurement& measurement_of(const Measurements& measurements, MeasureId id) {
  const auto found = std::ranges::find(measurements.all, id, &Measurement::id);
  assert(found != measurements.all.end());
  return *found;
}

bool has(const Measurements& measurements, MeasureId id) {
  return std::ranges::find(measurements.all, id, &Measurement::id) != measurements.all.end();
}

double value_of(const Measurements& measurements, MeasureId id) {
  return measurement_of(measurements, id).value;
}

void replace(const Measurement& measurement, Measurements& measurements) {
  for (Measurement& one : measurements.all) {
    if (one.id == measurement.id) one = measurement;
    const auto* of_others = std::get_if<OfMeasurements>(&measure_of(one.id).compute);
    if (of_others != nullptr) one.value = (*of_others)(measurements);
  }
}

const Measurements* find_pairing(const Evaluation& evaluation, Pairing pairing) {
  const auto found = std::ranges::find(evaluation.by_pairing, pairing, &Measurements::pairing);
  return found == evaluation.by_pairing.end() ? nullptr : &*found;
}

}  // namespace overhand::evaluation
