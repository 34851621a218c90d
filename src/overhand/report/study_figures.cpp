#include "overhand/report/study_figures.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace overhand::report {
namespace {

using Json = nlohmann::ordered_json;
using study::ExperimentResult;
using study::Family;
using study::Study;
using tuning::RiskBasis;

constexpr std::array both = {RiskBasis::paper, RiskBasis::lineage};
const std::vector<Family> all_families = {Family::paper, Family::ours, Family::other,
                                          Family::variant};

const char* label_of(RiskBasis basis) {
  return basis == RiskBasis::paper ? "as in the paper" : "by true source";
}

Json field(const char* name, const char* type, const char* title) {
  return {{"field", name}, {"type", type}, {"title", title == nullptr ? Json() : Json(title)}};
}

StudyFigure figure(std::string name, const std::string& title, const Json& values,
                   const Json& view) {
  Json spec = {{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
               {"title", title},
               {"data", {{"values", values}}}};
  spec.update(view);
  return {std::move(name), title, spec.dump(1)};
}

// Boxes whose medians stay visible when they are as thin as a line.
Json boxes() {
  return {
      {"type", "boxplot"}, {"extent", "min-max"}, {"median", {{"color", "black"}, {"size", 14}}}};
}

// A small view for each value of `by`, `columns` side by side.
Json facets(const Json& by, int columns, Json view) {
  return {{"facet", by}, {"columns", columns}, {"spec", std::move(view)}};
}

Json ceiling_rule(const char* axis) {
  return {{"mark", {{"type", "rule"}, {"color", "grey"}, {"strokeDash", {4, 4}}}},
          {"encoding", {{axis, {{"datum", study::ceiling}}}}}};
}

StudyFigure overall_figure(const ExperimentResult& result) {
  Json values = Json::array();
  for (const RiskBasis basis : both) {
    for (const auto& standing : ranking(result, basis, all_families)) {
      for (const auto& replicate : standing.point->replicates) {
        values.push_back({{"method", standing.method->entrant.name},
                          {"reading", label_of(basis)},
                          {"ceiling", standing.is_under ? "kept" : "exceeded"},
                          {"score", value_of(deciding(replicate, basis).score, "overall")}});
      }
    }
  }
  Json y = field("method", "nominal", "method");
  y["sort"] = {{"op", "median"}, {"field", "score"}, {"order", "ascending"}};
  Json color = field("ceiling", "nominal", "ceiling of DBRL 0.2");
  color["scale"] = {{"domain", {"kept", "exceeded"}}, {"range", {"black", "#d62728"}}};
  const Json view = {{"width", 320},
                     {"mark", boxes()},
                     {"encoding",
                      {{"x", field("score", "quantitative", "overall score (0 best, 1 worst)")},
                       {"y", y},
                       {"color", color}}}};
  return figure(result.name + "_overall", result.title + ": overall score of the chosen settings",
                values, facets(field("reading", "nominal", "records paired"), 2, view));
}

// Every measure on its own scale, by the paper's reading.
StudyFigure measures_figure(const ExperimentResult& result) {
  Json values = Json::array();
  for (const auto& standing : ranking(result, RiskBasis::paper, all_families)) {
    for (const auto& replicate : standing.point->replicates) {
      for (const auto* measures : {&replicate.paper.risk, &replicate.paper.loss}) {
        for (const auto& value : *measures) {
          values.push_back({{"method", standing.method->entrant.name},
                            {"measure", value.name},
                            {"kind", measures == &replicate.paper.risk ? "risk" : "loss"},
                            {"value", value.value}});
        }
      }
    }
  }
  Json color = field("kind", "nominal", "kind");
  color["scale"] = {{"domain", {"risk", "loss"}}, {"range", {"#d62728", "#1f77b4"}}};
  const Json view = {{"width", 220},
                     {"mark", boxes()},
                     {"encoding",
                      {{"x", field("value", "quantitative", "value")},
                       {"y", field("method", "nominal", "method")},
                       {"color", color}}}};
  Json facet = field("measure", "nominal", "measure");
  facet["sort"] = {"dbrl", "rid", "sdid", "ps", "pil", "mae", "mse", "brmae", "brmse"};
  Json spec = facets(facet, 3, view);
  spec["resolve"] = {{"scale", {{"x", "independent"}}}};
  return figure(result.name + "_measures",
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

StudyFigure tradeoff_figure(const ExperimentResult& result) {
  Json values = Json::array();
  for (const auto& method : result.methods) {
    for (const auto& point : method.points) {
      const auto option = varied(point);
      if (!option || point.failure || method.entrant.family == Family::variant) continue;
      for (const RiskBasis basis : both) {
        const auto& figures = deciding(point.median, basis);
        const auto add = [&](const char* name, double value) {
          values.push_back({{"method", method.entrant.name},
                            {"option", *option},
                            {"reading", label_of(basis)},
                            {"what", name},
                            {"value", value}});
        };
        add("DBRL", value_of(figures.risk, "dbrl"));
        add("loss", value_of(figures.score, "loss"));
        add("overall", value_of(figures.score, "overall"));
      }
    }
  }
  Json color = field("what", "nominal", "figure");
  color["scale"] = {{"domain", {"DBRL", "loss", "overall"}},
                    {"range", {"#d62728", "#1f77b4", "black"}}};
  const Json lines = {{"mark", "line"},
                      {"encoding",
                       {{"x", field("option", "quantitative", "option: bins, k or percent")},
                        {"y", field("value", "quantitative", "median")},
                        {"color", color},
                        {"strokeDash", field("reading", "nominal", "records paired")}}}};
  Json spec = facets(field("method", "nominal", "method"), 4,
                     {{"width", 180}, {"height", 140}, {"layer", {lines, ceiling_rule("y")}}});
  spec["resolve"] = {{"scale", {{"x", "independent"}}}};
  return figure(result.name + "_tradeoff", result.title + ": risk and loss against the option",
                values, spec);
}

StudyFigure threshold_figure(const study::Thresholds& thresholds) {
  Json values = Json::array();
  for (const auto& point : thresholds.points) {
    if (point.failure) continue;
    const auto& figures = point.median.paper;
    const auto percent = varied(point);
    for (const char* name : {"risk", "loss", "overall"}) {
      values.push_back(
          {{"percent", *percent}, {"what", name}, {"value", value_of(figures.score, name)}});
    }
    values.push_back(
        {{"percent", *percent}, {"what", "DBRL"}, {"value", value_of(figures.risk, "dbrl")}});
  }
  Json chosen = Json::array();
  for (const auto& threshold : thresholds.chosen) {
    if (const auto percent = percent_of(thresholds, threshold)) {
      chosen.push_back({{"percent", *percent}, {"ceiling", threshold.max_risk}});
    }
  }
  Json color = field("what", "nominal", "figure");
  color["scale"] = {{"domain", {"DBRL", "risk", "loss", "overall"}},
                    {"range", {"#d62728", "#ff9896", "#1f77b4", "black"}}};
  const Json x = field("percent", "quantitative", "noise, percent of each column's sd");
  const Json lines = {
      {"mark", {{"type", "line"}, {"point", true}}},
      {"encoding", {{"x", x}, {"y", field("value", "quantitative", "median")}, {"color", color}}}};
  const Json rules = {{"data", {{"values", chosen}}},
                      {"mark", {{"type", "rule"}, {"color", "grey"}}},
                      {"encoding", {{"x", x}}}};
  const Json labels = {{"data", {{"values", chosen}}},
                       {"mark", {{"type", "text"}, {"align", "left"}, {"dx", 3}, {"y", 8}}},
                       {"encoding", {{"x", x}, {"text", field("ceiling", "nominal", "ceiling")}}}};
  return figure("thresholds", "Noise on Census: the choice at ceilings 1, 0.2 and 0.1", values,
                {{"width", 480}, {"height", 300}, {"layer", {lines, rules, labels}}});
}

StudyFigure orders_figure(const std::vector<study::Orders>& all) {
  Json values = Json::array();
  for (const auto& orders : all) {
    for (const auto& row : orders.rows) {
      values.push_back({{"experiment", orders.experiment},
                        {"method", "cart"},
                        {"score", study::median(row.cart)}});
      values.push_back({{"experiment", orders.experiment},
                        {"method", "sjppds"},
                        {"score", study::median(row.sjppds)}});
    }
  }
  Json x = field("score", "quantitative", "median overall score of an order");
  x["scale"] = {{"zero", false}};
  const Json view = {{"width", 320},
                     {"mark", boxes()},
                     {"encoding", {{"x", x}, {"y", field("method", "nominal", "method")}}}};
  return figure("orders", "Overall score over the same random orders of the columns", values,
                facets(field("experiment", "nominal", "table"), 2, view));
}

StudyFigure permutation_figure(const study::RestrictedPermutation& example) {
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
  Json x = field("x1", "quantitative", "X1");
  Json y = field("x2", "quantitative", "X2");
  x["scale"] = y["scale"] = {{"zero", false}};
  Json layers = Json::array(
      {{{"mark", {{"type", "point"}, {"filled", true}, {"size", 60}}},
        {"encoding", {{"x", x}, {"y", y}, {"color", field("bin", "nominal", "bin of X2")}}}}});
  for (std::size_t k = 1; k + 1 < example.breaks2.size(); ++k) {
    layers.push_back({{"mark", {{"type", "rule"}, {"color", "grey"}, {"strokeDash", {4, 4}}}},
                      {"encoding", {{"y", {{"datum", example.breaks2[k]}}}}}});
  }
  Json facet = field("table", "nominal", nullptr);
  facet["sort"] = {"original", permuted};
  return figure("permutation", "A restricted permutation: no value leaves its bin", values,
                facets(facet, 2, {{"width", 260}, {"height", 260}, {"layer", layers}}));
}

StudyFigure clouds_figure(const std::vector<study::Cloud>& clouds) {
  Json values = Json::array();
  Json order = Json::array();
  for (const auto& cloud : clouds) {
    order.push_back(cloud.label);
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
      values.push_back({{"table", cloud.label}, {"x", cloud.x[i]}, {"y", cloud.y[i]}});
    }
  }
  Json facet = field("table", "nominal", nullptr);
  facet["sort"] = order;
  return figure(
      "permutation_clouds", "Two related columns, and SJPPDS of them with 1 to 100 bins", values,
      facets(
          facet, 3,
          {{"width", 200},
           {"height", 200},
           {"mark", {{"type", "point"}, {"size", 8}, {"opacity", 0.6}}},
           {"encoding",
            {{"x", field("x", "quantitative", "X1")}, {"y", field("y", "quantitative", "X2")}}}}));
}

StudyFigure timing_figure(const std::vector<study::Timing>& timings, const study::Series& series) {
  Json values = Json::array();
  for (const auto& timing : timings) {
    if (timing.series != series.name || !timing.seconds) continue;
    values.push_back({{"method", timing.method},
                      {"size", size_of(timing, series)},
                      {"seconds", *timing.seconds}});
  }
  Json x = field("size", "quantitative", series.grows.c_str());
  Json y = field("seconds", "quantitative", "seconds");
  x["scale"] = y["scale"] = {{"type", "log"}};
  Json color = field("method", "nominal", "method");
  color["scale"] = {{"scheme", "tableau20"}};
  return figure("timing_" + series.name, "Time of one masking: " + series.title, values,
                {{"width", 480},
                 {"height", 320},
                 {"mark", {{"type", "line"}, {"point", true}}},
                 {"encoding", {{"x", x}, {"y", y}, {"color", color}}}});
}

}  // namespace

std::vector<StudyFigure> study_figures(const Study& study) {
  std::vector<StudyFigure> figures;
  for (const auto& result : study.experiments) {
    figures.push_back(overall_figure(result));
    figures.push_back(measures_figure(result));
    figures.push_back(tradeoff_figure(result));
  }
  if (study.thresholds) figures.push_back(threshold_figure(*study.thresholds));
  if (!study.orders.empty()) figures.push_back(orders_figure(study.orders));
  if (study.permutation) {
    figures.push_back(permutation_figure(*study.permutation));
    figures.push_back(clouds_figure(study.clouds));
  }
  if (!study.timings.empty()) {
    for (const auto& series : study::timing_series()) {
      figures.push_back(timing_figure(study.timings, series));
    }
  }
  return figures;
}

}  // namespace overhand::report
