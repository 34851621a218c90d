// Derivations: columns that are computed from others, such as totals, ratios and sums over the
// records of a unit. They are left out of masking and computed again from what was masked, so that
// what held before holds after.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/relations/formula.h"
#include "overhand/relations/unit_sums.h"

namespace overhand::relations {

struct Derivation {
  std::string column;
  Formula formula;
  std::optional<int> decimals = std::nullopt;  // that write every value of the column
  bool is_rounded = false;  // to them: the formula alone does not give the column
  std::string unit = {};    // if any: the formula is added up over the records that agree in it
  Gaps gaps = Gaps::spread;
};

// Of texts such as "total = part + other", in an order in which each can be computed; "all =
// sum(part)" adds one column up over each unit, with gaps as the original has them. Fails on one
// that is no such text, on two for one column, on a cycle, on a column that goes out as it is, on
// one that does not hold in every record of the original, and on such a sum where no column tells
// the units.
Result<std::vector<Derivation>> derivations(const std::vector<std::string>& texts,
                                            const Table& original, const std::string& unit = "");

// "total = part + other in every record", "all = the sum of part over each household".
std::string words_of(const Derivation& derivation);

// Whether a column of the type can be computed: numbers, and days.
bool is_derivable(const Type& type);

// The column that such a text derives.
std::string derived_name(const std::string& text);

// The column computed from `table`, of the type and with the labels of `like`.
Column derived(const Derivation& derivation, const Table& table, const Column& like);

}  // namespace overhand::relations
