// What a person should know about a measure: one entry of the catalogues in risk/measures.h and
// utility/measures.h.
#pragma once

#include <string>

namespace overhand::statistics {

struct Measure {
  std::string name;  // in results, on the command line and in every binding
  std::string summary;
  std::string formula;
  std::string scale;
  std::string reference;
  bool needs_pairing = false;  // compares records, so it depends on how they are paired
  bool is_in_score = false;    // of the paper's overall score
};

}  // namespace overhand::statistics
