// What Stata, SPSS and SAS keep with a column beside its values, so that it goes back as it came.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace overhand {

using LabelledValue = std::variant<double, std::string>;

struct ValueLabel {
  LabelledValue value;
  std::string label;
  bool operator==(const ValueLabel&) const = default;
};

// Values from low to high that the file calls missing, and how it writes them.
struct DeclaredMissing {
  LabelledValue low;
  LabelledValue high;
  bool operator==(const DeclaredMissing&) const = default;
};

struct Labels {
  std::string variable;            // what the column is: "Age in years"
  std::string set;                 // the name of the set of value labels
  std::vector<ValueLabel> values;  // of a category those of its levels, in their order
  std::vector<DeclaredMissing> missing;
  std::string display;  // the software's own format: "%9.2f", "F8.2"
  bool operator==(const Labels&) const = default;
};

}  // namespace overhand
