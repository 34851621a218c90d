#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "overhand/coarsening/steps_internal.h"
#include "overhand/table/amounts.h"

namespace overhand::coarsening {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// From `low` on and below `high`.
struct Interval {
  double low;
  double high;
};

// The numbers of a column, also of one whose texts say nothing else.
std::optional<Reals> numbers_of(const Column& column) {
  if (is_quantity(column.type)) return reals(column);
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts == nullptr) return std::nullopt;
  Column as_kept(column.name, *texts, Role::keep);
  as_kept.decimal = column.decimal;
  const auto numbers = amounts(as_kept);
  if (!numbers) return std::nullopt;
  return Reals(numbers->begin(), numbers->end());
}

bool is_whole(double value) { return std::floor(value) == value; }

bool are_whole(const Reals& values) {
  return std::ranges::all_of(values,
                             [](double value) { return is_missing(value) || is_whole(value); });
}

// The band of a value; .3 is a multiple of .1, whatever dividing says.
Interval band_of(double value, double width) {
  constexpr double dust = 1e-9;
  const double quotient = value / width;
  const double nearest = std::round(quotient);
  const bool is_multiple = std::abs(quotient - nearest) <= dust * std::max(1.0, std::abs(nearest));
  const double place = is_multiple ? nearest : std::floor(quotient);
  return {place * width, (place + 1) * width};
}

Interval between_cuts(double value, const std::vector<double>& cuts) {
  const auto above = std::ranges::upper_bound(cuts, value);
  return {above == cuts.begin() ? -infinity : *std::prev(above),
          above == cuts.end() ? infinity : *above};
}

// Where each value goes.
class Intervals {
 public:
  explicit Intervals(const Coarsening& said) : said_(said) {}

  Interval of(double value) const {
    if (said_.top && value >= *said_.top) return {*said_.top, infinity};
    if (said_.bottom && value < *said_.bottom) return {-infinity, *said_.bottom};
    Interval found{value, value};  // a value of its own
    if (const auto* bands = std::get_if<coarse::Bands>(&said_.step)) {
      found = band_of(value, bands->width);
    } else if (const auto* cuts = std::get_if<coarse::Cuts>(&said_.step)) {
      found = between_cuts(value, cuts->at);
    }
    if (said_.bottom) found.low = std::max(found.low, *said_.bottom);
    if (said_.top) found.high = std::min(found.high, *said_.top);
    return found;
  }

 private:
  const Coarsening& said_;
};

// How intervals are written: 20-24 of whole numbers, 20-<25 of others, -5 to -1 where a column has
// negative ones.
class Spelling {
 public:
  Spelling(const std::vector<Interval>& intervals, bool is_whole, char decimal)
      : decimal_(decimal),
        is_whole_(is_whole && std::ranges::all_of(intervals, has_whole_ends)),
        dash_(std::ranges::any_of(intervals, is_negative) ? " to " : "-") {}

  std::string text_of(const Interval& interval) const {
    if (interval.low == -infinity) return "<" + number(interval.high);
    if (interval.high == infinity) return number(interval.low) + "+";
    const bool is_one = interval.low == interval.high;
    if (is_one || (is_whole_ && interval.low + 1 == interval.high)) return number(interval.low);
    return number(interval.low) + dash_ +
           (is_whole_ ? number(interval.high - 1) : "<" + number(interval.high));
  }

 private:
  static bool has_whole_ends(const Interval& interval) {
    const auto is_end = [](double end) { return std::isinf(end) || is_whole(end); };
    return is_end(interval.low) && is_end(interval.high);
  }
  static bool is_negative(const Interval& interval) {
    return interval.low < 0 && interval.low != -infinity;
  }
  // Without the dust of multiples of .1.
  std::string number(double value) const {
    std::string text = fmt::format("{:.12g}", value == 0 ? 0 : value);
    std::ranges::replace(text, '.', decimal_);
    return text;
  }

  char decimal_;
  bool is_whole_;
  const char* dash_;
};

bool comes_before(const Interval& a, const Interval& b) {
  return std::pair(a.low, a.high) < std::pair(b.low, b.high);
}

Column as_levels(const Column& column, const Reals& values, const Coarsening& said) {
  const Intervals intervals(said);
  std::vector<Interval> used;
  for (const double value : values) {
    if (!is_missing(value)) used.push_back(intervals.of(value));
  }
  std::ranges::sort(used, comes_before);
  const auto are_same = [](const Interval& a, const Interval& b) {
    return a.low == b.low && a.high == b.high;
  };
  const auto repeated = std::ranges::unique(used, are_same);
  used.erase(repeated.begin(), repeated.end());
  const Spelling spelling(used, are_whole(values), column.decimal);
  auto dictionary = std::make_shared<Dictionary>();
  for (const Interval& interval : used) dictionary->append(spelling.text_of(interval));
  std::vector<Code> codes(values.size(), missing_code);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (is_missing(values[row])) continue;
    const auto place = std::ranges::lower_bound(used, intervals.of(values[row]), comes_before);
    codes[row] = static_cast<Code>(place - used.begin());
  }
  return as_category(column, {std::move(codes), std::move(dictionary)}, true);
}

// Numbers to compute with, none beyond the ends.
Result<Column> as_capped(const Column& column, const ColumnPlan& plan) {
  const Coarsening& said = plan.coarsening;
  Reals values = reals(column);
  for (double& value : values) {
    if (said.top && value > *said.top) value = *said.top;
    if (said.bottom && value < *said.bottom) value = *said.bottom;
  }
  if (!std::holds_alternative<type::Integer>(column.type)) return with_values(column, values);
  if (!is_whole(said.top.value_or(0)) || !is_whole(said.bottom.value_or(0))) {
    return problem_with(plan, "has whole numbers: give whole ones for top and bottom.");
  }
  Integers whole(values.size(), missing_integer);
  std::ranges::transform(values, whole.begin(), [](double value) {
    return is_missing(value) ? missing_integer : static_cast<std::int64_t>(value);
  });
  return with_values(column, std::move(whole));
}

}  // namespace

Result<Column> in_intervals(const Column& column, const ColumnPlan& plan) {
  const auto values = numbers_of(column);
  if (!values) {
    return problem_with(plan, fmt::format("is {}, and bands, cuts, top and bottom are for numbers; "
                                          "take prefix, to, hierarchy or merge_below.",
                                          words_for(column.type)));
  }
  const bool stays_number = std::holds_alternative<std::monostate>(plan.coarsening.step) &&
                            is_quantity(column.type) && column.role == Role::mask;
  if (stays_number) return as_capped(column, plan);
  return as_levels(column, *values, plan.coarsening);
}

}  // namespace overhand::coarsening
