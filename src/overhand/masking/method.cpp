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

}  // namespace overhand::masking
