#include <algorithm>
#include <numeric>
#include <vector>

#include "overhand/masking/cell_cut_internal.h"

namespace overhand::masking {
namespace {

using Sorted = std::span<const double>;

constexpr std::size_t most_sorted = 1024;

// Every so many of the scores, in ascending order.
std::vector<double> sorted_sample(std::span<const double> scores) {
  const std::size_t step = (scores.size() + most_sorted - 1) / most_sorted;
  std::vector<double> sample;
  sample.reserve(scores.size() / step + 1);
  for (std::size_t i = 0; i < scores.size(); i += step) sample.push_back(scores[i]);
  std::ranges::sort(sample);
  return sample;
}

// How far apart the ends of every `few` neighbours are, and the least of these from either side.
struct Widths {
  Widths(Sorted sorted, std::size_t few)
      : at(sorted.size() - few), least_below(at.size()), least_above(at.size()) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = sorted[i + few] - sorted[i];
    const auto smaller = [](double a, double b) { return std::min(a, b); };
    std::inclusive_scan(at.begin(), at.end(), least_below.begin(), smaller);
    std::inclusive_scan(at.rbegin(), at.rend(), least_above.rbegin(), smaller);
  }

  std::vector<double> at;
  std::vector<double> least_below;
  std::vector<double> least_above;
};

// The size of the lower part that ends in the valley; 0 where there is none.
std::size_t valley(Sorted sorted, std::size_t least) {
  constexpr double deep = 4;
  constexpr std::size_t fewest = 6;
  const std::size_t few = std::max(fewest, sorted.size() / 64);
  if (sorted.size() < 2 * least || least < few) return 0;
  const Widths widths(sorted, few);
  const double mean =
      std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
  std::size_t found = 0;
  double largest = 0;
  double sum = 0;
  for (std::size_t c = 1; c + least <= sorted.size(); ++c) {
    sum += sorted[c - 1] - mean;
    if (c < least) continue;
    const double around = widths.at[c - few / 2];
    const double on_both_sides = std::max(widths.least_below[c - few],
                                          widths.least_above[std::min(c, widths.at.size() - 1)]);
    if (!(around > deep * on_both_sides)) continue;
    // Between the parts: S_c^2 (1/c + 1/(m-c)), S_c the sum of the c lowest about the mean.
    const double between =
        sum * sum / static_cast<double>(c) + sum * sum / static_cast<double>(sorted.size() - c);
    if (between > largest) {
      largest = between;
      found = c;
    }
  }
  return found;
}

std::size_t near_median(std::size_t size, std::size_t k) {
  return std::clamp((size / 2 + k / 2) / k * k, k, size - k);
}

}  // namespace

std::size_t best_cut(std::span<const double> scores, std::size_t k) {
  constexpr std::size_t smallest_part = 16;
  const auto sorted = sorted_sample(scores);
  const std::size_t own_k = k * sorted.size() / scores.size();
  const std::size_t c = valley(sorted, std::max(own_k, sorted.size() / smallest_part));
  if (c == 0) return near_median(scores.size(), k);
  if (sorted.size() == scores.size()) return c;
  const double limit = sorted[c - 1] + (sorted[c] - sorted[c - 1]) / 2;
  const auto lower = std::ranges::count_if(scores, [&](double score) { return score <= limit; });
  return std::clamp(static_cast<std::size_t>(lower), k, scores.size() - k);
}

}  // namespace overhand::masking
