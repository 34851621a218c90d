// Linkability: an intruder holds two tables about the same people, with other columns each. A
// person is linked when one released record is the nearest to what he knows from either of them.
#pragma once

#include "overhand/attacks/people.h"
#include "overhand/attacks/rates.h"
#include "overhand/attacks/view.h"

namespace overhand::attacks {

class Exposures;  // exposure.h

// Over `sets` random halves of the columns; what is kept stands in both tables.
AttackTally linkability(const View& view, const People& people, std::size_t sets,
                        const random::Key& key, Exposures* exposures = nullptr);

}  // namespace overhand::attacks
