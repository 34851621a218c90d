// Tables of people who never were, to try things on: what is true of them, column by column, is in
// docs/guide/simulated_tables.md.
#pragma once

#include <cstddef>

#include "overhand/random/key.h"
#include "overhand/table/table.h"

namespace overhand::simulation {

// A survey: age, hours of work, income, tax, rent and savings of `rows` people, as integers,
// related as one would expect.
Table survey(std::size_t rows, const random::Key& key);

// A hospital's log of `rows` visits in the order of admission, with all that such a table has to
// trouble a steward: names and codes of patients, several visits of one patient, birth dates, codes
// that look like numbers, costs that add up, gaps.
Table hospital(std::size_t rows, const random::Key& key);

// `rows` members of households, one household after the other: what is the same for a whole
// household, members in their order, levels of education, incomes with gaps, and a weight.
Table households(std::size_t rows, const random::Key& key);

}  // namespace overhand::simulation
