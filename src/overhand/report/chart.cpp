#include "overhand/report/chart.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "overhand/masking/methods.h"

namespace overhand::report {
namespace {

struct Mark {
  const char* colour;
  const char* shape;  // a name of Vega's, or a path in the square from -1 to 1
};

constexpr const char* saltire =
    "M-1,-.6L-.6,-1L0,-.4L.6,-1L1,-.6L.4,0L1,.6L.6,1L0,.4L-.6,1L-1,.6L-.4,0Z";
constexpr const char* star =
    "M0,-1L.24,-.32L.95,-.31L.38,.12L.59,.81L0,.4L-.59,.81L-.38,.12L-.95,-.31L-.24,-.32Z";
constexpr const char* hourglass = "M-.9,-1L.9,-1L-.9,1L.9,1Z";
constexpr const char* house = "M-.8,1L-.8,-.2L0,-1L.8,-.2L.8,1Z";
constexpr const char* bow_tie = "M-1,-.9L1,.9L1,-.9L-1,.9Z";

// In the order of the catalogue. Colours have a contrast of 3 or more on white and on the dark
// page; those that look alike have shapes that do not.
constexpr std::array marks = {Mark{"#d6403a", "circle"},
                              Mark{"#3b6fd4", "square"},
                              Mark{"#2e8b46", "triangle-up"},
                              Mark{"#5c8f00", "triangle-down"},
                              Mark{"#c2600a", "diamond"},
                              Mark{"#a67c00", saltire},
                              Mark{"#8e5bd0", "triangle-right"},
                              Mark{"#14868c", star},
                              Mark{"#1b87b8", hourglass},
                              Mark{"#d1479b", "cross"},
                              Mark{"#9a6848", "triangle-left"},
                              Mark{"#6f7782", bow_tie},
                              Mark{"#b0566b", house},
                              Mark{"#4f7f6f", "wedge"}};

const Mark& mark_of(const std::string& method) {
  const auto& all = masking::methods();
  const auto found = std::ranges::find(all, method, &masking::Method::name);
  return marks[static_cast<std::size_t>(found - all.begin()) % marks.size()];
}

Json scale_of(const std::vector<std::string>& methods, const char* Mark::* part) {
  Json range = Json::array();
  for (const std::string& method : methods) range.push_back(mark_of(method).*part);
  return {{"domain", methods}, {"range", range}};
}

}  // namespace

Json chart_json(const Chart& chart) {
  return {{"id", chart.id},
          {"title", chart.title},
          {"sentence", chart.sentence},
          {"alt", chart.alt},
          {"spec", chart.spec},
          {"table", {{"columns", chart.table.columns}, {"rows", chart.table.rows}}}};
}

Json section_json(const std::string& id, const std::string& title, const std::string& sentence,
                  const std::vector<Chart>& charts) {
  Json all = Json::array();
  for (const Chart& chart : charts) all.push_back(chart_json(chart));
  return {{"id", id}, {"title", title}, {"sentence", sentence}, {"figures", all}};
}

Json spec_with(const Json& values, int width, int height) {
  return {{"$schema", vega_lite},
          {"width", width},
          {"height", height},
          {"data", {{"values", values}}},
          // Descriptions for screen readers would put titles, which may be any column's name, into
          // expressions that Vega parses; the chart has words of its own.
          {"config", {{"aria", false}, {"axis", {{"titleLimit", 240}}}}}};
}

Json channel(const std::string& field, const std::string& type, const std::string& title) {
  return {{"field", field}, {"type", type}, {"title", title}};
}

Json named_channel(const std::string& field, const std::string& type, const std::string& name) {
  return channel(field, type, name + " ");
}

Json method_colours(const std::vector<std::string>& methods) {
  return scale_of(methods, &Mark::colour);
}

Json method_shapes(const std::vector<std::string>& methods) {
  return scale_of(methods, &Mark::shape);
}

double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  constexpr double digits = 4;
  constexpr double exact = 22;  // the largest power of ten that a double is
  const double places = digits - std::ceil(std::log10(std::abs(value)));
  if (places < 0 && places >= -exact) {
    // 203500000, not 203499999.99999997: the inverse of a power of ten is not exact.
    const double step = std::pow(10.0, -places);
    return std::round(value / step) * step;
  }
  const double scale = std::pow(10.0, places);
  return std::isfinite(scale) && scale > 0 ? std::round(value * scale) / scale : value;
}

}  // namespace overhand::report
