// Standard output is part of the result: what gets lost on its way is a failure.
#pragma once

#include <string>

namespace overhand::cli {

// Before anything is opened: a standard stream that is closed must not become a file of ours, into
// which messages are then written.
void guard_standard_streams();

enum class Delivery { done, reader_gone, failed };

// At the end: whether all that was printed has arrived. errno says why not.
Delivery deliver_standard_output();

}  // namespace overhand::cli
