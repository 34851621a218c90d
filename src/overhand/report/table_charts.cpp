#include "overhand/report/table_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "overhand/report/audience_internal.h"
#include "overhand/report/risk_words.h"
#include "overhand/statistics/histogram.h"
#include "overhand/table/cell_text.h"

namespace overhand::report {
namespace {

struct NumberColumn {
  std::string name;
  std::string axis;  // the name, and the unit of a date
  Reals original;
  Reals masked;
};

// Days and times as years, which people read without a calendar; durations in seconds.
struct Unit {
  double origin = 0;
  double size = 1;
  const char* words = "";
};
std::optional<Unit> unit_of(const Type& type) {
  constexpr double days = 365.2425;
  constexpr double seconds = days * seconds_per_day;
  const auto per_second = [](TimeUnit unit) { return static_cast<double>(units_per_second(unit)); };
  if (is_quantity(type)) return Unit{};
  if (std::holds_alternative<type::Date>(type)) return Unit{1970, days, ", year"};
  if (const auto* time = std::get_if<type::Timestamp>(&type)) {
    return Unit{1970, seconds * per_second(time->unit), ", year"};
  }
  if (const auto* time = std::get_if<type::Duration>(&type)) {
    return Unit{0, per_second(time->unit), ", seconds"};
  }
  return std::nullopt;
}

Reals shown_values(const Column& column, const Unit& unit) {
  if (is_quantity(column.type)) return reals(column);
  Reals values(column.size());
  std::ranges::transform(
      std::get<Cells<std::int64_t>>(column.values), values.begin(),
      [&](std::int64_t value) { return unit.origin + as_real(value) / unit.size; });
  return values;
}

// The columns of numbers, dates and times that both tables have.
std::vector<NumberColumn> shared_columns(const Table& original, const Table& masked) {
  std::vector<NumberColumn> shared;
  for (const Column& column : masked.columns()) {
    const auto found = find_column(original, column.name);
    if (!found) continue;
    const Column& before = original.columns()[*found];
    const auto unit = unit_of(column.type);
    const auto unit_before = unit_of(before.type);
    if (!unit || !unit_before) continue;
    shared.push_back({column.name, column.name + unit->words, shown_values(before, *unit_before),
                      shown_values(column, *unit)});
  }
  return shared;
}

// External: of the masked values alone, which are out anyway. Original extremes belong to somebody.
statistics::Range range_of(const NumberColumn& column, Audience audience) {
  const auto [low, high] = statistics::range(column.masked);
  if (audience == Audience::external) return {low, high};
  const auto original = statistics::range(column.original);
  return {std::min(low, original.low), std::max(high, original.high)};
}

Chart margin(const NumberColumn& column, Audience audience) {
  const statistics::Range range = range_of(column, audience);
  const double low = range.low;
  const double width = (range.high - low) / static_cast<double>(statistics::histogram_bars);
  const auto before = statistics::histogram(column.original, range);
  const auto after = statistics::histogram(column.masked, range);
  Json rows = Json::array();
  ChartTable table{{"from", "to", "original", "masked"}};
  for (std::size_t b = 0; b < statistics::histogram_bars; ++b) {
    const double from = rounded(low + width * static_cast<double>(b));
    const double to = rounded(low + width * static_cast<double>(b + 1));
    const Json shown = count_or_null(before[b], audience);
    rows.push_back({{"from", from}, {"to", to}, {"records", shown}, {"table", "original"}});
    rows.push_back({{"from", from}, {"to", to}, {"records", after[b]}, {"table", "masked"}});
    table.rows.push_back({from, to, shown, after[b]});
  }
  Json spec = spec_with(rows, 260, 140);
  spec["mark"] = {{"type", "bar"}, {"opacity", 0.55}};
  Json x = named_channel("from", "quantitative", column.axis);
  x["bin"] = {{"binned", true}};
  Json y = channel("records", "quantitative", "records");
  y["stack"] = nullptr;
  spec["encoding"] = {{"x", x}, {"x2", {{"field", "to"}}}, {"y", y}, {"color", table_colours()}};
  return {"margin-" + column.name,
          column.name,
          audience == Audience::internal
              ? "Where the bars cover each other, nothing changed."
              : "Where the bars cover each other, nothing changed. Originals beyond the masked "
                "values are in the end bars.",
          fmt::format("Histograms of {} in the original and in the masked table.", column.name),
          spec,
          table};
}

// At most this many points of a scatter plot, the first of each table: rows are in random order.
constexpr std::size_t most_points = 250;

Json points(const Reals& x, const Reals& y, const char* name) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < std::min(x.size(), most_points); ++i) {
    if (is_missing(x[i]) || is_missing(y[i])) continue;
    rows.push_back({{"x", rounded(x[i])}, {"y", rounded(y[i])}, {"table", name}});
  }
  return rows;
}

Chart pair_plot(const NumberColumn& a, const NumberColumn& b, Audience audience) {
  Json rows = points(a.masked, b.masked, "masked");
  if (audience == Audience::internal) {
    for (Json& row : points(a.original, b.original, "original")) rows.push_back(std::move(row));
  }
  Json spec = spec_with(rows, 240, 220);
  spec["mark"] = {{"type", "point"}, {"size", 12}, {"opacity", 0.6}};
  Json facet = channel("table", "nominal", "");
  facet["sort"] = {"original", "masked"};
  spec["encoding"] = {{"x", named_channel("x", "quantitative", a.axis)},
                      {"y", named_channel("y", "quantitative", b.axis)},
                      {"column", facet}};
  Chart chart{"pair-" + a.name + "-" + b.name,
              a.name + " and " + b.name,
              audience == Audience::internal ? "The two clouds should have the same shape."
                                             : "What analysts see.",
              fmt::format("Scatter plots of {} and {} before and after.", a.name, b.name),
              spec,
              {{a.name, b.name, "table"}}};
  for (const Json& row : rows) chart.table.rows.push_back({row["x"], row["y"], row["table"]});
  return chart;
}

}  // namespace

Json count_or_null(std::size_t count, Audience audience) {
  constexpr std::size_t smallest_count_shown = 5;
  if (audience == Audience::external && count > 0 && count < smallest_count_shown) return {};
  return count;
}

Json table_colours() {
  Json fill = channel("table", "nominal", "");
  fill["scale"] = {{"domain", {"original", "masked"}},
                   {"range", {colour::original, colour::masked}}};
  return fill;
}

std::vector<Chart> margins(const Table& original, const Table& masked, Audience audience) {
  std::vector<Chart> charts;
  for (const auto& column : shared_columns(original, masked)) {
    if (charts.size() == most_columns_shown) break;
    const auto [low, high] = range_of(column, audience);
    if (low <= high) charts.push_back(margin(column, audience));
  }
  return charts;
}

std::vector<Chart> pairs(const Table& original, const Table& masked, Audience audience) {
  constexpr std::size_t most_pairs = 6;
  const auto columns = shared_columns(original, masked);
  std::vector<Chart> charts;
  for (std::size_t j = 1; j < columns.size() && charts.size() < most_pairs; ++j) {
    charts.push_back(pair_plot(columns[j - 1], columns[j], audience));
  }
  return charts;
}

Chart where_the_risk_sits(const risk::LinkedByIsolation& linked, std::size_t records) {
  Json rows = Json::array();
  ChartTable table{{"tenth, from the crowd to the lone", "records", "linked"}};
  for (std::size_t t = 0; t < 10; ++t) {
    rows.push_back({{"tenth", t + 1}, {"linked", rounded(linked.share[t])}});
    table.rows.push_back({t + 1, linked.records[t], rounded(linked.share[t])});
  }
  Json spec = spec_with(rows, 320, 180);
  spec["mark"] = {{"type", "bar"}, {"color", colour::risk}};
  Json y = channel("linked", "quantitative", "share linked to its source");
  y["scale"] = {{"domain", {0, 1}}};
  spec["encoding"] = {
      {"x", channel("tenth", "ordinal", "tenth of the records, from the crowd to the lone")},
      {"y", y}};
  const std::size_t tried =
      std::accumulate(linked.records.begin(), linked.records.end(), std::size_t{0});
  return {
      "isolation",
      "Who is linked",
      fmt::format("Records far from all others are the easiest to find: the bars on the right.{}",
                  tried < records ? fmt::format(" Tried on a random sample of {} of {} records.",
                                                grouped(tried), grouped(records))
                                  : ""),
      "Bar chart of the share of linked records by how isolated the original record is.",
      spec,
      table};
}

}  // namespace overhand::report
