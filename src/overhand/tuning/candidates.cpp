#include "overhand/tuning/candidates.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/random/shuffle.h"

namespace overhand::tuning {
namespace {

masking::OptionValue grid_value(const masking::Option& option, double value) {
  if (std::holds_alternative<std::int64_t>(option.default_value)) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

// The columns to mask in a random order.
masking::ColumnList random_order(const Table& original, const random::Key& key,
                                 std::size_t number) {
  std::vector<std::string> names;
  for (const Column& column : original.columns()) {
    if (column.role == Role::mask) names.push_back(column.name);
  }
  const random::StreamName stream{random::Purpose::column_order,
                                  static_cast<std::uint32_t>(number)};
  std::vector<std::string> ordered;
  for (const auto i : random::permutation(key, stream, names.size())) ordered.push_back(names[i]);
  return masking::ColumnList::of(ordered);
}

bool has_option(const masking::Method& method, const std::string& name) {
  return std::ranges::find(method.options, name, &masking::Option::name) != method.options.end();
}

// What takes no numbers is tried on tables that have none: elsewhere all that it could say is that.
// What cannot go without a word of the steward's is not tried.
bool is_for(const masking::Method& method, const Table& table) {
  if (masking::lacking_option(method) != nullptr) return false;
  return method.takes.numbers || std::ranges::none_of(table.columns(), [](const Column& column) {
           return column.role == Role::mask && is_quantity(column.type);
         });
}

}  // namespace

Candidate candidate(const masking::Method& method, const Table& original, const random::Key& key,
                    const GridSize& size) {
  Candidate tried{method.name, &method, {}};
  for (const masking::Option& option : method.options) {
    for (const double value : thinned(option.limits.grid, size.points)) {
      tried.settings.push_back({{option.name, grid_value(option, value)}});
    }
    if (option.name != "order" || !size.has_orders) continue;
    for (std::size_t i = 0; i < size.points; ++i) {
      tried.settings.push_back({{option.name, random_order(original, key, i)}});
    }
  }
  if (tried.settings.empty()) tried.settings.emplace_back();
  if (size.marginals != "exact" && has_option(method, "marginals")) {
    for (auto& setting : tried.settings) setting["marginals"] = size.marginals;
  }
  if (size.min_bin > 1 && has_option(method, "min_bin")) {
    for (auto& setting : tried.settings) setting["min_bin"] = size.min_bin;
  }
  return tried;
}

Result<std::vector<Candidate>> candidates_for(const std::string& method, const Table& original,
                                              const random::Key& key, const GridSize& size) {
  std::vector<Candidate> all;
  for (const masking::Method& one : masking::methods()) {
    const bool is_tried = method == "all" ? is_for(one, original) : method == one.name;
    const masking::Option* lacking = is_tried ? masking::lacking_option(one) : nullptr;
    if (lacking != nullptr) return masking::option_is_lacking(one, *lacking);
    if (is_tried) all.push_back(candidate(one, original, key, size));
  }
  if (all.empty()) return masking::find_method(method).error();
  return all;
}

std::string setting_text(const std::string& name, const masking::OptionValues& options) {
  constexpr std::size_t longest = 40;  // an order of all columns is too long for a label
  std::string text = name;
  for (const auto& [option, value] : options) {
    text += fmt::format(", {} {}", option, shortened(masking::text_of(value), longest, "…"));
  }
  return text;
}

}  // namespace overhand::tuning
