#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#include "overhand/io/csv_parse_internal.h"
#include "overhand/io/reserved_memory_internal.h"

namespace overhand::io {
namespace {

constexpr std::int64_t reserved = std::int64_t{8} * longest_line;
// A block, and what was left of the one before it. What asks for more takes a refusal.
constexpr std::int64_t most_at_once = std::int64_t{2} * longest_line + (1 << 16);

// One for the whole program, as columns lend each other what it gave.
class Pool final : public arrow::ProxyMemoryPool {
 public:
  Pool() : ProxyMemoryPool(arrow::system_memory_pool()) {}

  arrow::Status Allocate(std::int64_t size, std::int64_t alignment, std::uint8_t** out) override {
    auto status = ProxyMemoryPool::Allocate(size, alignment, out);
    if (!status.IsOutOfMemory() || !use_reserves(size)) return status;
    status = ProxyMemoryPool::Allocate(size, alignment, out);
    if (status.IsOutOfMemory() && is_reading_thread()) throw std::bad_alloc();
    return status;
  }
  arrow::Status Reallocate(std::int64_t old_size, std::int64_t new_size, std::int64_t alignment,
                           std::uint8_t** pointer) override {
    auto status = ProxyMemoryPool::Reallocate(old_size, new_size, alignment, pointer);
    if (!status.IsOutOfMemory() || !use_reserves(new_size)) return status;
    return ProxyMemoryPool::Reallocate(old_size, new_size, alignment, pointer);
  }

  void add(ReservedMemory* memory) {
    const std::lock_guard lock(mutex_);
    readers_.push_back(memory);
  }
  void remove(ReservedMemory* memory) {
    const std::lock_guard lock(mutex_);
    std::erase(readers_, memory);
  }

 private:
  bool use_reserves(std::int64_t size) {
    if (size > most_at_once) return false;
    const std::lock_guard lock(mutex_);
    for (ReservedMemory* reader : readers_) reader->use();
    return !readers_.empty();
  }

  bool is_reading_thread() {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(readers_, &ReservedMemory::is_of_this_thread);
  }

  std::mutex mutex_;
  std::vector<ReservedMemory*> readers_;
};

Pool& the_pool() {
  // Never deleted: when the program ends, threads of Arrow's may still give back what they have.
  static Pool* const pool = new Pool;
  return *pool;
}

}  // namespace

ReservedMemory::ReservedMemory() : held_(new (std::nothrow) std::byte[reserved]) {
  the_pool().add(this);
}

ReservedMemory::~ReservedMemory() { the_pool().remove(this); }

arrow::MemoryPool* ReservedMemory::pool() const { return &the_pool(); }

void ReservedMemory::use() {
  is_used_ = true;
  held_.reset();
  stop_.RequestStop();
}

}  // namespace overhand::io
