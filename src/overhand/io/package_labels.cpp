#include <algorithm>
#include <map>

#include "overhand/io/package_table_internal.h"
#include "overhand/table/identifiers.h"

namespace overhand::io {
namespace {

// Numbers that are equal are the same, tagged missing values by their tags.
struct BeforeByValue {
  bool operator()(double a, double b) const {
    if (is_missing(a) && is_missing(b)) return missing_tag(a) < missing_tag(b);
    return is_missing(b) ? !is_missing(a) : a < b;
  }
};

// SAS tags by capitals what is written with small letters.
double as_written(double value) {
  return is_missing(value) ? tagged_missing(static_cast<char>(missing_tag(value) | 0x20)) : value;
}

using Counts = std::vector<std::size_t>;  // of the records that have each labelled value

Counts counts_of_numbers(const PackageVariable& variable) {
  std::map<double, std::size_t, BeforeByValue> records;
  for (const ValueLabel& value : variable.values)
    records[as_written(std::get<double>(value.value))];
  for (const double number : variable.numbers) {
    if (const auto at = records.find(number); at != records.end()) ++at->second;
  }
  Counts counts;
  for (const ValueLabel& value : variable.values) {
    counts.push_back(records[as_written(std::get<double>(value.value))]);
  }
  return counts;
}

Counts counts_of_texts(const PackageVariable& variable) {
  const auto of_codes = variable.texts.level_counts();
  std::map<std::string_view, std::size_t> records;
  for (std::size_t code = 0; code < of_codes.size(); ++code) {
    records[variable.texts.dictionary()[code]] += of_codes[code];
  }
  Counts counts;
  for (const ValueLabel& value : variable.values) {
    counts.push_back(records[std::get<std::string>(value.value)]);
  }
  return counts;
}

using Stays = std::vector<bool>;  // each label of a set

void look_at(const PackageVariable& variable, Role role, Stays& stays) {
  const Counts counts =
      variable.is_text() ? counts_of_texts(variable) : counts_of_numbers(variable);
  const std::size_t fewest = role == Role::keep ? 1 : fewest_records;
  stays.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) stays[i] = stays[i] || counts[i] >= fewest;
}

std::vector<ValueLabel> only(const std::vector<ValueLabel>& values, const Stays& stays) {
  std::vector<ValueLabel> left;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (stays[i]) left.push_back(values[i]);
  }
  return left;
}

}  // namespace

void leave_out_labels(std::vector<PackageVariable>& variables, const std::vector<Role>& roles) {
  std::map<std::string, Stays> sets;
  for (std::size_t j = 0; j < variables.size(); ++j) {
    if (!variables[j].values.empty()) look_at(variables[j], roles[j], sets[variables[j].set]);
  }
  for (PackageVariable& variable : variables) {
    if (!variable.values.empty()) variable.values = only(variable.values, sets[variable.set]);
  }
}

}  // namespace overhand::io
