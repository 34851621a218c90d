// Whether this build has boosted trees: they need XGBoost, which not every machine has that
// compiles the library for itself (the R package does).
#pragma once

namespace overhand::utility {

#ifdef OVERHAND_WITHOUT_TREES
constexpr bool has_boosted_trees = false;
#else
constexpr bool has_boosted_trees = true;
#endif

}  // namespace overhand::utility
