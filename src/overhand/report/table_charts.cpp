#include "overhand/report/table_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "overhand/report/risk_words.h"
#include "overhand/statistics/association.h"
#include "overhand/statistics/histogram.h"

namespace overhand::report {
namespace {

constexpr std::size_t smallest_count_shown = 5;

struct NumberColumn {
  std::string name;
  Reals original;
  Reals masked;
};

// The columns of numbers that both tables have.
std::vector<NumberColumn> shared_columns(const Table& original, const Table& masked) {
  std::vector<NumberColumn> shared;
  for (const Column& column : masked.columns()) {
    const auto found = find_column(original, column.name);
    if (!found || !is_quantity(column.type) || !is_quantity(original.columns()[*found].type))
      continue;
    shared.push_back({column.name, reals(original.columns()[*found]), reals(column)});
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

Json count_or_null(std::size_t count, Audience audience) {
  if (audience == Audience::external && count > 0 && count < smallest_count_shown) return {};
  return count;
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
  Json x = named_channel("from", "quantitative", column.name);
  x["bin"] = {{"binned", true}};
  Json y = channel("records", "quantitative", "records");
  y["stack"] = nullptr;
  Json fill = channel("table", "nominal", "");
  fill["scale"] = {{"domain", {"original", "masked"}},
                   {"range", {colour::original, colour::masked}}};
  spec["encoding"] = {{"x", x}, {"x2", {{"field", "to"}}}, {"y", y}, {"color", fill}};
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

statistics::Square correlation_matrix(const std::vector<NumberColumn>& columns, bool of_masked) {
  std::vector<Reals> values;
  for (const auto& column : columns) values.push_back(of_masked ? column.masked : column.original);
  return statistics::correlations(statistics::covariances(values));
}

Chart heat_map(const std::string& id, const std::string& title, const std::string& sentence,
               const std::vector<NumberColumn>& columns, const auto& cell) {
  Json rows = Json::array();
  ChartTable table{{"column", "and", "correlation"}};
  std::vector<std::string> names;
  for (const auto& column : columns) names.push_back(column.name);
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (std::size_t b = 0; b < columns.size(); ++b) {
      const double r = rounded(cell(a, b));
      rows.push_back({{"a", a}, {"b", b}, {"column", names[a]}, {"and", names[b]}, {"r", r}});
      table.rows.push_back({names[a], names[b], r});
    }
  }
  const int size = std::max(160, 18 * static_cast<int>(columns.size()));
  Json spec = spec_with(rows, size, size);
  spec["mark"] = "rect";
  // By place and not by name: Vega takes values apart that mean something to it.
  spec["params"] = {{{"name", "names"}, {"value", names}}};
  Json x = channel("a", "ordinal", "");
  Json y = channel("b", "ordinal", "");
  x["axis"] = y["axis"] = {{"labelExpr", "names[datum.value]"}};
  Json fill = channel("r", "quantitative", "correlation");
  fill["scale"] = {{"domain", {-1, 1}}, {"scheme", "blueorange"}};
  spec["encoding"] = {{"x", x},
                      {"y", y},
                      {"color", fill},
                      {"tooltip",
                       {channel("column", "nominal", "column"), channel("and", "nominal", "and"),
                        channel("r", "quantitative", "correlation")}}};
  return {id, title, sentence, "Heat map: " + title, spec, table};
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
  spec["encoding"] = {{"x", named_channel("x", "quantitative", a.name)},
                      {"y", named_channel("y", "quantitative", b.name)},
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

std::vector<Chart> margins(const Table& original, const Table& masked, Audience audience) {
  std::vector<Chart> charts;
  for (const auto& column : shared_columns(original, masked)) {
    if (charts.size() == most_columns_shown) break;
    const auto [low, high] = range_of(column, audience);
    if (low <= high) charts.push_back(margin(column, audience));
  }
  return charts;
}

std::vector<Chart> correlation_maps(const Table& original, const Table& masked) {
  auto columns = shared_columns(original, masked);
  std::erase_if(columns, [](const NumberColumn& column) {
    const auto has_missing = [](const Reals& values) {
      return std::ranges::any_of(values, [](double value) { return is_missing(value); });
    };
    return has_missing(column.original) || has_missing(column.masked);
  });
  if (columns.size() > most_columns_shown) columns.resize(most_columns_shown);
  if (columns.size() < 2) return {};
  const auto before = correlation_matrix(columns, false);
  const auto after = correlation_matrix(columns, true);
  return {
      heat_map("correlation-original", "Correlations, original", "What analysts would have found.",
               columns, before),
      heat_map("correlation-masked", "Correlations, masked", "What they find now.", columns, after),
      heat_map("correlation-change", "Correlations, masked minus original", "White is unchanged.",
               columns, [&](std::size_t a, std::size_t b) { return after(a, b) - before(a, b); })};
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
