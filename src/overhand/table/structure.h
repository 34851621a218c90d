// Structure: what binds the columns and the records of a table, as a steward says it.
#pragma once

#include <string>
#include <vector>

namespace overhand {

struct Structure {
  std::vector<std::string> derive = {};  // "a = b + c": a is computed again from what was masked
  std::vector<std::string> rules = {};   // "a <= b": holds in every record
  std::vector<std::string> within = {};  // records that differ in these are never mixed
  std::string weight = {};               // how many each record stands for
  std::string unit = {};                 // records that agree in it are one household, person, firm
  std::string order = {};                // of the records of a unit; empty: as they stand

  bool operator==(const Structure&) const = default;
};

}  // namespace overhand
