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
enum Fault : unsigned { none = 0, range = 1, sign = 2, fraction = 4, level = 8, gap = 16 };

unsigned faults(double value, const ColumnLimits& limits) {
  if (is_missing(value)) return limits.has_gaps ? none : gap;
  const double slack = rounding * std::max(std::abs(limits.low), std::abs(limits.high));
  unsigned found = none;
  if (value < limits.low - slack) found |= limits.low >= 0 && value < -slack ? range | sign : range;
  if (value > limits.high + slack) {
    found |= limits.high <= 0 && value > slack ? range | sign : range;
  }
  if (limits.is_whole && !is_whole(value)) found |= fraction;
  return found;
}

unsigned faults(Code code, const std::vector<bool>& has_code) {
  const auto place = static_cast<std::size_t>(code);
  if (place < has_code.size() && has_code[place]) return none;
  return code == statistics::Category::gap ? gap : level;
}

struct Counts {
  std::size_t any = 0, range = 0, sign = 0, fraction = 0, level = 0, gap = 0;

  void add(unsigned found) {
    any += static_cast<std::size_t>(found != none);
    range += static_cast<std::size_t>((found & Fault::range) != 0);
    sign += static_cast<std::size_t>((found & Fault::sign) != 0);
    fraction += static_cast<std::size_t>((found & Fault::fraction) != 0);
    level += static_cast<std::size_t>((found & Fault::level) != 0);
    gap += static_cast<std::size_t>((found & Fault::gap) != 0);
  }
  Counts& operator+=(const Counts& o) {
    any += o.any, range += o.range, sign += o.sign, fraction += o.fraction;
    level += o.level, gap += o.gap;
    return *this;
  }
};

// The values of a column may be kept divided by a power of two.
double in_own_unit(double value, const statistics::Numbers& numbers, std::size_t column) {
  const int exponent = numbers.exponents[column];
  return exponent == 0 ? value : std::ldexp(value, exponent);
}

ColumnLimits limits_of(const statistics::Profile& original, std::size_t j) {
  const auto own = [&](double value) { return in_own_unit(value, original.numbers, j); };
  const Reals& sorted = original.sorted[j];
  const bool has_gaps = original.numbers.gaps[j] > 0;
  if (sorted.empty()) return {1, 0, false, has_gaps};  // any value is beyond
  return {own(sorted.front()), own(sorted.back()),
          std::ranges::all_of(sorted, [&](double value) { return is_whole(own(value)); }),
          has_gaps};
}

std::vector<bool> codes_there(const statistics::Category& category) {
  std::vector<bool> has_code(category.code_count(), false);
  for (const Code code : category.codes) has_code[static_cast<std::size_t>(code)] = true;
  return has_code;
}

unsigned faults_of(std::size_t row, const Limits& limits, const statistics::Profile& masked) {
  const auto record = masked.numbers.record(row);
  unsigned found = none;
  for (std::size_t j = 0; j < limits.columns.size(); ++j) {
    found |= faults(in_own_unit(record[j], masked.numbers, j), limits.columns[j]);
  }
  for (std::size_t k = 0; k < limits.has_code.size(); ++k) {
    found |= faults(masked.categories[k].codes[row], limits.has_code[k]);
  }
  return found;
}

}  // namespace

Limits column_limits(const statistics::Profile& original) {
  Limits limits{std::vector<ColumnLimits>(original.numbers.amounts), {}};
  parallel_for_each_index(limits.columns.size(),
                          [&](std::size_t j) { limits.columns[j] = limits_of(original, j); });
  for (const auto& category : original.categories) {
    limits.has_code.push_back(codes_there(category));
  }
  return limits;
}

Implausible implausible(const Limits& limits, const statistics::Profile& masked) {
  const Counts counts = statistics::sum_over_blocks(
      statistics::blocks_of(masked.row_count()), [&](statistics::Block block) {
        Counts sum;
        for (std::size_t i = block.begin; i < block.end; ++i) {
          sum.add(faults_of(i, limits, masked));
        }
        return sum;
      });
  const auto share = [&](std::size_t count) {
    return static_cast<double>(count) / static_cast<double>(masked.row_count());
  };
  return {share(counts.any),      share(counts.range), share(counts.sign),
          share(counts.fraction), share(counts.level), share(counts.gap)};
}

}  // namespace overhand::utility
