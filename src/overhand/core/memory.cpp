#include "overhand/core/memory.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#endif

namespace overhand {

#ifdef __linux__
void forget(std::span<std::byte> memory) {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::size_t before = (page - begin % page) % page;  // of a page that is shared
  if (memory.size() < before + page) return;
  const std::size_t whole = (memory.size() - before) / page * page;
  madvise(memory.data() + before, whole, MADV_DONTNEED);
}
#else
void forget(std::span<std::byte>) {}
#endif

}  // namespace overhand
