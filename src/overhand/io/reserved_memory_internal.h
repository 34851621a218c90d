// Arrow's reader of text ends the program where the memory ends in the midst of a block: its parser
// takes no refusal (PresizedDataWriter, Arrow 26). So some memory is set aside while it reads. What
// is refused then comes out of it, and the reader is stopped. Where even that is not enough,
// std::bad_alloc is thrown in the thread that reads.
#pragma once

#include <arrow/memory_pool.h>
#include <arrow/util/cancel.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>

namespace overhand::io {

class ReservedMemory {
 public:
  ReservedMemory();
  ReservedMemory(const ReservedMemory&) = delete;
  ReservedMemory& operator=(const ReservedMemory&) = delete;
  ~ReservedMemory();

  // Of Arrow's system pool; what it gave may outlive this.
  arrow::MemoryPool* pool() const;
  // Of the reader.
  arrow::StopSource& stop() { return stop_; }

  bool is_used() const { return is_used_; }
  bool is_of_this_thread() const { return thread_ == std::this_thread::get_id(); }
  void use();

 private:
  arrow::StopSource stop_;
  std::unique_ptr<std::byte[]> held_;
  std::atomic<bool> is_used_ = false;
  std::thread::id thread_ = std::this_thread::get_id();
};

}  // namespace overhand::io
