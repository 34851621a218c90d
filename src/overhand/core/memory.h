// What the operating system is told of memory: nothing that changes what a program computes.
#pragma once

#include <cstddef>
#include <span>

namespace overhand {

// Nobody needs what stands there any more: whole pages of it are no longer the process's, and
// are empty where they are written again. Where the system has no such call, nothing happens.
void forget(std::span<std::byte> memory);

template <class Value>
void forget(std::span<Value> values) {
  forget(std::as_writable_bytes(values));
}

}  // namespace overhand
