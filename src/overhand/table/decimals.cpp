#include "overhand/table/decimals.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "overhand/table/amounts.h"
#include "overhand/table/cell_text.h"

namespace overhand {
namespace {

std::int64_t step_of(const Cells<std::int64_t>& times, TimeUnit unit) {
  const std::int64_t second = units_per_second(unit);
  std::vector<std::int64_t> steps = {seconds_per_day * second, 3'600 * second, 60 * second};
  for (std::int64_t part = second; part > 0; part /= 1'000) steps.push_back(part);
  return *std::ranges::find_if(steps, [&](std::int64_t step) {
    return std::ranges::all_of(
        times, [&](std::int64_t time) { return is_missing(time) || time % step == 0; });
  });
}

}  // namespace

double rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale) / scale;
}

std::optional<int> decimals_of(const Column& column) {
  constexpr int most = 6;
  constexpr double rounding = 1e-9;
  const auto values = amounts(column);
  if (!values) return std::nullopt;
  for (int decimals = 0; decimals <= most; ++decimals) {
    const bool are_enough = std::ranges::all_of(*values, [&](double value) {
      return is_missing(value) ||
             std::abs(value - rounded(value, decimals)) <= rounding * std::abs(value);
    });
    if (are_enough) return decimals;
  }
  return std::nullopt;
}

Grain grain_of(const Column& column) {
  const auto unit = match(
      column.type, [](const type::Timestamp& time) { return std::optional(time.unit); },
      [](const type::Duration& duration) { return std::optional(duration.unit); },
      [](const auto&) { return std::optional<TimeUnit>(); });
  if (!unit) return {decimals_of(column)};
  return {std::nullopt, step_of(std::get<Cells<std::int64_t>>(column.values), *unit)};
}

double as_written(double value, const Grain& grain) {
  return grain.decimals ? rounded(value, *grain.decimals) : value;
}

std::int64_t as_written(std::int64_t value, const Grain& grain) {
  const std::int64_t beyond = (value % grain.step + grain.step) % grain.step;
  const std::int64_t below = value - beyond;
  return 2 * beyond < grain.step ? below : below + grain.step;
}

}  // namespace overhand
