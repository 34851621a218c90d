#include "overhand/study/charts.h"

#include <algorithm>
#include <array>
#include <map>

#include "overhand/statistics/median.h"

namespace overhand::study {
namespace {

using report::channel;
using report::Chart;
using report::Json;
namespace colour = report::colour;
using evaluation::Group;
using evaluation::MeasureId;
using tuning::Reading;

const char* label_of(Reading reading) {
  return reading == Reading::as_published ? "as in the paper" : "by true source";
}

// The first rows of the chart's own data: the CSV of the same name has them all.
report::ChartTable table_of(const Json& values) {
  constexpr std::size_t most_rows = 200;
  report::ChartTable table;
  if (values.empty()) return table;
  for (const auto& [name, value] : values.front().items()) table.columns.push_back(name);
  for (const Json& row : values) {
    if (table.rows.size() == most_rows) break;
    Json cells = Json::array();
    for (const std::string& name : table.columns) cells.push_back(row.at(name));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Chart chart(std::string name, const std::string& title, const Json& values, const Json& view) {
  Json spec = {{"$schema", report::vega_lite}, {"title", title}, {"data", {{"values", values}}}};
  spec.update(view);
  return {std::move(name), title, "", title, std::move(spec), table_of(values)};
}

// A colour for each name.
Json coloured(const char* name, const char* title,
              const std::vector<std::pair<const char*, const char*>>& colours) {
  Json coloured = channel(name, "nominal", title);
  for (const auto& [value, colour] : colours) {
    coloured["scale"]["domain"].push_back(value);
    coloured["scale"]["range"].push_back(colour);
  }
  return coloured;
}

// The curves of the paper: average risk red, average loss blue, overall score black, DBRL grey.
struct Curve {
  MeasureId measure;
  const char* label;
  const char* colour;
};
constexpr std::array curves = {Curve{MeasureId::risk_score, "risk", colour::risk},
                               Curve{MeasureId::loss_score, "loss", colour::loss},
                               Curve{MeasureId::overall_score, "overall", colour::overall},
                               Curve{MeasureId::dbrl, "DBRL", colour::ceiling}};

Json curve_colours() {
  std::vector<std::pair<const char*, const char*>> colours;
  for (const Curve& curve : curves) colours.emplace_back(curve.label, curve.colour);
  return coloured("what", "figure", colours);
}

// A grey line across a view at the one value that `name` has there.
Json rule_at(const char* axis, const char* name) {
  return {
      {"mark", {{"type", "rule"}, {"color", colour::ceiling}}},
      {"encoding", {{axis, {{"aggregate", "max"}, {"field", name}, {"type", "quantitative"}}}}}};
}

// Boxes whose medians stay visible when they are as thin as a line.
Json boxes() {
  return {{"type", "boxplot"},
          {"extent", "min-max"},
          {"median", {{"color", colour::overall}, {"size", 14}}}};
}

// A small view for each value of `by`, `columns` side by side.
Json facets(const Json& by, int columns, Json view) {
  return {{"facet", by}, {"columns", columns}, {"spec", std::move(view)}};
}

Json ceiling_rule(const char* axis) {
  return {{"mark", {{"type", "rule"}, {"color", colour::ceiling}, {"strokeDash", {4, 4}}}},
          {"encoding", {{axis, {{"datum", ceiling}}}}}};
}

Chart overall_chart(const ExperimentResult& result) {
  Json values = Json::array();
  for (const Reading reading : both_readings) {
    for (const auto& standing : ranking(result, reading, all_families)) {
      for (const auto& replicate : standing.chosen->point.replicates) {
        values.push_back(
            {{"method", standing.method->entrant.name},
             {"reading", label_of(reading)},
             {"ceiling", standing.is_under ? "kept" : "exceeded"},
             {"score", value_of(deciding(replicate, reading), MeasureId::overall_score)}});
      }
    }
  }
  Json y = channel("method", "nominal", "method");
  y["sort"] = {{"op", "median"}, {"field", "score"}, {"order", "ascending"}};
  const Json color = coloured("ceiling", "ceiling of DBRL 0.2 on most tables",
                              {{"kept", colour::overall}, {"exceeded", colour::risk}});
  const Json view = {{"width", 320},
                     {"mark", boxes()},
                     {"encoding",
                      {{"x", channel("score", "quantitative", "overall score (0 best, 1 worst)")},
                       {"y", y},
                       {"color", color}}}};
  return chart(result.name + "_overall", result.title + ": overall score of the chosen settings",
               values, facets(channel("reading", "nominal", "records paired"), 2, view));
}

// The paper's measures of risk and loss.
bool is_of_the_nine(MeasureId id) {
  const Group group = measure_of(id).group();
  return group == Group::risk || group == Group::loss;
}

// Every measure on its own scale, by the paper's reading.
Chart measures_chart(const ExperimentResult& result) {
  Json values = Json::array();
  for (const auto& standing : ranking(result, Reading::as_published, all_families)) {
    for (const auto& replicate : standing.chosen->point.replicates) {
      for (const auto& one : replicate.as_published.all) {
        if (!is_of_the_nine(one.id)) continue;
        values.push_back({{"method", standing.method->entrant.name},
                          {"measure", name_of(one.id)},
                          {"kind", name_of(measure_of(one.id).kind)},
                          {"value", one.value}});
      }
    }
  }
  const Json color = coloured("kind", "kind", {{"risk", colour::risk}, {"loss", colour::loss}});
  const Json view = {{"width", 220},
                     {"mark", boxes()},
                     {"encoding",
                      {{"x", channel("value", "quantitative", "value")},
                       {"y", channel("method", "nominal", "method")},
                       {"color", color}}}};
  Json facet = channel("measure", "nominal", "measure");
  for (const auto& measure : evaluation::measures()) {
    if (is_of_the_nine(measure.id)) facet["sort"].push_back(measure.name);
  }
  Json spec = facets(facet, 3, view);
  spec["resolve"] = {{"scale", {{"x", "independent"}}}};
  return chart(result.name + "_measures",
               result.title + ": each measure of the chosen settings, as in the paper", values,
               spec);
}

// The one number that a setting varies, where it is one.
std::optional<double> varied(const tuning::Point& point) {
  if (point.options.size() != 1) return std::nullopt;
  const auto& value = point.options.begin()->second;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

// The place of a setting on the axis: its option, or its number among orders of the columns.
double place_of(const MethodResult& method, std::size_t setting) {
  return varied(method.points[setting]).value_or(static_cast<double>(setting + 1));
}

// Where the choice stands: of many tables, the median.
Json chosen_place(const MethodResult& method, Reading reading) {
  const auto& chosen = method.chosen(reading);
  if (!chosen || !chosen->is_under()) return {};
  std::vector<double> places;
  for (const std::size_t setting : chosen->settings) places.push_back(place_of(method, setting));
  return statistics::median(std::move(places));
}

Chart tradeoff_chart(const ExperimentResult& result) {
  Json values = Json::array();
  for (const auto& method : result.methods) {
    if (method.points.size() == 1 || method.entrant.family == Family::variant) continue;
    for (const Reading reading : both_readings) {
      const Json chosen = chosen_place(method, reading);
      for (std::size_t i = 0; i < method.points.size(); ++i) {
        if (method.points[i].failure) continue;
        const auto& median = deciding(method.points[i].median, reading);
        for (const Curve& curve : curves) {
          values.push_back({{"method", method.entrant.name},
                            {"option", place_of(method, i)},
                            {"reading", label_of(reading)},
                            {"what", curve.label},
                            {"value", value_of(median, curve.measure)},
                            {"chosen", chosen}});
        }
      }
    }
  }
  const Json reading = channel("reading", "nominal", "records paired");
  const Json lines = {
      {"mark", "line"},
      {"encoding",
       {{"x", channel("option", "quantitative", "option: bins, k, percent or number of the order")},
        {"y", channel("value", "quantitative", "median")},
        {"color", curve_colours()},
        {"strokeDash", reading}}}};
  Json chosen = rule_at("x", "chosen");
  chosen["encoding"]["strokeDash"] = reading;
  Json spec =
      facets(channel("method", "nominal", "method"), 4,
             {{"width", 180}, {"height", 140}, {"layer", {lines, ceiling_rule("y"), chosen}}});
  spec["resolve"] = {{"scale", {{"x", "independent"}}}};
  return chart(result.name + "_tradeoff", result.title + ": risk and loss against the option",
               values, spec);
}

Chart threshold_chart(const Thresholds& thresholds) {
  Json values = Json::array();
  for (const auto& threshold : thresholds.chosen) {
    const auto chosen = percent_of(thresholds, threshold);
    for (const auto& point : thresholds.points) {
      if (point.failure) continue;
      for (const Curve& curve : curves) {
        values.push_back({{"percent", *varied(point)},
                          {"what", curve.label},
                          {"value", value_of(point.median.as_published, curve.measure)},
                          {"ceiling", threshold.max_risk},
                          {"chosen", chosen ? Json(*chosen) : Json()}});
      }
    }
  }
  const Json lines = {
      {"mark", "line"},
      {"encoding",
       {{"x", channel("percent", "quantitative", "noise, percent of each column's sd")},
        {"y", channel("value", "quantitative", "median")},
        {"color", curve_colours()}}}};
  Json facet = channel("ceiling", "nominal", "ceiling of DBRL");
  facet["sort"] = "descending";
  return chart("thresholds", "Noise on Census: the choice at ceilings 1, 0.2 and 0.1", values,
               facets(facet, 3,
                      {{"width", 240},
                       {"height", 200},
                       {"layer", {lines, rule_at("y", "ceiling"), rule_at("x", "chosen")}}}));
}

// Scores less their median on that table, so that tables of one experiment can share a box.
Json centred(const Orders& orders, const char* method, std::vector<double> OrderRow::* scores) {
  std::map<std::size_t, std::vector<double>> by_table;
  for (const auto& row : orders.rows)
    by_table[row.table].push_back(statistics::median(row.*scores));
  Json values = Json::array();
  for (const auto& [table, medians] : by_table) {
    for (const double score : medians) {
      values.push_back({{"experiment", orders.title},
                        {"method", method},
                        {"score", score - statistics::median(medians)}});
    }
  }
  return values;
}

Chart orders_chart(const std::vector<Orders>& all) {
  Json values = Json::array();
  for (const auto& orders : all) {
    for (const Json& rows :
         {centred(orders, "cart", &OrderRow::cart), centred(orders, "sjppds", &OrderRow::sjppds)}) {
      values.insert(values.end(), rows.begin(), rows.end());
    }
  }
  const Json x =
      channel("score", "quantitative", "overall score of an order, less the median order");
  const Json view = {{"width", 320},
                     {"mark", boxes()},
                     {"encoding", {{"x", x}, {"y", channel("method", "nominal", "method")}}}};
  return chart("orders", "Overall score over the same random orders of the columns", values,
               facets(channel("experiment", "nominal", "table"), 2, view));
}

Chart permutation_chart(const RestrictedPermutation& example) {
  constexpr const char* permuted = "X1 permuted within the bins of X2";
  Json values = Json::array();
  for (std::size_t i = 0; i < example.x1.size(); ++i) {
    const auto add = [&](const char* table, double x1) {
      values.push_back(
          {{"table", table}, {"x1", x1}, {"x2", example.x2[i]}, {"bin", example.bins2[i]}});
    };
    add("original", example.x1[i]);
    add(permuted, example.permuted[i]);
  }
  Json x = channel("x2", "quantitative", "X2");
  Json y = channel("x1", "quantitative", "X1");
  x["scale"] = y["scale"] = {{"zero", false}};
  Json layers = Json::array(
      {{{"mark", {{"type", "point"}, {"filled", true}, {"size", 60}}},
        {"encoding", {{"x", x}, {"y", y}, {"color", channel("bin", "nominal", "bin of X2")}}}}});
  for (std::size_t k = 1; k + 1 < example.breaks2.size(); ++k) {
    layers.push_back(
        {{"mark", {{"type", "rule"}, {"color", colour::ceiling}, {"strokeDash", {4, 4}}}},
         {"encoding", {{"x", {{"datum", example.breaks2[k]}}}}}});
  }
  Json facet = channel("table", "nominal", "");
  facet["sort"] = {"original", permuted};
  return chart("permutation", "A restricted permutation: no value leaves its bin", values,
               facets(facet, 2, {{"width", 260}, {"height", 260}, {"layer", layers}}));
}

Chart clouds_chart(const std::vector<Cloud>& clouds) {
  constexpr std::size_t one_in = 10;  // points drawn: more would hide one another
  Json values = Json::array();
  Json order = Json::array();
  for (const auto& cloud : clouds) {
    order.push_back(cloud.label);
    for (std::size_t i = 0; i < cloud.x1.size(); i += one_in) {
      values.push_back({{"table", cloud.label}, {"x1", cloud.x1[i]}, {"x2", cloud.x2[i]}});
    }
  }
  Json x = channel("x2", "quantitative", "X2");
  Json y = channel("x1", "quantitative", "X1");
  x["scale"] = y["scale"] = {{"zero", false}};
  Json facet = channel("table", "nominal", "");
  facet["sort"] = order;
  return chart("permutation_clouds",
               "X1 permuted within few and within many bins of X2 (one record in ten)", values,
               facets(facet, 3,
                      {{"width", 200},
                       {"height", 200},
                       {"mark", {{"type", "point"}, {"size", 8}, {"opacity", 0.6}}},
                       {"encoding", {{"x", x}, {"y", y}}}}));
}

Chart timing_chart(const std::vector<Timing>& timings, const Series& series) {
  Json values = Json::array();
  for (const auto& timing : timings) {
    if (timing.series != series.name) continue;
    values.push_back({{"method", timing.method},
                      {"size", size_of(timing.size, series.grows)},
                      {"seconds", statistics::median(timing.seconds)}});
  }
  Json x = channel("size", "quantitative", name_of(series.grows));
  Json y = channel("seconds", "quantitative", "processor seconds, median");
  x["scale"] = y["scale"] = {{"type", "log"}};
  Json color = channel("method", "nominal", "method");
  color["scale"] = {{"scheme", "tableau20"}};
  return chart("timing_" + series.name, "Time of one masking: " + series.title, values,
               {{"width", 480},
                {"height", 320},
                {"mark", {{"type", "line"}, {"point", true}}},
                {"encoding", {{"x", x}, {"y", y}, {"color", color}}}});
}

}  // namespace

std::vector<Chart> charts_of(const Study& study) {
  std::vector<Chart> charts;
  for (const auto& result : study.experiments) {
    charts.push_back(overall_chart(result));
    charts.push_back(measures_chart(result));
    charts.push_back(tradeoff_chart(result));
  }
  if (study.thresholds) charts.push_back(threshold_chart(*study.thresholds));
  if (!study.orders.empty()) charts.push_back(orders_chart(study.orders));
  if (study.permutation) {
    charts.push_back(permutation_chart(*study.permutation));
    charts.push_back(clouds_chart(study.clouds));
  }
  if (!study.timings.empty()) {
    for (const auto& series : timing_series()) {
      charts.push_back(timing_chart(study.timings, series));
    }
  }
  return charts;
}

}  // namespace overhand::study
