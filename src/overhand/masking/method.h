// Method: one entry of the catalogue, with its options as data, so that the command line, the
// bindings, the page and the tuner can name and set them without knowing the method.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "overhand/core/stopping.h"
#include "overhand/masking/kinds.h"
#include "overhand/masking/masked.h"
#include "overhand/masking/option.h"

namespace overhand::masking {

// How the time of a masking grows with the number of records.
enum class Cost {
  linear,  // or by a logarithm more
  quadratic,
};

struct MethodFacts {
  std::string name;
  std::string summary;
  std::string reference;
  std::string keeps;  // what stays exactly as it was
  bool is_deterministic = false;
  bool keeps_rows = false;  // masked row i comes from original row i
  Cost cost = Cost::linear;
  Takes takes = {};
  // It keeps units whole by itself, of any size, and sees kept columns too, which it leaves as they
  // are. Other methods get units as wide records, and the columns to mask alone.
  bool sees_structure = false;
  bool masks_in_parts = false;  // tables beyond the memory, a column or a part at a time (external)
};

struct Method : MethodFacts {
  std::vector<Option> options;
  std::function<Result<Masked>(const Table&, const OptionValues&, const Context&)> mask;
};

// A sentence that names the options there are.
Error unknown_option(const Method& method, const std::string& name);

// The first option that has no default and that `values` do not name.
const Option* lacking_option(const Method& method, const OptionValues& values = {});

// A sentence that says what it is.
Error option_is_lacking(const Method& method, const Option& option);

template <class Options>
std::vector<Option> options_of() {
  std::vector<Option> options;
  Options defaults;
  describe(defaults,
           [&](const char* name, const auto& value, const char* help, const OptionLimits& limits) {
             options.push_back({name, internal::as_value(value, limits), help, limits});
           });
  return options;
}

// The options that `values` say, the others at their defaults. Fails on a name that the method does
// not have, on a value beyond its limits, and where one is lacking that has no default.
template <class Options>
Result<Options> options_from(const Method& method, const OptionValues& values) {
  Options options;
  Status status = Done{};
  std::size_t known = 0;
  std::size_t position = 0;
  describe(options, [&](const char* name, auto& field, const char*, const OptionLimits&) {
    const Option& option = method.options[position++];
    const auto found = values.find(name);
    if (found == values.end() || !status) return;
    status = internal::set_field(field, option, found->second);
    ++known;
  });
  if (!status) return status.error();
  if (known != values.size()) {
    for (const auto& [name, value] : values) {
      if (std::ranges::find(method.options, name, &Option::name) == method.options.end()) {
        return unknown_option(method, name);
      }
    }
  }
  if (const Option* option = lacking_option(method, values)) {
    return option_is_lacking(method, *option);
  }
  return options;
}

// The entry of a method whose options are the struct `Options` with its describe().
template <class Options>
Method make_method(MethodFacts facts,
                   Result<Masked> (*mask)(const Table&, const Options&, const Context&)) {
  Method method{std::move(facts), options_of<Options>(), nullptr};
  const Method self = method;
  method.mask = [self, mask](const Table& original, const OptionValues& values,
                             const Context& context) -> Result<Masked> {
    const auto options = options_from<Options>(self, values);
    if (!options) return options.error();
    return stoppable(context.progress, [&] { return mask(original, *options, context); });
  };
  return method;
}

}  // namespace overhand::masking
