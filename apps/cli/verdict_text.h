// The verdict as text for a terminal.
#pragma once

#include "overhand/report/report.h"

namespace overhand::cli {

// To standard output: the headline with its facts, then each part under its title.
void print_verdict(const report::Subject& subject);

}  // namespace overhand::cli
