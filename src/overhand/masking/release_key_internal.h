// The key of one release.
#pragma once

#include "overhand/masking/methods.h"

namespace overhand::masking {

// Everything that makes a release this one and no other is in its key: the method, the value of
// every option, whether its rows are shuffled, the names, roles and kinds of the columns, the
// number of records and a digest of the values to mask (docs/theory/keys.md). So two releases of
// one key that differ in anything have nothing random in common, and the same table gives the same
// release whatever file it comes from.
random::Key release_key(const random::Key& key, const Method& method, const MaskOptions& options,
                        const Table& original);

}  // namespace overhand::masking
