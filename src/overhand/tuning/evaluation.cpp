#include "overhand/tuning/evaluation.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace overhand::tuning {

std::string name_of(Pairing pairing) {
  constexpr std::array names = {"none", "row", "sorted", "lineage"};
  return names[static_cast<std::size_t>(pairing)];
}

std::string label_of(Pairing pairing) {
  constexpr std::array labels = {"records not paired", "row by row", "sorted, as in the paper",
                                 "lineage, the true sources"};
  return labels[static_cast<std::size_t>(pairing)];
}

const Figures* find_figures(const Evaluation& evaluation, Pairing pairing) {
  const auto found = std::ranges::find(evaluation.figures, pairing, &Figures::pairing);
  return found == evaluation.figures.end() ? nullptr : &*found;
}

double value_of(const Values& values, std::string_view name) {
  const auto found = std::ranges::find(values, name, &Value::name);
  assert(found != values.end());
  return found->value;
}

}  // namespace overhand::tuning
