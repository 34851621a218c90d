// Method: one entry of the catalogue, with its options as data, so that the command line, the
// bindings, the page and the tuner can name and set them without knowing the method.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "overhand/core/stopping.h"
#include "overhand/masking/masked.h"

namespace overhand::masking {

using OptionValue = std::variant<std::int64_t, double, bool, std::string>;
using OptionValues = std::map<std::string, OptionValue>;

struct OptionLimits {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<double> grid = {};          // the values that tuning tries: the paper's
  std::vector<std::string> choices = {};  // of a text option
};

struct Option {
  std::string name;
  OptionValue default_value;
  std::string help;
  OptionLimits limits;
};

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
};

struct Method : MethodFacts {
  std::vector<Option> options;
  std::function<Result<Masked>(const Table&, const OptionValues&, const Context&)> mask;
};

// "100", "69.5", "true", "exact": as a person would type it.
std::string text_of(const OptionValue& value);

// What a person typed, as a value of the option's type. Fails with the option's name.
Result<OptionValue> parse_option(const Option& option, const std::string& text);

// A sentence that names the options there are.
Error unknown_option(const Method& method, const std::string& name);

namespace internal {

Status check_limits(const Option& option, const OptionValue& value);

template <class Field>
OptionValue as_value(const Field& field) {
  if constexpr (std::is_same_v<Field, int>)
    return std::int64_t{field};
  else
    return field;
}

// Integers serve where reals are expected; nothing else is converted.
template <class Field>
Status set_field(Field& field, const Option& option, const OptionValue& value) {
  if (auto checked = check_limits(option, value); !checked) return checked;
  if constexpr (std::is_same_v<Field, int>)
    field = static_cast<int>(std::get<std::int64_t>(value));
  else if constexpr (std::is_same_v<Field, double>) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    field = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
  } else
    field = std::get<Field>(value);
  return Done{};
}

}  // namespace internal

template <class Options>
std::vector<Option> options_of() {
  std::vector<Option> options;
  Options defaults;
  describe(defaults,
           [&](const char* name, const auto& value, const char* help, const OptionLimits& limits) {
             options.push_back({name, internal::as_value(value), help, limits});
           });
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
    Options options;
    Status status = Done{};
    std::size_t known = 0;
    std::size_t position = 0;
    describe(options, [&](const char* name, auto& field, const char*, const OptionLimits&) {
      const Option& option = self.options[position++];
      const auto found = values.find(name);
      if (found == values.end() || !status) return;
      status = internal::set_field(field, option, found->second);
      ++known;
    });
    if (!status) return status.error();
    if (known != values.size()) {
      for (const auto& [name, value] : values) {
        if (std::ranges::find(self.options, name, &Option::name) == self.options.end()) {
          return unknown_option(self, name);
        }
      }
    }
    return stoppable(context.progress, [&] { return mask(original, options, context); });
  };
  return method;
}

}  // namespace overhand::masking
