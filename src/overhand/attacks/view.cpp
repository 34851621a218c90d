#include "overhand/attacks/view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "overhand/statistics/measured.h"
#include "overhand/statistics/profile.h"
#include "overhand/statistics/range.h"

namespace overhand::attacks {
namespace {

std::vector<std::string> names_that_go_out(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (column.role != Role::unit) names.push_back(column.name);
  }
  return names;
}

Reals standardised(const Reals& values, const statistics::MeanAndSd& moments) {
  Reals result(values.size());
  const double sd = moments.sd > 0 ? moments.sd : 1;
  std::ranges::transform(values, result.begin(),
                         [&](double value) { return (value - moments.mean) / sd; });
  return result;
}

Reals without_gaps(const Reals& values) {
  Reals there;
  std::ranges::copy_if(values, std::back_inserter(there),
                       [](double value) { return !is_missing(value); });
  return there;
}

SeenColumn seen_number(const statistics::Numbers& original, const statistics::Numbers& released,
                       std::size_t j) {
  const auto moments = statistics::mean_and_sd(without_gaps(original.columns[j]));
  SeenColumn column{.name = original.names[j]};
  column.original = standardised(original.columns[j], moments);
  column.released = standardised(released.columns[j], moments);
  column.has_gaps = released.gaps[j] > 0;
  return column;
}

SeenColumn seen_category(const statistics::Category& original,
                         const statistics::Category& released) {
  SeenColumn column{.name = original.name, .is_category = true};
  column.original.assign(original.codes.begin(), original.codes.end());
  column.released.assign(released.codes.begin(), released.codes.end());
  return column;
}

Reals means_by_bin(const SeenColumn& column) {
  Reals sums;
  std::vector<double> counts;
  for (std::size_t row = 0; row < column.released.size(); ++row) {
    const masking::BinCode bin = column.released_bins[row];
    if (bin >= sums.size()) {
      sums.resize(bin + 1);
      counts.resize(bin + 1);
    }
    sums[bin] += column.released[row];
    ++counts[bin];
  }
  for (std::size_t bin = 0; bin < sums.size(); ++bin) sums[bin] /= counts[bin];
  return sums;
}

// A value beyond the range is in the outermost bin.
std::vector<masking::BinCode> bins_of(const Reals& values, const masking::Binner& binner,
                                      const statistics::Range& range) {
  std::vector<masking::BinCode> bins(values.size());
  std::ranges::transform(values, bins.begin(), [&](double value) {
    return binner(is_missing(value) ? value : std::clamp(value, range.low, range.high));
  });
  return bins;
}

}  // namespace

bool SeenColumn::is_right(double guess, double truth) const {
  constexpr double near = 0.05;
  if (is_category) return guess == truth;
  if (is_missing(guess) || is_missing(truth)) return is_missing(guess) && is_missing(truth);
  return std::abs(guess - truth) <= near;
}

double SeenColumn::squared_difference(double a, double b) const {
  if (is_category) return a == b ? 0 : statistics::most_by_category;
  if (is_missing(a) || is_missing(b)) {
    return is_missing(a) && is_missing(b) ? 0 : statistics::most_by_number;
  }
  return (a - b) * (a - b);
}

std::vector<std::size_t> View::kept() const {
  std::vector<std::size_t> places;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (columns[j].is_kept) places.push_back(j);
  }
  return places;
}

bool View::has_bins() const {
  return std::ranges::any_of(
      columns, [](const SeenColumn& column) { return !column.released_bins.empty(); });
}

void tell_bins(const KnownBins& known, View& view) {
  if (known.bins == 0) return;
  for (SeenColumn& column : view.columns) {
    if (column.is_category || column.is_kept) continue;
    const statistics::Range range = statistics::range(column.released);
    if (range.low > range.high) continue;  // there is no number
    const masking::Binner binner(range, known.bins);
    column.released_bins = bins_of(column.released, binner, range);
    column.original_bins = bins_of(column.original, binner, range);
    std::vector<std::size_t> counts(masking::code_count(known.bins));
    for (const masking::BinCode code : column.released_bins) ++counts[code];
    const auto merged = masking::merged_bins(counts, known.min_bin);
    for (auto* bins : {&column.released_bins, &column.original_bins}) {
      for (masking::BinCode& code : *bins) code = merged[code];
    }
    column.bin_means = means_by_bin(column);
  }
}

Result<View> view_of(const Table& original, const Table& released) {
  auto of_original = statistics::measured_of(original, names_that_go_out(original), "original");
  if (!of_original) return of_original.error();
  auto of_released = statistics::measured_like(*of_original, released, "masked");
  if (!of_released) return of_released.error();
  const auto [x, y] = statistics::in_common_terms(*std::move(of_original), *std::move(of_released));
  View view{x.rows, y.rows, {}};
  for (std::size_t j = 0; j < x.numbers.amounts; ++j) {
    view.columns.push_back(seen_number(x.numbers, y.numbers, j));
  }
  for (std::size_t j = 0; j < x.categories.size(); ++j) {
    view.columns.push_back(seen_category(x.categories[j], y.categories[j]));
  }
  for (SeenColumn& column : view.columns) {
    column.is_kept = original.columns()[*find_column(original, column.name)].role == Role::keep;
  }
  return view;
}

void distances_to(const View& view, Row person, const Places& columns, std::size_t first,
                  std::span<double> distances) {
  std::ranges::fill(distances, 0);
  for (const std::size_t place : columns) {
    const SeenColumn& column = view.columns[place];
    const double known = column.original[person];
    const auto released = std::span(column.released).subspan(first, distances.size());
    if (column.is_category || is_missing(known) || column.has_gaps) {
      for (std::size_t row = 0; row < distances.size(); ++row) {
        distances[row] += column.squared_difference(known, released[row]);
      }
      continue;
    }
    for (std::size_t row = 0; row < distances.size(); ++row) {
      const double difference = known - released[row];
      distances[row] += difference * difference;
    }
  }
}

void distances_to(const View& view, Row person, const Places& columns, Reals& distances) {
  distances.resize(view.released);
  distances_to(view, person, columns, 0, distances);
}

double squared_distance(const View& view, Row a, Row b) {
  double sum = 0;
  for (const SeenColumn& column : view.columns) {
    sum += column.squared_difference(column.original[a], column.original[b]);
  }
  return sum;
}

std::vector<Row> nearest_rows(const Reals& distances, std::size_t count) {
  std::vector<Row> rows(distances.size());
  std::iota(rows.begin(), rows.end(), Row{0});
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(count, rows.size()));
  const auto is_nearer = [&](Row a, Row b) {
    return distances[a] != distances[b] ? distances[a] < distances[b] : a < b;
  };
  std::ranges::nth_element(rows, end, is_nearer);
  std::ranges::sort(rows.begin(), end, is_nearer);
  rows.erase(end, rows.end());
  return rows;
}

}  // namespace overhand::attacks
