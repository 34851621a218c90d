#include "overhand/utility/plausibility.h"

#include <algorithm>
#include <cmath>

#include "overhand/statistics/blocks.h"

namespace overhand::utility {
namespace {

constexpr double rounding = 1e-9;

bool is_whole(double value) {
  return std::abs(value - std::round(value)) <= rounding * std::max(1.0, std::abs(value));
}

// What may be wrong with a value, as bits.
enum Fault : unsigned { none = 0, range = 1, sign = 2, fraction = 4 };

unsigned faults(double value, const ColumnLimits& limits) {
  const double slack = rounding * std::max(std::abs(limits.low), std::abs(limits.high));
  unsigned found = none;
  if (value < limits.low - slack) found |= limits.low >= 0 && value < -slack ? range | sign : range;
  if (value > limits.high + slack) {
    found |= limits.high <= 0 && value > slack ? range | sign : range;
  }
  if (limits.is_whole && !is_whole(value)) found |= fraction;
  return found;
}

struct Counts {
  std::size_t any = 0, range = 0, sign = 0, fraction = 0;

  void add(unsigned found) {
    any += static_cast<std::size_t>(found != none);
    range += static_cast<std::size_t>((found & Fault::range) != 0);
    sign += static_cast<std::size_t>((found & Fault::sign) != 0);
    fraction += static_cast<std::size_t>((found & Fault::fraction) != 0);
  }
  Counts& operator+=(const Counts& o) {
    any += o.any, range += o.range, sign += o.sign, fraction += o.fraction;
    return *this;
  }
};

// The values of a column may be kept divided by a power of two.
double in_own_unit(double value, const statistics::Numbers& numbers, std::size_t column) {
  const int exponent = numbers.exponents[column];
  return exponent == 0 ? value : std::ldexp(value, exponent);
}

}  // namespace

std::vector<ColumnLimits> column_limits(const statistics::Profile& original) {
  std::vector<ColumnLimits> limits(original.column_count());
  parallel_for_each_index(limits.size(), [&](std::size_t j) {
    const auto own = [&](double value) { return in_own_unit(value, original.numbers, j); };
    const Reals& sorted = original.sorted[j];
    limits[j] = {own(sorted.front()), own(sorted.back()),
                 std::ranges::all_of(sorted, [&](double value) { return is_whole(own(value)); })};
  });
  return limits;
}

Implausible implausible(const std::vector<ColumnLimits>& limits,
                        const statistics::Profile& masked) {
  const Counts counts = statistics::sum_over_blocks(
      statistics::blocks_of(masked.row_count()), [&](statistics::Block block) {
        Counts sum;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          const auto record = masked.numbers.record(i);
          unsigned found = none;
          for (std::size_t j = 0; j < limits.size(); ++j) {
            found |= faults(in_own_unit(record[j], masked.numbers, j), limits[j]);
          }
          sum.add(found);
        }
        return sum;
      });
  const auto share = [&](std::size_t count) {
    return static_cast<double>(count) / static_cast<double>(masked.row_count());
  };
  return {share(counts.any), share(counts.range), share(counts.sign), share(counts.fraction)};
}

}  // namespace overhand::utility
