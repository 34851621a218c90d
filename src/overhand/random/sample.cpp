#include "overhand/random/sample.h"

#include <numeric>

#include "overhand/random/uniform.h"

namespace overhand::random {

// Selection sampling: each number is taken with the probability that fills the sample exactly.
// D. E. Knuth, The Art of Computer Programming 2, algorithm 3.4.2 S.
std::vector<std::uint32_t> sample(const Key& key, const StreamName& name, std::size_t size,
                                  std::size_t count) {
  if (count >= size) {
    std::vector<std::uint32_t> all(size);
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }
  std::vector<std::uint32_t> taken;
  Stream stream(key, name);
  for (std::uint32_t number = 0; taken.size() < count; ++number) {
    const std::size_t wanted = count - taken.size();
    const auto left = static_cast<std::uint32_t>(size - number);
    if (uniform_below(left, stream) < wanted) taken.push_back(number);
  }
  return taken;
}

}  // namespace overhand::random
