// Columns about to be masked as amounts that look like something else, and that nobody has decided.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::inspection {

// The columns of this role that name persons or where they can be reached, however many records
// share a value.
std::vector<std::string> names_of_persons(const Table& table, Role role);

// Columns to mask that look like identifiers and that neither the choice's list nor a plan names
// for it, and columns to keep that name persons, unless the choice keeps identifiers: one sentence
// that names them all.
std::optional<Error> problem_with_identifiers(const Table& table, const ColumnChoice& choice);

// The same of columns that are looked at one after the other, in one sentence.
struct Identifiers {
  std::vector<std::string> kept;    // that name persons
  std::vector<std::string> masked;  // of which nobody said that they are to be masked
};
Identifiers identifiers_in(const Table& table, const ColumnChoice& choice);
std::optional<Error> problem_with(const Identifiers& identifiers, const ColumnChoice& choice);

// The same of columns that look like codes, which are no amounts; a plan's type decides them too.
std::vector<std::string> codes_masked_as_amounts(const Table& table, const ColumnChoice& choice);

}  // namespace overhand::inspection
