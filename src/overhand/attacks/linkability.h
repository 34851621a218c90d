// Linkability: an intruder holds two tables about the same people, with other columns each. A
// person is linked when one released record is the nearest to what he knows from either of them.
#pragma once

#include "overhand/attacks/people.h"
#include "overhand/attacks/rates.h"
#include "overhand/attacks/view.h"

namespace overhand::attacks {

class Exposures;  // exposure.h

// The columns of the two tables.
struct Halves {
  Places a;
  Places b;
};
// Drawn with the key; what is kept stands in both. None where fewer than two columns are masked.
std::vector<Halves> drawn_halves(const View& view, std::size_t sets, const random::Key& key);

// Over `sets` random halves of the columns.
AttackTally linkability(const View& view, const People& people, std::size_t sets,
                        const random::Key& key, Exposures* exposures = nullptr);

}  // namespace overhand::attacks
