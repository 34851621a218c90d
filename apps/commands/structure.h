// What binds the columns and records of a table, from what a person says to what is masked by, for
// every face.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/io/read_table.h"
#include "overhand/report/report.h"
#include "overhand/table/structure.h"

namespace overhand::commands {

// Fails on a rule that is none or that the original breaks, and on a weight that can be none.
Status check_measured(const Table& original, const Structure& structure, const Progress& progress);

// Fails on formulas that do not hold, on units that cannot be masked and on keys that cannot be
// suppressed, once and before any trial; sizes that few units have are no problem to a method that
// keeps units whole.
Status check_bound(const Table& original, const Structure& structure, const Progress& progress,
                   bool takes_rare_units = false);

// Adds the sums that are found to what is said, between columns and over the records of units,
// unless both cannot be computed; gives those that were added, in words.
Result<std::vector<std::string>> add_sums(const Table& table, Structure& structure,
                                          const Progress& progress);

// The error with what can be done about columns that bind the records: a weight is not left out but
// masked, and what tells the strata is neither.
Error with_possible_remedies(Error error, const Structure& structure);

// Leaves out the records in units of sizes too rare to mask, with a note on them.
Status drop_rare_units(io::TableInFile& read, const Structure& structure);

// Leaves out the records that share their keys with fewer than k, with a note on them.
Status drop_records_below(io::TableInFile& read, const Structure& structure, std::size_t k);

// The keys of a masked table that has gaps in them because the structure has a k.
keys::SuppressedKeys suppressed_in(const Table& masked, const Structure& structure);

// "19 cells of 'band' ... are suppressed"; "" where nothing was to be.
std::string suppression_words(const masking::Masked& masked);

// The sources as rows of the file, of which only `rows` were masked.
Lineage rows_in_file(Lineage lineage, const std::optional<Lineage>& rows);

// How a report tells it, and what is not in the table.
std::vector<report::Detail> details_of(const Structure& structure,
                                       const std::vector<std::string>& notes);

// The options that say the same, such as {"--unit", "household"}.
std::vector<std::string> structure_words(const Structure& structure);

}  // namespace overhand::commands
