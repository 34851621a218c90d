// Marginals: which values of a column go out.
#pragma once

namespace overhand::masking {

enum class Marginals {
  exact,      // the column's own
  smoothed,   // common values, and others near to rare ones
  synthetic,  // drawn between order statistics of halves of the records
  free,       // what the masking makes of them
};

}  // namespace overhand::masking
