// KeyLoss: what keys lose where they are coarsened, emptied or left out with their records.
#pragma once

#include <span>

#include "overhand/keys/key_codes.h"

namespace overhand::coarsening {

struct KeyLoss {
  std::size_t levels_before = 0;  // of all keys together
  std::size_t levels_after = 0;
  double told = 0;   // of what the keys tell, the share that is lost: mean over them of the entropy
  double cells = 0;  // share of all cells of keys that are suppressed or left out
  // Mean over the keys of the total variation between their distributions, a gap being a level and
  // a coarse level spread evenly over those that it stands for: what an analyst makes of it.
  double total_variation = 0;
  // Mean over pairs of keys of the change of Cramer's V, corrected for its bias (W. Bergsma 2013,
  // "A bias-correction for Cramer's V and Tschuprow's T", J. Korean Stat. Soc. 42): without that,
  // fine levels look related by chance, and coarser ones as if they had lost it.
  double associations = 0;

  // By which ways to prepare keys are ranked: the mean of the four shares.
  double overall() const { return (told + cells + total_variation + associations) / 4; }
};

// `prepared` has what became of the records `rows` of `original`, in that order.
KeyLoss key_loss(const keys::KeyCodes& original, const keys::KeyCodes& prepared,
                 std::span<const Row> rows);

}  // namespace overhand::coarsening
