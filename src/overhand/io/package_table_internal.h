// A table as Stata or SPSS has it: variables with labels, each of numbers or of texts.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::io {

struct PackageVariable {
  std::string name;
  std::string format;  // of the values, by Arrow's letters: "c", "s", "i", "f", "g"; "u", "U"
  std::string display = {};
  std::string label = {};
  std::string set = {};  // of value labels
  std::vector<ValueLabel> values = {};
  std::vector<DeclaredMissing> missing = {};
  Measure measure = Measure::unknown;
  int columns = 0;
  std::size_t bytes = 0;  // room of a text
  Reals numbers = {};
  Texts texts = {};

  bool is_text() const { return format == "u" || format == "U"; }
};

// Fails on names, values, texts and labels that the package has no place for, with a sentence about
// them.
Result<std::vector<PackageVariable>> package_variables(const Table& table, Package package);

// Takes away the labels of values that no record has in a kept variable of the set, and that fewer
// than fewest_records have in a masked one: the words for a value that one person had name them.
// `roles` are those of the variables.
void leave_out_labels(std::vector<PackageVariable>& variables, const std::vector<Role>& roles);

// Fails on names that the package does not allow.
Status check_names(const std::vector<std::string>& names, Package package);

// "Stata", "SPSS".
std::string in_words(Package package);

}  // namespace overhand::io
