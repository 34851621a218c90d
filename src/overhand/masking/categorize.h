// CategorizeData of the paper: each column into n_c bins of equal width over its range, code for
// code as R's `cut(x, breaks = n_c)`.
//
// Bin k is the interval (b_{k-1}, b_k] with b_k = min + k (max - min)/n_c, the outer two breaks
// moved out by a thousandth of the range. A constant column gets breaks around its value.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "overhand/statistics/range.h"
#include "overhand/table/column.h"

namespace overhand::masking {

using BinCode = std::uint32_t;

// The codes of values that R gives no bin (NA). A missing value has code 0. The minimum has code
// n_c + 1 where a thousandth of the range is below the resolution of doubles, so that b_0 = min:
// all such values are equal, and they must not change places with missing ones.
constexpr BinCode missing_bin = 0;
inline BinCode unbinned_minimum(int bins) { return static_cast<BinCode>(bins) + 1; }
inline std::size_t code_count(int bins) { return static_cast<std::size_t>(bins) + 2; }

// b_0 ... b_{n_c}.
std::vector<double> equal_width_breaks(statistics::Range range, int bins);

// Finds the bin of a value in constant time: a guess by division, put right by the breaks.
class Binner {
 public:
  Binner(statistics::Range range, int bins);

  BinCode operator()(double value) const {
    if (is_missing(value)) return missing_bin;
    const double position = (value - low_) * bins_per_unit_;
    std::size_t k = std::min(position > 0 ? static_cast<std::size_t>(position) : 0, last_);
    k -= static_cast<std::size_t>(k > 0 && value <= breaks_[k]);
    k += static_cast<std::size_t>(k < last_ && value > breaks_[k + 1]);
    const bool is_inside = breaks_[k] < value && value <= breaks_[k + 1];
    return is_inside ? static_cast<BinCode>(k + 1) : searched_code(value);
  }

  // The codes of all `values`. A guess far enough from a break needs no check, so a block of such
  // guesses is a few vector instructions; a block with one unsure guess is done value by value.
  template <class Code, class Value>
  void bin_all(std::span<const Value> values, std::span<Code> codes) const {
    std::size_t begin = 0;
    for (; begin + block <= values.size(); begin += block) {
      const auto part = values.subspan(begin).template first<block>();
      if (!guess_block(part, codes.subspan(begin).template first<block>())) {
        bin_each(std::span<const Value>(part), codes.subspan(begin));
      }
    }
    bin_each(values.subspan(begin), codes.subspan(begin));
  }

 private:
  static constexpr std::size_t block = 256;
  static constexpr std::size_t lanes = 8;  // independent, so that the compiler uses vectors

  // The codes by division alone; whether all of them are sure. Loops that do one thing each,
  // because those are the ones that compilers turn into vector instructions.
  template <class Code, class Value>
  bool guess_block(std::span<const Value, block> values, std::span<Code, block> codes) const {
    std::array<double, block> position;
    std::array<std::int32_t, block> bin;
    for (std::size_t i = 0; i < block; ++i) {
      const double guess = (as_real(values[i]) - low_) * bins_per_unit_;
      position[i] = guess >= 0 && guess < most_ ? guess : 0;  // 0 is never sure; NaN goes there too
    }
    for (std::size_t i = 0; i < block; ++i) bin[i] = static_cast<std::int32_t>(position[i]);
    for (std::size_t i = 0; i < block; ++i) codes[i] = static_cast<Code>(bin[i] + 1);
    return all_are_sure(position, bin);
  }

  bool all_are_sure(std::span<const double, block> position,
                    std::span<const std::int32_t, block> bin) const {
    std::array<double, lanes> farthest{};  // from the middle of a bin
    for (std::size_t i = 0; i < block; i += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double distance = std::abs(position[i + lane] - bin[i + lane] - 0.5);
        farthest[lane] = distance > farthest[lane] ? distance : farthest[lane];
      }
    }
    return std::ranges::max(farthest) < sure_part_;
  }

  template <class Code, class Value>
  void bin_each(std::span<const Value> values, std::span<Code> codes) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
      codes[i] = static_cast<Code>((*this)(as_real(values[i])));
    }
  }

  BinCode searched_code(double value) const;  // where rounding defeats the guess

  std::vector<double> breaks_;
  double low_;
  double bins_per_unit_;
  std::size_t last_;
  double most_;       // n_c
  double sure_part_;  // of a bin: a guess this close to the middle of a bin is right
};

// The code, 1 to n_c, of each value (see above for the two codes without a bin).
std::vector<BinCode> categorize(std::span<const double> values, int bins);

// What a value's bin becomes when bins, by how many records each code has, are merged, from the
// lowest on, until each holds `fewest`; the last ones join those before them. Missing values stay
// by themselves.
std::vector<BinCode> merged_bins(std::span<const std::size_t> counts, std::size_t fewest);

}  // namespace overhand::masking
