// Derivations: columns that are computed from others, such as totals and ratios. They are left out
// of masking and computed again from what was masked, so that what held before holds after.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/relations/formula.h"

namespace overhand::relations {

struct Derivation {
  std::string column;
  Formula formula;
  std::optional<int> decimals = std::nullopt;  // that write every value of the column
  bool is_rounded = false;  // to them: the formula alone does not give the column
};

// Of texts such as "total = part + other", in an order in which each can be computed. Fails on one
// that is no such text, on two for one column, on a cycle, on a column that goes out as it is, and
// on one that does not hold in every record of the original.
Result<std::vector<Derivation>> derivations(const std::vector<std::string>& texts,
                                            const Table& original);

// Whether a column of the type can be computed: numbers, and days.
bool is_derivable(const Type& type);

// The column that such a text derives.
std::string derived_name(const std::string& text);

// The column computed from `table`, of the type and with the labels of `like`.
Column derived(const Derivation& derivation, const Table& table, const Column& like);

}  // namespace overhand::relations
