#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "overhand/masking/cell_cut_internal.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

using Sorted = std::span<const double>;

// How far apart the ends of every `few` neighbours are.
std::vector<double> widths_of(Sorted sorted, std::size_t few) {
  std::vector<double> widths(sorted.size() - few);
  for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = sorted[i + few] - sorted[i];
  return widths;
}

// A quarter of them are below.
double usual(std::span<const double> widths) {
  std::vector<double> own(widths.begin(), widths.end());
  const auto quarter = own.begin() + static_cast<std::ptrdiff_t>(own.size() / 4);
  std::ranges::nth_element(own, quarter);
  return *quarter;
}

struct Gap {
  std::size_t lower;  // the size of the lower part
  double between;     // the variance between the parts
};

// Cuts that leave `least` on both sides, where values lie far apart, the best first.
std::vector<Gap> gaps_in(Sorted sorted, std::span<const double> widths, std::size_t least,
                         double far) {
  const std::size_t half_few = (sorted.size() - widths.size()) / 2;
  const auto size = static_cast<double>(sorted.size());
  const double mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / size;
  std::vector<Gap> cuts;
  double sum = 0;  // of the c lowest about the mean; between the parts: sum^2 (1/c + 1/(m-c))
  for (std::size_t c = 1; c + least <= sorted.size(); ++c) {
    sum += sorted[c - 1] - mean;
    if (c < least || !(widths[c - half_few] > far)) continue;
    const auto lower = static_cast<double>(c);
    cuts.push_back({c, sum * sum * (1 / lower + 1 / (size - lower))});
  }
  std::ranges::sort(cuts, std::greater{}, &Gap::between);
  return cuts;
}

// The size of the lower part that ends in the valley; 0 where there is none. A valley is four times
// as wide as is usual on either side of it.
std::size_t valley(Sorted sorted, std::size_t least) {
  constexpr double deep = 4;
  constexpr std::size_t fewest = 6;
  constexpr std::size_t most_tried = 8;
  const std::size_t few = std::max(fewest, sorted.size() / 64);
  if (sorted.size() < 2 * least || least < few) return 0;
  const auto widths = widths_of(sorted, few);
  auto cuts = gaps_in(sorted, widths, least, deep * usual(widths));
  if (cuts.size() > most_tried) cuts.resize(most_tried);
  for (const Gap& cut : cuts) {
    const auto below = std::span(widths).first(cut.lower - few + 1);
    const auto above = std::span(widths).subspan(std::min(cut.lower, widths.size() - 1));
    if (widths[cut.lower - few / 2] > deep * std::max(usual(below), usual(above))) return cut.lower;
  }
  return 0;
}

std::size_t near_median(std::size_t size, std::size_t k) {
  return std::clamp((size / 2 + k / 2) / k * k, k, size - k);
}

}  // namespace

CellCut best_cut(std::span<const double> scores, std::size_t k) {
  constexpr std::size_t smallest_part = 16;
  constexpr std::size_t most_sorted = 1024;
  const auto sorted = statistics::sorted_sample(scores, most_sorted);
  const std::size_t own_k = k * sorted.size() / scores.size();
  const std::size_t c = valley(sorted, std::max(own_k, sorted.size() / smallest_part));
  if (c == 0) return {near_median(scores.size(), k), false};
  if (sorted.size() == scores.size()) return {c, true};
  const double limit = sorted[c - 1] + (sorted[c] - sorted[c - 1]) / 2;
  const auto lower = std::ranges::count_if(scores, [&](double score) { return score <= limit; });
  return {std::clamp(static_cast<std::size_t>(lower), k, scores.size() - k), true};
}

}  // namespace overhand::masking
