#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "overhand/core/text.h"
#include "overhand/io/package_values_internal.h"

namespace overhand::io {
namespace {

struct Room {
  const char* format;
  double lowest;
  double highest;  // what is above stands for missing values
};

constexpr std::array<Room, 3> stata_rooms = {
    {{"c", -127, 100}, {"s", -32'767, 32'740}, {"i", -2'147'483'647, 2'147'483'620}}};

bool is_held(const Room& room, const Reals& numbers) {
  return std::ranges::all_of(numbers, [&](double value) {
    return is_missing(value) || (value >= room.lowest && value <= room.highest);
  });
}

bool are_below(const Reals& numbers, double limit) {
  return std::ranges::all_of(
      numbers, [&](double value) { return is_missing(value) || std::abs(value) < limit; });
}

bool is_same(const LabelledValue& a, const LabelledValue& b) {
  if (a.index() != b.index()) return false;
  const auto* number = std::get_if<double>(&a);
  if (number == nullptr) return a == b;
  return std::bit_cast<std::uint64_t>(*number) == std::bit_cast<std::uint64_t>(std::get<double>(b));
}

// Whether the real nearest to "12.50" gives back all of its digits.
bool is_told_by_real(std::string_view decimal) {
  std::size_t decimals = 0;
  if (const std::size_t point = decimal.find('.'); point != std::string_view::npos) {
    while (decimal.ends_with('0')) decimal.remove_suffix(1);
    decimals = decimal.size() - point - 1;
    if (decimals == 0) decimal.remove_suffix(1);
  }
  const auto real = number_of<double>(decimal);
  return real && fmt::format("{:.{}f}", *real, decimals) == decimal;
}

// The digits of "%9.2f" or "F9.2", if it is such a one.
std::string_view fixed_digits(const Labels& labels) {
  std::string_view display = labels.display;
  if (labels.package == Package::stata && display.starts_with('%') && display.ends_with('f')) {
    display.remove_prefix(1);
    display.remove_suffix(1);
  } else if (labels.package == Package::spss && display.starts_with('F')) {
    display.remove_prefix(1);
  } else {
    return {};
  }
  const bool is_plain = display.find('.') != std::string_view::npos &&
                        display.find_first_not_of("0123456789.") == std::string_view::npos;
  return is_plain ? display : std::string_view();
}

bool is_of_text(const Labels& labels) {
  if (labels.package == Package::stata) return labels.display.ends_with('s');
  return labels.display.size() > 1 && labels.display[0] == 'A' && labels.display[1] <= '9';
}

std::string spss_number_display(const Reals& numbers) {
  if (!are_whole(numbers)) return "F8.2";
  double largest = 0;
  for (const double value : numbers)
    largest = std::max(largest, is_missing(value) ? 0 : std::abs(value));
  constexpr std::size_t usual = 8;
  constexpr std::size_t widest = 40;
  const std::size_t digits = fmt::format("-{:.0f}", largest).size();
  return fmt::format("F{}.0", std::clamp(digits, usual, widest));
}

}  // namespace

Reals numbers_of(const Values& values) {
  if (const auto* reals = std::get_if<Cells<double>>(&values))
    return {reals->begin(), reals->end()};
  const auto& integers = std::get<Cells<std::int64_t>>(values);
  Reals numbers(integers.size());
  std::ranges::transform(integers, numbers.begin(),
                         [](std::int64_t value) { return as_real(value); });
  return numbers;
}

std::optional<Reals> numbers_in_texts(const Column& column) {
  const auto* texts = std::get_if<Texts>(&column.values);
  const bool is_of_numbers =
      column.format.starts_with("d:") ||
      (column.format.size() == 1 &&
       std::string_view("efglL").find(column.format) != std::string_view::npos);
  if (texts == nullptr || !is_of_numbers) return std::nullopt;
  Reals numbers(texts->size(), missing_real);
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (!(*texts)[row]) continue;
    const auto number = number_of<double>(*(*texts)[row]);
    if (!number) return std::nullopt;
    if (!is_missing(*number)) numbers[row] = *number;
  }
  return numbers;
}

bool has_integers_beyond_reals(const Column& column) {
  constexpr std::int64_t most = std::int64_t{1} << 53;
  const bool is_text = std::holds_alternative<Texts>(column.values);
  if (is_text && (column.format == "l" || column.format == "L")) return true;
  const auto* integers = std::get_if<Cells<std::int64_t>>(&column.values);
  return integers != nullptr && std::ranges::any_of(*integers, [](std::int64_t value) {
           return !is_missing(value) && (value > most || value < -most);
         });
}

bool has_decimals_beyond_reals(const Column& column) {
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts == nullptr || !column.format.starts_with("d:")) return false;
  const auto counts = texts->level_counts();
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0 && !is_told_by_real(texts->dictionary()[code])) return true;
  }
  return false;
}

Reals with_tags_of(Package package, Reals numbers) {
  for (double& value : numbers) {
    if (!is_missing(value)) continue;
    const char small = static_cast<char>(missing_tag(value) | 0x20);
    const bool is_tag = package == Package::stata && small >= 'a' && small <= 'z';
    value = is_tag ? tagged_missing(small) : missing_real;
  }
  return numbers;
}

bool are_whole(const Reals& numbers) {
  return std::ranges::all_of(
      numbers, [](double value) { return is_missing(value) || value == std::trunc(value); });
}

bool fits_stata(const Reals& numbers) { return are_below(numbers, 0x1p1023); }
bool fits_spss(const Reals& numbers) {
  return are_below(numbers, std::numeric_limits<double>::max());
}

bool fit_singles(const Reals& numbers) {
  return are_below(numbers, 0x1p127) && std::ranges::all_of(numbers, [](double value) {
           if (is_missing(value)) return true;
           const auto single = static_cast<float>(value);
           return static_cast<double>(single) == value ||
                  number_of<double>(fmt::format("{}", single)) == value;
         });
}

std::string whole_format(const Reals& numbers, const std::string& came) {
  if (came == "g" || (came == "f" && fit_singles(numbers))) return came;
  const auto at = std::ranges::find(stata_rooms, came, &Room::format);
  if (at != stata_rooms.end() && is_held(*at, numbers)) return came;
  for (const Room& room : stata_rooms) {
    if (is_held(room, numbers)) return room.format;
  }
  return "g";
}

bool has_zero(std::string_view text) { return text.find('\0') != std::string_view::npos; }

bool are_numbers(const std::vector<ValueLabel>& values) {
  return std::ranges::all_of(
      values, [](const ValueLabel& value) { return std::holds_alternative<double>(value.value); });
}

bool are_same(const std::vector<ValueLabel>& a, const std::vector<ValueLabel>& b) {
  return std::ranges::equal(a, b, [](const ValueLabel& one, const ValueLabel& other) {
    return one.label == other.label && is_same(one.value, other.value);
  });
}

bool can_be_keys(const std::vector<ValueLabel>& values) {
  return std::ranges::all_of(values, [](const ValueLabel& value) {
    const double number = std::get<double>(value.value);
    return is_missing(number) ||
           (number == std::trunc(number) && is_held(stata_rooms[2], {number}));
  });
}

std::vector<ValueLabel> numbered_labels(const Dictionary& levels) {
  std::vector<ValueLabel> labels;
  for (std::size_t code = 0; code < levels.size(); ++code) {
    labels.push_back({static_cast<double>(code + 1), std::string(levels[code])});
  }
  return labels;
}

Reals numbered_codes(const Texts& texts) {
  Reals numbers(texts.size());
  std::ranges::transform(texts.codes(), numbers.begin(), [](Code code) {
    return is_missing(code) ? missing_real : static_cast<double>(code) + 1;
  });
  return numbers;
}

std::string number_display(const Labels& labels, Package package, const Reals& numbers) {
  if (labels.package == package && !labels.display.empty() && !is_of_text(labels)) {
    return labels.display;
  }
  const std::string_view digits = fixed_digits(labels);
  if (package == Package::stata) return digits.empty() ? "" : fmt::format("%{}f", digits);
  return digits.empty() ? spss_number_display(numbers) : fmt::format("F{}", digits);
}

std::string text_display(const Labels& labels, Package package, std::size_t bytes) {
  if (package == Package::spss) return fmt::format("A{}", bytes);
  return labels.package == package && is_of_text(labels) ? labels.display : "";
}

Measure usual_measure(const Type& type) {
  if (is_quantity(type)) return Measure::scale;
  const auto* category = std::get_if<type::Category>(&type);
  return category != nullptr && category->is_ordered ? Measure::ordinal : Measure::nominal;
}

}  // namespace overhand::io
