// What Stata, SPSS and SAS keep with a column beside its values, so that it goes back as it came.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace overhand {

// A missing value that says why: Stata's .a to .z, SAS's .A to .Z. It is a NaN like any other
// missing real, with the letter in its last bits.
inline double tagged_missing(char tag) {
  constexpr std::uint64_t quiet_nan = 0x7ff8000000000000;
  return std::bit_cast<double>(quiet_nan | static_cast<unsigned char>(tag));
}
// 0 for any other value.
inline char missing_tag(double value) {
  return std::isnan(value) ? static_cast<char>(std::bit_cast<std::uint64_t>(value) & 0x7f) : '\0';
}

using LabelledValue = std::variant<double, std::string>;

// Without a label: a value that only stands in the order of a category's levels.
struct ValueLabel {
  LabelledValue value;
  std::string label;
  bool operator==(const ValueLabel&) const = default;
};

// Values from low to high that the file calls missing.
struct DeclaredMissing {
  LabelledValue low;
  LabelledValue high;
  bool operator==(const DeclaredMissing&) const = default;
};

enum class Package { none, stata, spss, sas };
enum class Measure { unknown, nominal, ordinal, scale };

struct Labels {
  Package package = Package::none;      // that wrote them
  std::string variable = {};            // what the column is: "Age in years"
  std::string set = {};                 // the name of the set of value labels
  std::vector<ValueLabel> values = {};  // of a category those of its levels, in their order
  std::vector<DeclaredMissing> missing = {};
  std::string display = {};  // the package's own format: "%9.2f", "F8.2"
  Measure measure = Measure::unknown;
  int columns = 0;        // that it takes on the screen
  std::size_t bytes = 0;  // room of a text; 0: as long as it needs
  bool operator==(const Labels&) const = default;
};

}  // namespace overhand
