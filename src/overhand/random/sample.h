// A random sample of records.
#pragma once

#include <cstdint>
#include <vector>

#include "overhand/random/stream.h"

namespace overhand::random {

// `count` of the numbers below `size`, in ascending order, every choice equally likely; all of them
// when `count` is not smaller than `size`.
std::vector<std::uint32_t> sample(const Key& key, const StreamName& name, std::size_t size,
                                  std::size_t count);

}  // namespace overhand::random
