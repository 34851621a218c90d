#include <fmt/format.h>

#include "overhand/report/analysis_charts_internal.h"
#include "overhand/report/audience_internal.h"

namespace overhand::report {
namespace {

using utility::Analysis;
using utility::Coefficient;

void add_row(Json& rows, std::size_t place, const char* table,
             const std::optional<utility::Estimate>& estimate) {
  if (!estimate) return;
  rows.push_back({{"place", place},
                  {"table", table},
                  {"value", rounded(estimate->value)},
                  {"low", rounded(estimate->interval.low)},
                  {"high", rounded(estimate->interval.high)}});
}

Json value_or_null(const std::optional<utility::Estimate>& estimate) {
  return estimate ? Json(rounded(estimate->value)) : Json();
}

Chart analysis_chart(const Analysis& analysis, std::size_t number) {
  Json rows = Json::array();
  ChartTable table{{"coefficient", "original", "masked", "overlap"}};
  std::vector<std::string> names;
  for (const Coefficient& one : analysis.coefficients) {
    add_row(rows, names.size(), "original", one.original);
    add_row(rows, names.size(), "masked", one.masked);
    table.rows.push_back(
        {one.name, value_or_null(one.original), value_or_null(one.masked), rounded(one.overlap)});
    names.push_back(one.name);
  }
  Json spec = spec_with(rows, 320, 28 * static_cast<int>(names.size()) + 20);
  // By place and not by name: Vega takes values apart that mean something to it.
  spec["params"] = {{{"name", "names"}, {"value", names}}};
  Json y = channel("place", "ordinal", "");
  y["axis"] = {{"labelExpr", "names[datum.value]"}};
  const Json apart = {{"field", "table"}, {"type", "nominal"}, {"sort", {"original", "masked"}}};
  spec["encoding"] = {{"y", y}, {"yOffset", apart}, {"color", table_colours()}};
  spec["layer"] = {
      {{"mark", {{"type", "rule"}}},
       {"encoding",
        {{"x", channel("low", "quantitative", "coefficient")}, {"x2", {{"field", "high"}}}}}},
      {{"mark", {{"type", "point"}, {"filled", true}}},
       {"encoding", {{"x", channel("value", "quantitative", "coefficient")}}}}};
  return {fmt::format("analysis-{}", number),
          analysis.formula,
          fmt::format("{} regression. The 95 % intervals overlap by {:.2f} of 1 on average.",
                      analysis.is_logistic ? "Logistic" : "Linear", mean_overlap(analysis)),
          fmt::format("Coefficients of {} with intervals, original and masked.", analysis.formula),
          spec,
          table};
}

}  // namespace

std::vector<Chart> analysis_charts(const std::vector<Analysis>& analyses) {
  std::vector<Chart> charts;
  for (const Analysis& analysis : analyses) {
    charts.push_back(analysis_chart(analysis, charts.size() + 1));
  }
  return charts;
}

}  // namespace overhand::report
