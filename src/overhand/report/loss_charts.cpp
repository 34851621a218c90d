#include <fmt/format.h>

#include <algorithm>

#include "overhand/report/loss_charts_internal.h"

namespace overhand::report {
namespace {

constexpr std::size_t most_bars = 30;

struct LossBar {
  std::string name;
  double value;
};

// By place and not by name: Vega takes values apart that mean something to it.
Json bars_spec(const std::vector<LossBar>& bars, const std::string& title) {
  Json rows = Json::array();
  std::vector<std::string> names;
  for (const auto& [name, value] : bars) {
    rows.push_back({{"place", names.size()}, {"value", rounded(value)}});
    names.push_back(name);
  }
  Json spec = spec_with(rows, 320, 22 * static_cast<int>(names.size()) + 20);
  spec["params"] = {{{"name", "names"}, {"value", names}}};
  spec["mark"] = {{"type", "bar"}, {"color", colour::loss}};
  Json y = channel("place", "ordinal", "");
  y["axis"] = {{"labelExpr", "names[datum.value]"}, {"labelLimit", 300}};
  spec["encoding"] = {{"x", channel("value", "quantitative", title)}, {"y", y}};
  return spec;
}

}  // namespace

Chart broken_rules_chart(const std::vector<evaluation::BrokenRule>& broken) {
  std::vector<LossBar> bars;
  ChartTable table{{"rule", "records"}};
  for (const auto& [rule, records] : broken) {
    if (bars.size() < most_bars) bars.push_back({rule, static_cast<double>(records)});
    table.rows.push_back({rule, records});
  }
  return {"broken-rules",
          "Broken rules",
          "Every original record obeys these; so many masked ones do not.",
          "LossBar chart of the rules that masked records break.",
          bars_spec(bars, "masked records"),
          table};
}

Chart weighted_chart(const std::string& weight,
                     const std::vector<utility::WeightedColumn>& columns) {
  std::vector<LossBar> bars;
  ChartTable table{{"column", "total, change", "mean, change"}};
  for (const double level : utility::weighted_levels) {
    table.columns.push_back(fmt::format("quantile {}, change in sd", level));
  }
  for (const auto& column : columns) {
    if (bars.size() < most_bars) bars.push_back({column.name, column.total_change()});
    Json row = {column.name, rounded(column.total_change()), rounded(column.mean_change())};
    for (std::size_t level = 0; level < utility::weighted_levels.size(); ++level) {
      row.push_back(rounded(column.quantile_change(level)));
    }
    table.rows.push_back(row);
  }
  return {"weighted",
          fmt::format("Totals weighted by {}", weight),
          "The relative change of each column's weighted total; the table has means and quantiles.",
          "LossBar chart of the relative change of each column's weighted total.",
          bars_spec(bars, "relative change"),
          table};
}

}  // namespace overhand::report
