#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>

#include "overhand/io/totals_row_internal.h"

namespace overhand::io {
namespace {

constexpr std::array<std::string_view, 20> words = {
    "total",       "totals",      "totale",    "totaal",   "sum",        "summe",       "summen",
    "gesamt",      "gesamtsumme", "insgesamt", "zusammen", "somme",      "suma",        "soma",
    "grand total", "mean",        "average",   "moyenne",  "mittelwert", "durchschnitt"};

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// "Summe", "Total:", "total général", "Gesamt 2023", but not "Gesamtschule".
bool is_word_for_totals(const std::string& cell) {
  const std::string small = in_small_letters(cell);
  const std::size_t first = std::min(small.find_first_not_of(' '), small.size());
  const std::string_view text = std::string_view(small).substr(first);
  return std::ranges::any_of(words, [&](std::string_view word) {
    return text == word ||
           (text.starts_with(word) && (text[word.size()] == ' ' || text[word.size()] == ':'));
  });
}

struct Sum {
  double total = 0;
  double of_sizes = 0;  // without the signs
  double largest = 0;
};

// Of all values but the last.
Sum sum_of(const Column& column) {
  Sum sum;
  const auto add = [&](const auto& values) {
    for (std::size_t row = 0; row + 1 < values.size(); ++row) {
      if (is_missing(values[row])) continue;
      const auto value = static_cast<double>(values[row]);
      sum.total += value;
      sum.of_sizes += std::abs(value);
      sum.largest = std::max(sum.largest, std::abs(value));
    }
  };
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) add(*reals);
  if (const auto* integers = std::get_if<Cells<std::int64_t>>(&column.values)) add(*integers);
  return sum;
}

// Of a quantity.
double last_of(const Column& column) {
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) return *(reals->end() - 1);
  return as_real(*(std::get<Cells<std::int64_t>>(column.values).end() - 1));
}

}  // namespace

bool says_totals(const Fields& last, const std::vector<Fields>& records) {
  const auto found = std::ranges::find_if(last, [](const auto& cell) { return !cell.empty(); });
  if (found == last.end() || !is_word_for_totals(*found)) return false;
  const auto j = static_cast<std::size_t>(found - last.begin());
  return std::ranges::count_if(records, [&](const Fields& record) {
           return j < record.size() && is_word_for_totals(record[j]);
         }) <= 1;
}

bool ends_in_sums(const Table& table) {
  constexpr std::size_t fewest = 6;
  constexpr std::size_t enough_for_one = 11;  // column alone
  constexpr double rounding = 1e-9;
  if (table.row_count() < fewest) return false;
  std::size_t telling = 0;  // columns in which the last value is more than one of those above
  for (const Column& column : table.columns()) {
    if (!is_quantity(column.type) || is_missing(last_of(column))) continue;
    const double last = last_of(column);
    const Sum sum = sum_of(column);
    if (!(std::abs(last - sum.total) <= rounding * sum.of_sizes)) return false;
    telling += std::abs(last) > sum.largest ? 1 : 0;
  }
  return telling > 1 || (telling == 1 && table.row_count() >= enough_for_one);
}

}  // namespace overhand::io
