#include "overhand/statistics/range.h"

#include <algorithm>
#include <array>
#include <limits>

namespace overhand::statistics {
namespace {

// Independent lanes let the compiler keep the running extremes in one vector register.
constexpr std::size_t lanes = 8;

template <class Value>
Range extremes(std::span<const Value> values) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::array<double, lanes> low;
  std::array<double, lanes> high;
  low.fill(infinity);
  high.fill(-infinity);
  const auto take = [&](double value, std::size_t lane) {  // a NaN compares false and is left out
    low[lane] = value < low[lane] ? value : low[lane];
    high[lane] = value > high[lane] ? value : high[lane];
  };
  std::size_t i = 0;
  for (; i + lanes <= values.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) take(as_real(values[i + lane]), lane);
  }
  for (; i < values.size(); ++i) take(as_real(values[i]), 0);
  return {std::ranges::min(low), std::ranges::max(high)};
}

}  // namespace

Range range(std::span<const double> values) { return extremes(values); }
Range range(std::span<const std::int64_t> values) { return extremes(values); }
Range range_of(const Values& numbers) {
  if (const auto* reals = std::get_if<Cells<double>>(&numbers)) return extremes<double>(*reals);
  return extremes<std::int64_t>(std::get<Cells<std::int64_t>>(numbers));
}

}  // namespace overhand::statistics
