#include <fmt/format.h>

#include <algorithm>

#include "overhand/report/attack_charts_internal.h"

namespace overhand::report {
namespace {

using release::Attempt;
using release::Gate;
using release::Held;

constexpr int bar_height = 14;
constexpr const char* inside = "people in the table";
constexpr const char* outside = "strangers";

// The target's rate where so much is learnt beyond the control.
double rate_at(const release::Rates& rates, double learnt) {
  return rates.control + learnt * (1 - rates.control);
}

Json bar_values(const std::vector<Held>& held) {
  Json values = Json::array();
  for (const Held& one : held) {
    if (!one.rates) continue;
    const release::Rates& rates = *one.rates;
    Json target = {{"attack", one.meaning},
                   {"who", inside},
                   {"share", rounded(100 * rates.target)},
                   {"allowed", rounded(100 * rates.allowed)}};
    const bool is_by_upper_end = rates.interval && one.measured == rates.interval->high;
    if (is_by_upper_end) {
      target["low"] = rounded(100 * rate_at(rates, rates.interval->low));
      target["high"] = rounded(100 * rate_at(rates, rates.interval->high));
    }
    values.push_back(std::move(target));
    values.push_back(
        {{"attack", one.meaning}, {"who", outside}, {"share", rounded(100 * rates.control)}});
  }
  return values;
}

// Words are long: they stand above their bars, so that these have the width.
Json attack_axis() {
  Json y = channel("attack", "nominal", "");
  y["sort"] = nullptr;
  y["scale"] = {{"paddingInner", 0.5}, {"paddingOuter", 0.5}};
  y["axis"] = {{"title", nullptr},
               {"ticks", false},
               {"domain", false},
               {"labelAlign", "left"},
               {"labelBaseline", "bottom"},
               {"labelOffset", -bar_height - 3},
               {"labelPadding", -4},
               {"labelLimit", 420},
               {"zindex", 1}};
  return y;
}

// The same for all layers, so that they share its title.
Json share_axis(const char* field) {
  return channel(field, "quantitative", "right about so many of 100");
}

Json who_offset() { return {{"field", "who"}, {"sort", {inside, outside}}}; }

Json bars_layer() {
  Json fill = channel("who", "nominal", "");
  fill["scale"] = {{"domain", {inside, outside}}, {"range", {colour::risk, "white"}}};
  fill["legend"] = {{"title", nullptr}, {"symbolStrokeColor", colour::risk}};
  return {{"mark", {{"type", "bar"}, {"stroke", colour::risk}}},
          {"encoding", {{"x", share_axis("share")}, {"yOffset", who_offset()}, {"fill", fill}}}};
}

Json interval_layer() {
  return {{"transform", Json::array({Json{{"filter", "isValid(datum.low)"}}})},
          {"mark", {{"type", "rule"}, {"strokeWidth", 2}, {"color", colour::overall}}},
          {"encoding",
           {{"x", share_axis("low")}, {"x2", {{"field", "high"}}}, {"yOffset", who_offset()}}}};
}

Json ceiling_layer() {
  return {{"transform", Json::array({Json{{"filter", "isValid(datum.allowed)"}}})},
          {"mark",
           {{"type", "tick"},
            {"thickness", 4},
            {"size", 2 * bar_height + 4},
            {"color", colour::ceiling}}},
          {"encoding", {{"x", share_axis("allowed")}}}};
}

ChartTable attack_table(const std::vector<Held>& held) {
  ChartTable table{{"attack", "right about people in the table, of 100", "about strangers, of 100",
                    "learnt, counted as", "ceiling", "under it", "by"}};
  for (const Held& one : held) {
    const Json target = one.rates ? Json(rounded(100 * one.rates->target)) : Json();
    const Json control = one.rates ? Json(rounded(100 * one.rates->control)) : Json();
    table.rows.push_back({one.meaning, target, control, rounded(one.measured), one.ceiling,
                          one.is_kept() ? "yes" : "no", one.by});
  }
  return table;
}

std::string words_for_who_cannot_see(const std::vector<Held>& held) {
  std::string words = "Bars of how often each attack was right, of 100.";
  for (const Held& one : held) {
    if (!one.rates) continue;
    words += fmt::format(" {}: people in the table {:.0f}, strangers {:.0f}, allowed {:.0f}.",
                         one.meaning, 100 * one.rates->target, 100 * one.rates->control,
                         100 * one.rates->allowed);
  }
  return words;
}

Chart attack_bars(const std::vector<Held>& held) {
  constexpr int width = 480;
  constexpr int row_height = 4 * bar_height;  // two bars, and the words above them
  const auto rows =
      std::ranges::count_if(held, [](const Held& one) { return one.rates.has_value(); });
  Json spec = spec_with(bar_values(held), width, row_height * static_cast<int>(rows));
  spec["encoding"] = {{"y", attack_axis()}};
  spec["layer"] = Json::array({bars_layer(), interval_layer(), ceiling_layer()});
  return {"attack-bars",
          "How often the guess was right",
          "What a full bar (people in the table) has more than the hollow one below it "
          "(strangers) was learnt from the release. The black line is its 95 % interval where "
          "its upper end counts, the grey mark what the ceiling allows: the line, or the bar where "
          "there is none, must end before it.",
          words_for_who_cannot_see(held),
          std::move(spec),
          attack_table(held)};
}

std::string outcome_of(const Gate& gate, std::size_t attempt) {
  if (gate.passed == attempt) return "under every ceiling";
  const auto& held = gate.attempts[attempt].held;
  return fmt::format("{}{:.2g} times a ceiling",
                     !gate.passed && gate.nearest == attempt ? "comes nearest, " : "",
                     release::worst_ratio(held));
}

Chart attacked_settings(const Gate& gate) {
  ChartTable table{{"setting", "loss", "strongest attack"}};
  for (std::size_t i = 0; i < gate.attempts.size(); ++i) {
    const Attempt& attempt = gate.attempts[i];
    table.rows.push_back({attempt.setting, rounded(attempt.loss), outcome_of(gate, i)});
  }
  return {"attacked-settings",
          "Settings that were attacked",
          "In the order of what analysts lose, until one is under every ceiling.",
          "",
          nullptr,
          std::move(table)};
}

}  // namespace

Json attack_section(const Gate& gate, const std::vector<Held>& held) {
  if (gate.attempts.empty()) return nullptr;
  return section_json("attacks", "What the attacks learnt",
                      "Each attack was run on people who are in the table and on people who are "
                      "not. What it gets right about strangers too was not learnt from the table.",
                      {attack_bars(held), attacked_settings(gate)});
}

}  // namespace overhand::report
