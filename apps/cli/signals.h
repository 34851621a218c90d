// Signals that ask the program to stop: Ctrl-C, a closed terminal, a service manager.
#pragma once

namespace overhand::cli {

// The first signal of a kind asks the work to stop; a second one ends the process at once.
void catch_signals();

// The number of the first signal that came, or 0.
int caught_signal();

}  // namespace overhand::cli
