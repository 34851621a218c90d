#include <algorithm>
#include <functional>
#include <iterator>

#include "overhand/core/text.h"
#include "overhand/inspection/tally_internal.h"
#include "overhand/statistics/histogram.h"
#include "overhand/table/cell_text.h"

namespace overhand::inspection {
namespace {

using Counts = std::vector<std::size_t>;

// What is common to all storages, of the counts of the values that are there.
Tally of_counts(Counts counts, std::size_t rows) {
  Tally tally;
  for (const std::size_t count : counts) tally.count.present += count;
  tally.count.distinct = counts.size();
  tally.missing = rows - tally.count.present;
  tally.rarest = counts.empty() ? rows : std::ranges::min(counts);
  if (tally.missing > 0) tally.rarest = std::min(tally.rarest, tally.missing);
  std::ranges::sort(counts, std::greater<>());
  if (counts.size() > statistics::histogram_bars) counts.resize(statistics::histogram_bars);
  tally.commonest = std::move(counts);
  return tally;
}

std::string level_text(const Type& type, std::int64_t value) { return text_of(type, value); }
std::string level_text(const Type&, double value) { return *cell_text({"", Reals{value}}, 0); }

template <class Number>
Tally of_numbers(const Type& type, const Cells<Number>& cells) {
  std::vector<Number> values;
  values.reserve(cells.size());
  std::ranges::copy_if(cells, std::back_inserter(values),
                       [](Number value) { return !is_missing(value); });
  std::ranges::sort(values);
  Counts counts;
  std::vector<Number> first;  // of each run of equal values, as many as make few levels
  for (auto run = values.begin(); run != values.end();) {
    const auto end = std::upper_bound(run, values.end(), *run);
    counts.push_back(static_cast<std::size_t>(end - run));
    if (first.size() < few_levels) first.push_back(*run);
    run = end;
  }
  Tally tally = of_counts(counts, cells.size());
  if (counts.size() > few_levels) return tally;
  for (std::size_t i = 0; i < first.size(); ++i) {
    tally.levels.push_back({level_text(type, first[i]), counts[i]});
  }
  return tally;
}

bool comes_before(const Level& a, const Level& b) {
  const auto x = finite_number_of(a.value);
  const auto y = finite_number_of(b.value);
  if (x && y && *x != *y) return *x < *y;
  return std::pair(!x, a.value) < std::pair(!y, b.value);
}

Tally of_texts(const Texts& texts) {
  const Counts of_code = texts.level_counts();
  Counts counts;
  std::vector<Level> levels;
  for (std::size_t code = 0; code < of_code.size(); ++code) {
    if (of_code[code] == 0) continue;
    counts.push_back(of_code[code]);
    if (counts.size() > few_levels) continue;
    levels.push_back({std::string(texts.dictionary()[code]), of_code[code]});
  }
  Tally tally = of_counts(counts, texts.size());
  if (counts.size() > few_levels) return tally;
  std::ranges::sort(levels, comes_before);
  tally.levels = std::move(levels);
  return tally;
}

}  // namespace

Tally tally(const Column& column) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) return of_texts(*texts);
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return of_numbers(column.type, *reals);
  }
  return of_numbers(column.type, std::get<Cells<std::int64_t>>(column.values));
}

std::optional<std::vector<std::int64_t>> few_values(const Cells<std::int64_t>& values) {
  std::vector<std::int64_t> found;
  for (const std::int64_t value : values) {
    if (is_missing(value)) continue;
    const auto place = std::ranges::lower_bound(found, value);
    if (place != found.end() && *place == value) continue;
    if (found.size() == few_levels) return std::nullopt;
    found.insert(place, value);
  }
  return found;
}

}  // namespace overhand::inspection
