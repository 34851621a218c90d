// The second look: digests of the columns, and how many numbers each bin holds.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/masking/categorize.h"
#include "overhand/masking/digest.h"
#include "overhand/parts/outline.h"
#include "overhand/random/key.h"

namespace overhand::parts {

struct Tally {
  std::size_t rows = 0;
  std::vector<masking::Digest> digests;
  std::vector<std::vector<std::size_t>> counts;  // by column and code; none for levels
};

// Of one part, a stretch after the other from its start on. `key` is that of digests
// (masking/release_key.h).
class Tallier {
 public:
  Tallier(const Outline& outline, std::size_t first_row, const random::Key& key);
  void add(const Table& records);
  const Tally& tally() const { return tally_; }

 private:
  Outline outline_;
  std::size_t next_row_;
  random::Key key_;
  std::vector<masking::Binner> binners_;  // of each column; those of levels are not used
  Tally tally_;
};

// Whether it has a digest of each column of the outline, and of numbers a count for each bin.
bool is_of(const Tally& tally, const Outline& outline);

std::string bytes_of(const Tally& tally);
Result<Tally> tally_from(std::string_view bytes);

}  // namespace overhand::parts
