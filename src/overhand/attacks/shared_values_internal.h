// Records that share so many rare values that chance does not explain it: people of one household,
// or one person twice. Who is in with one of them is no stranger by the values of the others.
#pragma once

#include "overhand/attacks/view.h"

namespace overhand::attacks {

// A number for each original, the same for those who belong together. None where nobody does, or
// where so many do that nobody would be left to be a stranger.
std::vector<Row> belonging_by_values(const View& view);

}  // namespace overhand::attacks
