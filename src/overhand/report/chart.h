// Chart: a Vega-Lite spec with its title, a sentence that says what to see, words for who cannot
// see it, and the table behind it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace overhand::report {

using Json = nlohmann::ordered_json;

// Colour by meaning, the same everywhere; shapes tell what colours tell.
namespace colour {
constexpr const char* risk = "#c62828";
constexpr const char* loss = "#1565c0";
constexpr const char* overall = "#111111";
constexpr const char* ceiling = "#8a8a8a";
constexpr const char* original = "#6b6b6b";
constexpr const char* masked = "#1565c0";
}  // namespace colour

// The version of Vega-Lite that the page draws with.
constexpr const char* vega_lite = "https://vega.github.io/schema/vega-lite/v6.json";

struct ChartTable {
  std::vector<std::string> columns;
  Json rows = Json::array();
};

struct Chart {
  std::string id;
  std::string title;
  std::string sentence;
  std::string alt;
  Json spec;
  ChartTable table;
};

Json chart_json(const Chart& chart);
Json section_json(const std::string& id, const std::string& title, const std::string& sentence,
                  const std::vector<Chart>& charts);

// A spec with inline data; marks and encodings are the caller's.
Json spec_with(const Json& values, int width, int height);

// {"field": ..., "type": ..., "title": ...}
Json channel(const std::string& field, const std::string& type, const std::string& title);

// The same with a title that comes from data. Vega reads "constructor", "toString" or "if" as words
// of its expressions even in quotes; with a space at the end they are text.
Json named_channel(const std::string& field, const std::string& type, const std::string& name);

// Scales over the methods named: each masking method has a colour and a shape of its own, the same
// in every chart.
Json method_colours(const std::vector<std::string>& methods);
Json method_shapes(const std::vector<std::string>& methods);

// Rounded for people and for the size of the file: 4 significant digits.
double rounded(double value);

}  // namespace overhand::report
