// Findings: a claim as its parts are checked. It holds when every part does.
#pragma once

#include "overhand/study/study.h"

namespace overhand::study {

class Findings {
 public:
  Findings(std::string statement, std::string why)
      : claim_{std::move(statement), std::nullopt, "", std::move(why)} {}

  void add(bool holds, const std::string& found) {
    claim_.holds = claim_.holds.value_or(true) && holds;
    claim_.found += (claim_.found.empty() ? "" : "; ") + found;
  }

  // Without a verdict when nothing was checked.
  const Claim& claim() const { return claim_; }

 private:
  Claim claim_;
};

}  // namespace overhand::study
