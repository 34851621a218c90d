// LevelMatrix: with which chance each level of a column becomes each other one, as a steward says
// it in a file.
#pragma once

#include <string>
#include <vector>

namespace overhand {

struct LevelMatrix {
  std::string column = {};  // it is for; empty: for every one
  std::string file = {};    // where it is said, for sentences about it
  std::vector<std::string> levels = {};
  // Of each level what becomes of it, in their order: none is negative, and each row sums to 1.
  std::vector<std::vector<double>> chances = {};

  bool operator==(const LevelMatrix&) const = default;
};

}  // namespace overhand
