// An outline among other bytes.
#pragma once

#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/outline.h"

namespace overhand::parts {

void add_outline(ByteWriter& bytes, const Outline& outline);
Outline next_outline(ByteReader& reader);

}  // namespace overhand::parts
