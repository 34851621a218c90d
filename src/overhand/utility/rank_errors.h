// Bounded rank errors, brMAE and brMSE: mean absolute and mean squared differences of the ranks of
// paired values, divided by the largest that two orders of n records can have.
//
// E. Chaibub Neto (2024), "Statistical disclosure control for numeric microdata via sequential
// joint probability preserving data shuffling", appendix. Ties are broken at random, independently
// in the two tables. A column in which every value equals its partner has no rank error: random
// ties would only add noise to it. Where there are gaps, the mean over the ordered columns of the
// mean error of the pairs in which both values are there, by the mean of the farthest order.
#pragma once

#include "overhand/random/stream.h"
#include "overhand/utility/errors.h"

namespace overhand::utility {

// Ranks 1 to n with random ties, record after record.
struct TieBrokenRanks {
  std::size_t rows;
  std::size_t columns;
  std::vector<std::int32_t> cells;  // 0 is a gap
  std::vector<std::size_t> counts;  // of each column: the values that are there
};

enum class Side : std::uint32_t { original = 0, masked = 1 };
TieBrokenRanks tie_broken_ranks(const statistics::Profile& profile, Side side,
                                const random::Key& key);

struct RankErrors {
  double brmae;  // sum |difference| / (p floor(n^2 / 2))
  double brmse;  // sum difference^2 / (p (n^3 - n) / 3)
};

RankErrors rank_errors(const TieBrokenRanks& original, const TieBrokenRanks& masked,
                       Partners partners, const std::vector<bool>& is_unchanged);

}  // namespace overhand::utility
