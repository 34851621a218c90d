#include "overhand/report/catalogue_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace overhand::report {
namespace {

Json value_json(const masking::OptionValue& value) {
  return std::visit(
      [](const auto& v) {
        if constexpr (requires { v.typed; })
          return Json(v.typed);
        else
          return Json(v);
      },
      value);
}

Json option_json(const masking::Option& option) {
  Json json = {
      {"name", option.name}, {"default", value_json(option.default_value)}, {"help", option.help}};
  if (std::isfinite(option.limits.minimum)) json["minimum"] = option.limits.minimum;
  if (std::isfinite(option.limits.maximum)) json["maximum"] = option.limits.maximum;
  if (option.limits.is_required) json["required"] = true;
  if (!option.limits.choices.empty()) json["choices"] = option.limits.choices;
  if (!option.limits.grid.empty()) json["grid"] = option.limits.grid;
  return json;
}

Json takes_json(const masking::Takes& takes) {
  return {{"levels", takes.levels},
          {"moments", takes.moments},
          {"gaps", takes.gaps},
          {"numbers", takes.numbers}};
}

Json method_json(const masking::Method& method) {
  Json options = Json::array();
  for (const auto& option : method.options) options.push_back(option_json(option));
  return {{"name", method.name},
          {"summary", method.summary},
          {"keeps", method.keeps},
          {"reference", method.reference},
          {"deterministic", method.is_deterministic},
          {"keeps_rows", method.keeps_rows},
          {"cost", method.cost == masking::Cost::quadratic ? "quadratic" : "linear"},
          {"takes", takes_json(method.takes)},
          {"options", options}};
}

}  // namespace

Json methods_json() {
  Json all = Json::array();
  for (const auto& method : masking::methods()) all.push_back(method_json(method));
  return {{"schema", 1}, {"default", masking::default_method}, {"methods", all}};
}

Json options_json(const masking::Method& method, const masking::OptionValues& values) {
  Json options = Json::object();
  for (const auto& option : method.options) {
    const auto given = values.find(option.name);
    options[option.name] = value_json(given == values.end() ? option.default_value : given->second);
  }
  return options;
}

}  // namespace overhand::report
