// Missing reals, as R tells them and as we do.
#pragma once

#include <Rinternals.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "overhand/table/labels.h"

namespace overhand::r {

// R tells NA from NaN, and package haven NAs by a letter in their fifth byte: tagged_na("a") is
// Stata's .a. Ours have the letter in the last bits; what is NaN in R has a bit above all letters,
// so that it has no tag.
constexpr int tag_shift = 32;
constexpr std::uint64_t tag_bits = 0x7f;
constexpr std::uint64_t not_a_number_bit = 0x80;

inline double gap_of_ours(double value) {
  const double plain = tagged_missing('\0');
  if (!R_IsNA(value)) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(plain) | not_a_number_bit);
  }
  const std::uint64_t tag = std::bit_cast<std::uint64_t>(value) >> tag_shift & 0xff;
  return tag <= tag_bits ? tagged_missing(static_cast<char>(tag)) : plain;
}

inline double gap_of_r(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  if ((bits & not_a_number_bit) != 0) return R_NaN;
  const auto tag = static_cast<std::uint64_t>(missing_tag(value));
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(NA_REAL) | tag << tag_shift);
}

}  // namespace overhand::r
