// The verdict as text for a terminal.
#pragma once

#include "overhand/report/verdict.h"

namespace overhand::cli {

// To standard output: the headline with its facts, then each part under its title.
void print_verdict(const report::Verdict& verdict);

}  // namespace overhand::cli
