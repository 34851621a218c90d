// What masking takes of memory and disk, before it begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "overhand/io/column_source.h"

namespace overhand::external {

// The memory that a masking of the whole table at once takes, about. Of a text file by its size.
std::uint64_t memory_at_once(const io::FileSize& size);

// The memory that column by column takes: one column twice, and the order of the rows.
std::uint64_t memory_by_columns(std::size_t rows, bool hides_values);

// How many records are taken at a time where all of their columns are: an eighth of the memory
// holds them and what is made of them. A power of two, so that parts of files end where some of
// these do.
std::size_t rows_at_once(std::uint64_t memory, std::size_t columns);

// What the operating system would give this process now.
std::uint64_t available_memory();

// What was freed goes back to the system, where the C library keeps it for later: before work that
// needs memory in other pieces.
void give_back_freed();

// "2.4G", "60M": so much or a little more, as a person would say it.
std::string memory_argument(std::uint64_t bytes);

}  // namespace overhand::external
