#include "overhand/external/memory.h"

#include <fmt/format.h>
#include <unistd.h>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>

namespace overhand::external {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// a * b, or what is more than any memory.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? unlimited : result;
}

// The number in a file of the system; none where it says "max", or is not there.
std::optional<std::uint64_t> number_in(const char* path) {
  std::ifstream file(path);
  std::string text;
  if (!(file >> text)) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() ? std::optional(number) : std::nullopt;
}

// What a container leaves of its limit.
std::uint64_t left_in_group() {
  const auto limit = number_in("/sys/fs/cgroup/memory.max");
  const auto used = number_in("/sys/fs/cgroup/memory.current");
  if (!limit || !used) return unlimited;
  return *limit > *used ? *limit - *used : 0;
}

std::uint64_t available_in_system() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::uint64_t kilobytes = 0;
  std::string unit;
  while (file >> name >> kilobytes >> unit) {
    if (name == "MemAvailable:") return kilobytes * 1024;
  }
  return product(static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)),
                 static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)));
}

}  // namespace

std::uint64_t memory_at_once(const io::FileSize& size) {
  // The table, the masked one, what is worked with, and what the measure of the risk needs.
  constexpr std::uint64_t bytes_per_cell = 32;
  constexpr std::uint64_t per_byte_of_text = 4;
  if (!size.rows) return product(size.bytes, per_byte_of_text);
  return product(product(*size.rows, size.columns), bytes_per_cell);
}

std::uint64_t memory_by_columns(std::size_t rows, bool hides_values) {
  // The column, its pools, bins and buckets, and the order of the rows; to hide values they are
  // sorted, with their rows.
  const std::uint64_t bytes_per_row = hides_values ? 48 : 21;
  return product(rows, bytes_per_row);
}

std::size_t rows_at_once(std::uint64_t memory, std::size_t columns) {
  // As they are stored, as they are written, and packed.
  constexpr std::uint64_t bytes_per_cell = 40;
  constexpr std::uint64_t share = 8;
  constexpr std::uint64_t fewest = std::uint64_t{1} << 10;
  constexpr std::uint64_t most = std::uint64_t{1} << 20;
  const std::uint64_t rows =
      memory / share / product(std::max<std::size_t>(columns, 1), bytes_per_cell);
  return std::bit_floor(std::clamp(rows, fewest, most));
}

void give_back_freed() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

std::string memory_argument(std::uint64_t bytes) {
  constexpr double million = 1e6;
  constexpr double tenth = 1e8;
  if (bytes < 1'000'000'000)
    return fmt::format("{:.0f}M", std::ceil(static_cast<double>(bytes) / million));
  return fmt::format("{:.1f}G", std::ceil(static_cast<double>(bytes) / tenth) / 10);
}

std::uint64_t available_memory() { return std::min(left_in_group(), available_in_system()); }

}  // namespace overhand::external
