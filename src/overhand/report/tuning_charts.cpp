#include "overhand/report/tuning_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "overhand/report/risk_words.h"
#include "overhand/statistics/median.h"
#include "overhand/tuning/choice.h"

namespace overhand::report {
namespace {

using evaluation::MeasureId;
using evaluation::Measurements;
using tuning::Point;
using tuning::setting_text;
using tuning::Tuned;
using tuning::Tuning;

double number_of(const masking::OptionValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  return std::get<double>(value);
}

bool has_numeric_option(const Tuned& tuned) {
  return std::ranges::all_of(tuned.points, [](const Point& point) {
    return point.options.size() == 1 &&
           (std::holds_alternative<std::int64_t>(point.options.begin()->second) ||
            std::holds_alternative<double>(point.options.begin()->second));
  });
}

bool is_choice(const Tuning& tuning, const Tuned& tuned, std::size_t point) {
  return tuning.best && &tuning.tuned[*tuning.best] == &tuned && tuned.choice == point;
}

// Beside a number by true source, one that is not must say so.
bool is_sorted(const Measurements& measured) {
  return measured.pairing == evaluation::Pairing::sorted;
}

const char* reading_of(const Measurements& measured) {
  return is_sorted(measured) ? "sorted tables (no source known)" : "true sources";
}

// The loss that goes with the score.
MeasureId loss_of(const Tuning& tuning) {
  return tuning.options.score == tuning::Score::paper ? MeasureId::loss_score
                                                      : MeasureId::shape_loss;
}

std::string fate_of(const Tuning& tuning, const Tuned& tuned, std::size_t index) {
  if (is_choice(tuning, tuned, index)) return "chosen";
  return tuned.points[index].excluded ? "set aside" : "tried";
}

Json score_row(const Tuning& tuning, const Tuned& tuned, std::size_t index) {
  const Point& point = tuned.points[index];
  const Measurements& measured = deciding(point.median, tuning.options.reading);
  Json row = {{"method", tuned.candidate.name},
              {"setting", setting_text(tuned.candidate.name, point.options)}};
  for (const MeasureId id : {MeasureId::dbrl, MeasureId::risk_score, loss_of(tuning),
                             MeasureId::overall_score, MeasureId::implausible}) {
    row[name_of(id)] = rounded(value_of(measured, id));
  }
  row.update({{"paired", name_of(measured.pairing)},
              {"read by", reading_of(measured)},
              {"chosen", fate_of(tuning, tuned, index)},
              {"why", point.excluded.value_or("")}});
  return row;
}

Json all_score_rows(const Tuning& tuning) {
  Json rows = Json::array();
  for (const Tuned& tuned : tuning.tuned) {
    for (std::size_t i = 0; i < tuned.points.size(); ++i) {
      if (!tuned.points[i].failure) rows.push_back(score_row(tuning, tuned, i));
    }
  }
  return rows;
}

ChartTable table_of(const Json& rows, const std::vector<std::string>& fields) {
  ChartTable table{fields};
  for (const Json& row : rows) {
    Json cells = Json::array();
    for (const std::string& field : fields) cells.push_back(row.at(field));
    table.rows.push_back(cells);
  }
  return table;
}

// Colour and shape by method.
Json method_marks(const Tuning& tuning) {
  std::vector<std::string> names;
  for (const Tuned& tuned : tuning.tuned) names.push_back(tuned.candidate.name);
  Json colour = channel("method", "nominal", "method");
  Json shape = colour;
  colour["scale"] = method_colours(names);
  shape["scale"] = method_shapes(names);
  return {{"color", colour}, {"shape", shape}};
}

Json ceiling_rule(double ceiling, const char* axis) {
  return {{"mark", {{"type", "rule"}, {"color", colour::ceiling}, {"strokeDash", {6, 4}}}},
          {"encoding", {{axis, {{"datum", ceiling}}}}}};
}

Json curve_layer(MeasureId measure, const std::string& label, const char* stroke,
                 const std::string& option) {
  const std::string& field = name_of(measure);
  return {
      {"mark", {{"type", "line"}, {"color", stroke}, {"point", {{"color", stroke}, {"size", 12}}}}},
      {"encoding",
       {{"x", channel("option", "quantitative", option)},
        {"y", channel(field, "quantitative", "0 good … 1 bad")},
        {"tooltip",
         {channel("option", "quantitative", option), channel(field, "quantitative", label)}}}}};
}

Chart tradeoff_curve(const Tuning& tuning, const Tuned& tuned) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < tuned.points.size(); ++i) {
    if (tuned.points[i].failure) continue;
    Json row = score_row(tuning, tuned, i);
    row["option"] = number_of(tuned.points[i].options.begin()->second);
    rows.push_back(row);
  }
  const std::string option = tuned.points.front().options.begin()->first;
  Json spec = spec_with(rows, 320, 200);
  const auto layer = [&](MeasureId score, const char* stroke) {
    return curve_layer(score, name_of(score), stroke, option);
  };
  spec["layer"] = {layer(loss_of(tuning), colour::loss), layer(MeasureId::risk_score, colour::risk),
                   layer(MeasureId::overall_score, colour::overall),
                   curve_layer(MeasureId::dbrl, "DBRL", colour::ceiling, option),
                   ceiling_rule(tuning.options.max_risk, "y")};
  const bool is_lower_bound = rows.front()["paired"] == "sorted";
  return {"tradeoff-" + tuned.candidate.name,
          tuned.candidate.name + ": risk against loss",
          fmt::format("Loss blue, risk red, overall black, DBRL grey, the ceiling dashed.{}",
                      is_lower_bound ? " Read on sorted tables: no source is known." : ""),
          fmt::format("Curves of loss, risk, overall score and DBRL of {} against {}.",
                      tuned.candidate.name, option),
          spec,
          table_of(rows, {"option", name_of(loss_of(tuning)), name_of(MeasureId::risk_score),
                          name_of(MeasureId::overall_score), name_of(MeasureId::dbrl)})};
}

// One row for each replication of the setting that stands for each method.
Json replicate_rows(const Tuning& tuning, MeasureId measure) {
  Json rows = Json::array();
  for (const Tuned& tuned : tuning.tuned) {
    const auto index = shown_point(tuned, tuning.options);
    if (!index) continue;
    for (const auto& replicate : tuned.points[*index].replicates) {
      const Measurements& measured = deciding(replicate, tuning.options.reading);
      if (!has(measured, measure)) continue;
      rows.push_back({{"method", tuned.candidate.name},
                      {"label", tuned.candidate.name + (is_sorted(measured) ? " (sorted)" : "")},
                      {"value", rounded(value_of(measured, measure))}});
    }
  }
  return rows;
}

// Method, median, smallest and largest value, the best first.
ChartTable summary_of(const Json& rows) {
  std::map<std::string, std::vector<double>> by_method;
  for (const Json& row : rows) by_method[row["label"]].push_back(row["value"]);
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [method, values] : by_method)
    order.emplace_back(statistics::median(values), method);
  std::ranges::sort(order);
  ChartTable table{{"method", "median", "smallest", "largest"}};
  for (const auto& [middle, method] : order) {
    const auto [low, high] = std::ranges::minmax(by_method[method]);
    table.rows.push_back({method, middle, low, high});
  }
  return table;
}

Chart boxplot(const Tuning& tuning, MeasureId measure, const std::string& title, const char* fill) {
  const Json rows = replicate_rows(tuning, measure);
  const ChartTable summary = summary_of(rows);
  Json best_first = Json::array();
  for (const Json& row : summary.rows) best_first.push_back(row[0]);
  Json spec = spec_with(rows, 320, 20 * static_cast<int>(tuning.tuned.size()) + 20);
  Json y = channel("label", "nominal", "");
  y["sort"] = best_first;
  Json median = channel("value", "quantitative", title);
  median["aggregate"] = "median";
  const Json box = {{"mark",
                     {{"type", "boxplot"},
                      {"color", fill},
                      {"opacity", 0.4},
                      {"size", 12},
                      {"extent", "min-max"},
                      {"median", false}}},
                    {"encoding", {{"x", channel("value", "quantitative", title)}}}};
  // A box of equal values is thinner than a hair: its middle has the mark of the method.
  Json middle = {{"mark", {{"type", "point"}, {"filled", true}, {"opacity", 1}, {"size", 90}}},
                 {"encoding", method_marks(tuning)}};
  middle["encoding"]["x"] = median;
  middle["encoding"]["color"]["legend"] = middle["encoding"]["shape"]["legend"] = nullptr;
  spec["encoding"] = {{"y", y}};
  spec["layer"] = {box, middle};
  return {"box-" + name_of(measure),
          title,
          "Each method at its best setting; best on top. (sorted): read on sorted tables, because "
          "no source is known.",
          fmt::format("Boxplots of {} for every method over replications.", title),
          spec,
          summary};
}

// Solid outlines rest on true sources, dashed ones do not.
Json reading_channel() {
  Json dash = channel("read by", "nominal", "read by");
  dash["scale"] = {{"domain", {"true sources", "sorted tables (no source known)"}},
                   {"range", {{1, 0}, {2, 2}}}};
  return dash;
}

Json fate_channel() {
  Json opacity = channel("chosen", "nominal", "");
  opacity["scale"] = {{"domain", {"tried", "set aside", "chosen"}}, {"range", {1, 0.35, 1}}};
  return opacity;
}

std::string map_sentence(const Tuning& tuning) {
  return fmt::format(
      "Left is safe, down is useful. The dashed line is the ceiling; the filled point is chosen. "
      "Dashed marks are read on sorted tables, because no source is known: a lower bound of the "
      "risk. Pale marks are under the ceiling and were set aside; the table says why. Ranked by "
      "{}.{}",
      tuning.options.score == tuning::Score::paper
          ? "the paper's overall score"
          : "loss alone under the ceiling: the mean of ps, pil, c2st and implausible",
      tuning.trial_rows < tuning.rows
          ? fmt::format(" Tried on a random sample of {} of {} records.",
                        grouped(tuning.trial_rows), grouped(tuning.rows))
          : "");
}

}  // namespace

Chart risk_utility_map(const Tuning& tuning) {
  const Json rows = all_score_rows(tuning);
  Json spec = spec_with(rows, 420, 320);
  const std::string& dbrl = name_of(MeasureId::dbrl);
  const std::string& loss = name_of(loss_of(tuning));
  const std::string& overall = name_of(MeasureId::overall_score);
  Json encoding = {
      {"x", channel(dbrl, "quantitative", "records linked (DBRL): 0 safe … 1 unsafe")},
      {"y", channel(loss, "quantitative", "loss: 0 nothing … 1 all")},
      {"strokeDash", reading_channel()},
      {"opacity", fate_channel()},
      {"tooltip",
       {channel("setting", "nominal", "setting"), channel(dbrl, "quantitative", "DBRL"),
        channel(loss, "quantitative", loss), channel(overall, "quantitative", overall),
        channel("read by", "nominal", "read by"), channel("why", "nominal", "set aside")}}};
  encoding.update(method_marks(tuning));
  Json chosen = {
      {"transform", {{{"filter", "datum.chosen == 'chosen'"}}}},
      {"mark", {{"type", "point"}, {"size", 220}, {"filled", true}, {"color", colour::overall}}},
      {"encoding", {{"x", encoding["x"]}, {"y", encoding["y"]}}}};
  spec["layer"] = {{{"mark", {{"type", "point"}, {"size", 60}}}, {"encoding", encoding}},
                   ceiling_rule(tuning.options.max_risk, "x"),
                   chosen};
  return {"map",
          "Risk and loss of every setting tried",
          map_sentence(tuning),
          "Scatter plot of loss against the share of linked records for every setting tried.",
          spec,
          table_of(rows, {"setting", "paired", dbrl, name_of(MeasureId::risk_score), loss, overall,
                          name_of(MeasureId::implausible), "chosen", "why"})};
}

std::vector<Chart> tradeoff_curves(const Tuning& tuning) {
  std::vector<Chart> charts;
  for (const Tuned& tuned : tuning.tuned) {
    const bool has_points =
        std::ranges::any_of(tuned.points, [](const Point& point) { return !point.failure; });
    if (tuned.points.size() > 1 && has_points && has_numeric_option(tuned)) {
      charts.push_back(tradeoff_curve(tuning, tuned));
    }
  }
  return charts;
}

std::vector<Chart> boxplots(const Tuning& tuning) {
  std::vector<Chart> charts = {
      boxplot(tuning, MeasureId::shape_loss, "loss (PS, PIL, c2st, implausible)", colour::loss),
      boxplot(tuning, MeasureId::overall_score, "overall score", colour::overall),
      boxplot(tuning, MeasureId::dbrl, "records linked (DBRL)", colour::risk),
      boxplot(tuning, MeasureId::rid, "rank intervals (RID)", colour::risk),
      boxplot(tuning, MeasureId::sdid, "sd intervals (SDID)", colour::risk),
      boxplot(tuning, MeasureId::ps, "propensity score loss (PS)", colour::loss),
      boxplot(tuning, MeasureId::pil, "probabilistic loss (PIL)", colour::loss),
      boxplot(tuning, MeasureId::c2st, "told apart by trees (c2st)", colour::loss),
      boxplot(tuning, MeasureId::brmae, "rank error (brMAE)", colour::loss),
      boxplot(tuning, MeasureId::brmse, "squared rank error (brMSE)", colour::loss)};
  std::erase_if(charts, [](const Chart& chart) { return chart.table.rows.empty(); });
  return charts;
}

}  // namespace overhand::report
