// Reading the values of slices, whatever their layout.
#pragma once

#include <optional>
#include <string_view>

#include "overhand/exchange/format_internal.h"
#include "overhand/exchange/import.h"

namespace overhand::exchange {

using Slices = std::vector<Slice>;

inline bool bit_at(const void* bitmap, std::int64_t i) {
  return ((static_cast<const std::uint8_t*>(bitmap)[i / 8] >> (i % 8)) & 1) != 0;
}

inline bool has_gaps(const Slice& slice) {
  return slice.array->null_count != 0 && slice.array->n_buffers > 0 &&
         slice.array->buffers[0] != nullptr;
}

inline bool is_present(const Slice& slice, std::int64_t i) {
  return !has_gaps(slice) || bit_at(slice.array->buffers[0], slice.offset + i);
}

inline std::size_t total_length(const Slices& slices) {
  std::size_t total = 0;
  for (const Slice& slice : slices) total += static_cast<std::size_t>(slice.length);
  return total;
}

// The values of a layout of fixed width, as they lie in memory.
template <class Stored>
const Stored* values_of(const Slice& slice) {
  return static_cast<const Stored*>(slice.array->buffers[1]) + slice.offset;
}

// Whether is_so(slice, i) of any value that is there.
template <class Is>
bool any_present(const Slices& slices, const Is& is_so) {
  for (const Slice& slice : slices) {
    for (std::int64_t i = 0; i < slice.length; ++i) {
      if (is_present(slice, i) && is_so(slice, i)) return true;
    }
  }
  return false;
}

// The text at `i` of a slice in the layout `text`, `large_text` or `text_view`.
using TextAt = std::string_view (*)(const Slice& slice, std::int64_t i);
TextAt text_reader(Layout layout);

// What is wrong with a slice of an array that should have the format; of a dictionary, its codes.
std::optional<Error> problem_with(const Format& format, const Slice& slice);

// What is said of an array that does not fit its schema.
Error damaged_array();

}  // namespace overhand::exchange
