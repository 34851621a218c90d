// Of the source package where there is no XGBoost: nobody asks for trees then (has_boosted_trees).
#include <stdexcept>

#include "overhand/utility/boosted_trees_internal.h"

namespace overhand::utility {

std::vector<float> predicted_by_trees(const TreeMatrix&, const TreeLabels&, const TreeMatrix&) {
  throw std::logic_error("This build has no boosted trees.");
}

}  // namespace overhand::utility
