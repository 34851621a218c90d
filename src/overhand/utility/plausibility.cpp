#include "overhand/utility/plausibility.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "overhand/statistics/blocks.h"

namespace overhand::utility {
namespace {

using statistics::Measured;

constexpr double rounding = 1e-9;

bool is_whole(double value) {
  return std::abs(value - std::round(value)) <= rounding * std::max(1.0, std::abs(value));
}

// What may be wrong with a value, as bits.
constexpr unsigned bit(Fault fault) { return 1U << static_cast<unsigned>(fault); }
constexpr unsigned none = 0;
constexpr unsigned rule_bit = 1U << fault_count;
constexpr unsigned sign_bits = bit(Fault::negative) | bit(Fault::positive);

unsigned faults(double value, const ColumnLimits& limits) {
  if (is_missing(value)) return limits.has_gaps ? none : bit(Fault::gap);
  const double slack = rounding * std::max(std::abs(limits.low), std::abs(limits.high));
  unsigned found = none;
  if (value < limits.low - slack) {
    found |= bit(Fault::range);
    if (limits.low >= 0 && value < -slack) found |= bit(Fault::negative);
  }
  if (value > limits.high + slack) {
    found |= bit(Fault::range);
    if (limits.high <= 0 && value > slack) found |= bit(Fault::positive);
  }
  if (limits.is_whole && !is_whole(value)) found |= bit(Fault::fraction);
  return found;
}

unsigned faults(Code code, const std::vector<bool>& has_code) {
  const auto place = static_cast<std::size_t>(code);
  if (place < has_code.size() && has_code[place]) return none;
  return bit(code == statistics::Category::gap ? Fault::gap : Fault::level);
}

// Records by what is wrong with them, and with each of their columns.
struct Counts {
  std::size_t any = 0;
  std::size_t sign = 0;
  std::size_t rule = 0;
  std::array<std::size_t, fault_count> by_fault = {};
  std::vector<std::array<std::size_t, fault_count>> by_column;

  void add_to(std::array<std::size_t, fault_count>& counts, unsigned found) const {
    for (std::size_t fault = 0; fault < fault_count; ++fault)
      counts[fault] += (found >> fault) & 1U;
  }
  void add_column(std::size_t column, unsigned found) {
    if (found == none) return;
    const bool has_sign = (found & sign_bits) != 0;  // which says more than the range
    add_to(by_column[column], has_sign ? found & ~bit(Fault::range) : found);
  }
  void add_record(unsigned found) {
    if (found == none) return;
    ++any;
    sign += static_cast<std::size_t>((found & sign_bits) != 0);
    rule += static_cast<std::size_t>((found & rule_bit) != 0);
    add_to(by_fault, found);
  }
  Counts& operator+=(const Counts& o) {
    any += o.any, sign += o.sign, rule += o.rule;
    for (std::size_t f = 0; f < fault_count; ++f) {
      by_fault[f] += o.by_fault[f];
      for (std::size_t j = 0; j < by_column.size(); ++j) by_column[j][f] += o.by_column[j][f];
    }
    return *this;
  }
};

// The values of a column may be kept divided by a power of two.
double in_own_unit(double value, const statistics::Numbers& numbers, std::size_t column) {
  const int exponent = numbers.exponents[column];
  return exponent == 0 ? value : std::ldexp(value, exponent);
}

ColumnLimits limits_of(const Measured& original, std::size_t j) {
  const bool has_gaps = original.numbers.gaps[j] > 0;
  ColumnLimits limits{std::numeric_limits<double>::infinity(),
                      -std::numeric_limits<double>::infinity(), true, has_gaps};
  for (const double value : original.numbers.columns[j]) {
    if (is_missing(value)) continue;
    const double own = in_own_unit(value, original.numbers, j);
    limits.low = std::min(limits.low, own);
    limits.high = std::max(limits.high, own);
    limits.is_whole = limits.is_whole && is_whole(own);
  }
  if (limits.low > limits.high) return {1, 0, false, has_gaps};  // any value is beyond
  return limits;
}

std::vector<bool> codes_there(const statistics::Category& category) {
  std::vector<bool> has_code(category.code_count(), false);
  for (const Code code : category.codes) has_code[static_cast<std::size_t>(code)] = true;
  return has_code;
}

// Adds one record, its amounts and then its categories.
void add_record(std::size_t row, const Limits& limits, const Measured& masked, bool breaks_rule,
                Counts& counts) {
  const auto record = masked.numbers.record(row);
  unsigned all = breaks_rule ? rule_bit : none;
  const auto add = [&](std::size_t column, unsigned found) {
    counts.add_column(column, found);
    all |= found;
  };
  const std::size_t amounts = limits.columns.size();
  for (std::size_t j = 0; j < amounts; ++j) {
    add(j, faults(in_own_unit(record[j], masked.numbers, j), limits.columns[j]));
  }
  for (std::size_t k = 0; k < limits.has_code.size(); ++k) {
    add(amounts + k, faults(masked.categories[k].codes[row], limits.has_code[k]));
  }
  counts.add_record(all);
}

std::vector<ColumnFault> faults_of(const Counts& counts, const Measured& masked) {
  std::vector<ColumnFault> faults;
  const std::size_t amounts = masked.numbers.amounts;
  for (std::size_t j = 0; j < counts.by_column.size(); ++j) {
    const std::string& name =
        j < amounts ? masked.numbers.names[j] : masked.categories[j - amounts].name;
    for (std::size_t f = 0; f < fault_count; ++f) {
      const std::size_t records = counts.by_column[j][f];
      if (records > 0) faults.push_back({name, static_cast<Fault>(f), records});
    }
  }
  return faults;
}

}  // namespace

Limits column_limits(const Measured& original) {
  Limits limits{std::vector<ColumnLimits>(original.numbers.amounts), {}};
  parallel_for_each_index(limits.columns.size(),
                          [&](std::size_t j) { limits.columns[j] = limits_of(original, j); });
  for (const auto& category : original.categories) {
    limits.has_code.push_back(codes_there(category));
  }
  return limits;
}

Implausible implausible(const Limits& limits, const Measured& masked,
                        std::span<const char> breaks_rule) {
  const Counts counts =
      statistics::sum_over_blocks(statistics::blocks_of(masked.rows), [&](statistics::Block block) {
        Counts sum;
        sum.by_column.resize(masked.dimension_count());
        for (std::size_t i = block.begin; i < block.end; ++i) {
          add_record(i, limits, masked, !breaks_rule.empty() && breaks_rule[i] != 0, sum);
        }
        return sum;
      });
  const auto share = [&](std::size_t count) {
    return static_cast<double>(count) / static_cast<double>(masked.rows);
  };
  const auto by_fault = [&](Fault fault) {
    return share(counts.by_fault[static_cast<std::size_t>(fault)]);
  };
  return {share(counts.any),         by_fault(Fault::range),   share(counts.sign),
          by_fault(Fault::fraction), by_fault(Fault::level),   by_fault(Fault::gap),
          share(counts.rule),        faults_of(counts, masked)};
}

}  // namespace overhand::utility
