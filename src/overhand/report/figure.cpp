#include "overhand/report/figure.h"

#include <cmath>

namespace overhand::report {

Json figure_json(const Figure& figure) {
  return {{"id", figure.id},
          {"title", figure.title},
          {"sentence", figure.sentence},
          {"alt", figure.alt},
          {"spec", figure.spec},
          {"table", {{"columns", figure.table.columns}, {"rows", figure.table.rows}}}};
}

Json section_json(const std::string& id, const std::string& title, const std::string& sentence,
                  const std::vector<Figure>& figures) {
  Json all = Json::array();
  for (const Figure& figure : figures) all.push_back(figure_json(figure));
  return {{"id", id}, {"title", title}, {"sentence", sentence}, {"figures", all}};
}

Json spec_with(const Json& values, int width, int height) {
  return {
      {"$schema", vega_lite}, {"width", width}, {"height", height}, {"data", {{"values", values}}}};
}

Json channel(const std::string& field, const std::string& type, const std::string& title) {
  return {{"field", field}, {"type", type}, {"title", title}};
}

double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  constexpr double digits = 4;
  const double scale = std::pow(10.0, digits - std::ceil(std::log10(std::abs(value))));
  return std::isfinite(scale) && scale > 0 ? std::round(value * scale) / scale : value;
}

}  // namespace overhand::report
