#include "overhand/masking/method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace overhand::masking {

Error unknown_option(const Method& method, const std::string& name) {
  std::vector<std::string> names;
  for (const Option& option : method.options) names.push_back(option.name);
  return {ErrorKind::invalid_option, fmt::format("{} has no option '{}'; its options are: {}.",
                                                 method.name, name, fmt::join(names, ", "))};
}

const Option* lacking_option(const Method& method, const OptionValues& values) {
  const auto lacking = std::ranges::find_if(method.options, [&](const Option& option) {
    const auto given = values.find(option.name);
    return option.limits.is_required &&
           (given == values.end() || given->second == option.default_value);
  });
  return lacking == method.options.end() ? nullptr : &*lacking;
}

Error option_is_lacking(const Method& method, const Option& option) {
  return {ErrorKind::invalid_option,
          fmt::format("{} needs {}: {}.", method.name, option.name, option.help),
          {.option = option.name}};
}

}  // namespace overhand::masking
