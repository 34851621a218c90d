// Singling out: values of two or three columns that one released record alone has. It succeeds when
// one person alone has them too.
#pragma once

#include "overhand/attacks/people.h"
#include "overhand/attacks/rates.h"
#include "overhand/attacks/view.h"

namespace overhand::attacks {

// Over `sets` random pairs and as many triples of columns, with all combinations that are unique in
// the release, up to 1,000 of each set. Numbers are cut into steps of 5 % of a standard deviation.
// Tried on as many members as there are controls, a fifth of them where there are none: in fewer
// people more are alone.
AttackTally singling_out(const View& view, const People& people, std::size_t sets,
                         const random::Key& key);

}  // namespace overhand::attacks
