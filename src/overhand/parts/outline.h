// What all tasks must know of the whole table, and where each part begins.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/masking/digest.h"
#include "overhand/parts/survey.h"

namespace overhand::parts {

struct OutlinedColumn {
  bool has_levels = false;
  bool has_texts = false;  // codes of four bytes; else values of eight
  bool has_reals = false;
  statistics::Range range = {};
  std::vector<std::string> levels = {};       // in the order in which they are masked
  std::vector<std::size_t> level_sizes = {};  // of them, and of gaps behind them where there are

  std::size_t width() const { return has_texts ? 4 : 8; }
};

struct Outline {
  std::size_t rows = 0;
  int bins = 0;
  std::size_t min_bin = 1;
  std::vector<OutlinedColumn> columns;  // those to mask
};

// `like`: the columns to mask without values, which say the types. Fails on what sjppds refuses.
Result<Outline> outline_of(const Table& like, std::span<const Survey> surveys, int bins,
                           std::size_t min_bin);

std::string bytes_of(const Outline& outline);
Result<Outline> outline_from(std::string_view bytes);

// How many records, and of each level how many, stand before a part.
struct PartStart {
  std::size_t row = 0;
  std::vector<std::vector<std::size_t>> levels;  // by column; none for numbers
};
std::vector<PartStart> starts_of(const Outline& outline, std::span<const Survey> surveys);

}  // namespace overhand::parts
