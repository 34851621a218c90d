// Structure: what binds the columns and the records of a table, as a steward says it.
#pragma once

#include <cstddef>
#include <map>
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
  std::vector<std::string> keys = {};    // by these an intruder knows people; empty: all kept ones
  std::map<std::string, double> importance = {};  // of a key: what a suppressed cell costs [1]
  std::size_t k = 0;   // cells of keys are suppressed until so many share them; 0: none are
  bool alike = false;  // a gap being like a gap alone

  bool operator==(const Structure&) const = default;
};

}  // namespace overhand
