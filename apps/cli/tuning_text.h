// What tuning tried and chose, as text for a terminal.
#pragma once

#include <string>
#include <vector>

#include "overhand/coarsening/key_ways.h"
#include "overhand/release/release.h"

namespace overhand::cli {

// The best setting of each method, the best method first, and what could not be tried.
void print_trials(const tuning::Tuning& tuning);

// Why nothing is chosen, with the rules that are broken most where implausible values are the
// reason, and what can be done about them.
Error with_broken_rules(Error error, const tuning::Tuning& tuning);

// "Chosen: cell_rotate, k 24. It has the lowest loss ..."
void print_decision(const release::Decision& decision);

// The ways to make keys shared, with what each loses, and the one that was taken.
void print_key_ways(const coarsening::KeyWays& ways);

// "Written: masked.csv, report.html"; nothing for none.
void print_written(const std::vector<std::string>& files);

}  // namespace overhand::cli
