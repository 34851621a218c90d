// Singling out: values of two or three columns that one released record alone has. It succeeds when
// one person alone has them too.
#pragma once

#include "overhand/attacks/people.h"
#include "overhand/attacks/rates.h"
#include "overhand/attacks/view.h"

namespace overhand::attacks {

class Exposures;  // exposure.h

// Over `sets` random pairs and as many triples of columns, with all combinations that are unique in
// the release, up to 1,000 of each set. Numbers are cut into steps of 5 % of a standard deviation.
// Tried on as many members as there are controls, a fifth of them where there are none: in fewer
// people more are alone. Of people who are watched: the sets in which nobody else of all originals
// is like them, and one released record is.
AttackTally singling_out(const View& view, const People& people, std::size_t sets,
                         const random::Key& key, Exposures* exposures = nullptr);

}  // namespace overhand::attacks
