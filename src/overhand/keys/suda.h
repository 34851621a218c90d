// SUDA: special uniques. A record is the riskier, the fewer of its keys single it out.
//
// M. J. Elliot, A. M. Manning, R. W. Ford (2002), "A computational algorithm for handling the
// special uniques problem", IJUFKS 10; A. M. Manning, D. J. Haglin, J. A. Keane (2008), "A
// recursive search algorithm for statistical disclosure assessment", Data Mining and Knowledge
// Discovery 16. A minimal sample unique (MSU) of a record is a set of keys whose values no other
// record has, and of which every part is shared. Of p keys and sets of up to M of them an MSU of k
// keys scores
//   (p - k) (p - k - 1) ... (p - min(M, p - 1)),
// a record the sum over its MSUs. DIS, which C. J. Skinner and M. J. Elliot (2002), JRSS B 64, call
// the probability that a match is right, is shared out by the scores as sdcMicro's suda2 does; with
// M = p all figures are those of suda2, which takes tables of one or two keys for such of three.
// A missing key is in no set of its record, and other records with a gap there do not match.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/keys/key_groups.h"

namespace overhand::keys {

struct SudaOptions {
  std::size_t largest = 0;  // keys in a set; 0: all up to ten keys, else three, in time
  double fraction = 0.01;   // of the population that is in the sample, for DIS
};

// A set of keys, bit j for key j, and how many records have it as an MSU.
struct UniqueSet {
  std::uint32_t keys = 0;
  std::size_t records = 0;

  bool operator==(const UniqueSet&) const = default;
};

struct Suda {
  std::size_t largest = 0;      // keys in the sets that were looked at
  Reals scores;                 // of each record; 0 for one without MSU
  Reals dis;                    // likewise
  std::size_t records = 0;      // with an MSU
  Reals contributions;          // of each key: the share of all scores in whose sets it is
  std::vector<UniqueSet> sets;  // those of some record, the commonest first

  bool operator==(const Suda&) const = default;
};

// Whether sets of up to so many keys can be looked at while somebody waits; else how many can. One
// set takes a look at each group: more than most_looks take hours.
constexpr double most_looks = 3e10;
std::size_t largest_set_in_time(std::size_t keys, std::size_t groups);
std::optional<Error> problem_with_sets(std::size_t keys, std::size_t groups,
                                       const SudaOptions& options);

// The same for any number of threads. Where nobody says how large sets may be, they are as large as
// there is time for.
Suda suda(const KeyCodes& keys, const KeyGroups& groups, const SudaOptions& options = {},
          const Progress& progress = {});

std::size_t default_largest_set(std::size_t keys);

}  // namespace overhand::keys
