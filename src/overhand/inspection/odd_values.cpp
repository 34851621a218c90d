#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>

#include "overhand/inspection/odd_values_internal.h"
#include "overhand/inspection/tally_internal.h"
#include "overhand/table/levels.h"
#include "overhand/table/number_text.h"

namespace overhand::inspection {
namespace {

// The levels that are numbers with this decimal sign, and those that are none.
struct Parted {
  std::size_t numbers = 0;  // different ones
  std::size_t records = 0;  // of theirs
  bool are_whole = true;
  bool has_codes = false;
  std::vector<Level> others;
};

Parted parted(const Texts& texts, char decimal) {
  Parted parts;
  const auto counts = texts.level_counts();
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    const std::string_view text = texts.dictionary()[code];
    const auto number = number_text(text, decimal);
    if (!number) {
      if (parts.others.size() > few_levels) continue;  // too many: no need to know them
      parts.others.push_back({std::string(text), counts[code]});
      continue;
    }
    ++parts.numbers;
    parts.records += counts[code];
    parts.are_whole = parts.are_whole && number->is_whole;
    parts.has_codes =
        parts.has_codes || has_leading_zero(text) || has_more_digits_than_a_real(text);
  }
  return parts;
}

bool are_numbers_but_for_few(const Parted& parts, std::size_t present) {
  return !parts.has_codes && parts.numbers > few_levels && 2 * parts.records > present &&
         !parts.others.empty() && parts.others.size() <= few_levels;
}

// 99, 999, -9, -99, ... and the same of 8s and 7s. Somebody may well have 7 children.
bool is_code_for_missing(double value) {
  constexpr double longest = 999'999'999;
  constexpr double largest_digit = 9;
  if (std::abs(value) > longest || value != std::floor(value)) return false;
  if (value >= 0 && value <= largest_digit) return false;
  auto rest = static_cast<std::int64_t>(std::abs(value));
  const std::int64_t digit = rest % 10;
  while (rest > 0 && rest % 10 == digit) rest /= 10;
  return digit >= 7 && rest == 0;
}

// The numbers of a column that could be codes, and the ends of the others.
struct Candidates {
  std::map<std::int64_t, std::size_t> counts;
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    if (is_code_for_missing(value)) {
      ++counts[static_cast<std::int64_t>(value)];
    } else if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }

  bool is_apart(std::int64_t code) const {
    const auto value = static_cast<double>(code);
    if (low > high) return false;
    return (value < 0 && low >= 0) || std::max(low - value, value - high) > high - low;
  }
};

template <class Use>
void for_each_number(const Column& column, const Use& use) {
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    for (const double value : *reals) use(value);
  } else if (const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values)) {
    for (const std::int64_t value : *whole) use(as_real(value));
  }
}

bool is_day_in_digits(std::int64_t value) {
  constexpr int first_year = 1800;
  constexpr int last_year = 2199;
  if (value < 0 || value > std::int64_t{last_year} * 10'000 + 9'999) return false;
  const std::chrono::year year(static_cast<int>(value / 10'000));
  const std::chrono::month month(static_cast<unsigned>(value / 100 % 100));
  const std::chrono::day day(static_cast<unsigned>(value % 100));
  return year >= std::chrono::year(first_year) && (year / month / day).ok();
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

std::optional<TextsAmongNumbers> texts_among_numbers(const Texts& texts) {
  const std::size_t present = texts.size() - missing_count(texts);
  for (const char decimal : {'.', ','}) {
    Parted parts = parted(texts, decimal);
    if (!are_numbers_but_for_few(parts, present)) continue;
    std::erase_if(parts.others, [](const Level& level) { return level.records < 2; });
    std::ranges::stable_sort(parts.others, std::ranges::greater(), &Level::records);
    return TextsAmongNumbers{present - parts.records, std::move(parts.others), parts.are_whole};
  }
  return std::nullopt;
}

std::optional<AmountsInUnit> amounts_in_unit(const Texts& texts) {
  const auto levels = used_levels(texts);
  if (levels.size() <= few_levels) return std::nullopt;
  for (const char decimal : {'.', ','}) {
    const auto unit = unit_of(levels, decimal);
    if (!unit) continue;
    DecimalEvidence evidence;
    bool are_whole = true;
    for (const std::string_view level : levels) {
      evidence.add(unit->number_in(level));
      are_whole = are_whole && number_text(unit->number_in(level), decimal)->is_whole;
    }
    const DecimalVote vote = evidence.vote();
    const bool is_clear = vote == DecimalVote::none ||
                          vote == (decimal == '.' ? DecimalVote::point : DecimalVote::comma);
    if (is_clear) return AmountsInUnit{without_blanks(unit->before + unit->behind), are_whole};
  }
  return std::nullopt;
}

std::vector<Level> codes_among_amounts(const Column& numbers) {
  Candidates candidates;
  for_each_number(numbers, [&](double value) { candidates.add(value); });
  std::vector<Level> codes;
  for (const auto& [code, records] : candidates.counts) {
    if (candidates.is_apart(code)) codes.push_back({std::to_string(code), records});
  }
  return codes;
}

bool are_days_in_digits(const Column& numbers) {
  const auto* whole = std::get_if<Cells<std::int64_t>>(&numbers.values);
  if (whole == nullptr || missing_count(numbers.values) == whole->size()) return false;
  return std::ranges::all_of(
      *whole, [](std::int64_t value) { return is_missing(value) || is_day_in_digits(value); });
}

std::vector<Level> infinite_values(const Column& numbers) {
  std::vector<Level> values = {{"-inf", 0}, {"inf", 0}};
  for_each_number(numbers, [&](double value) {
    if (std::isinf(value)) ++values[value > 0 ? 1 : 0].records;
  });
  std::erase_if(values, [](const Level& level) { return level.records == 0; });
  return values;
}

}  // namespace overhand::inspection
