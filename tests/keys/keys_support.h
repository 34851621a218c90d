// Keys for tests: tables by hand, random ones, and what sharing keys means, pair by pair.
#pragma once

#include <string>
#include <vector>

#include "overhand/keys/key_codes.h"
#include "overhand/random/uniform.h"

namespace overhand::keys {

constexpr Code gap = missing_code;

// One list of codes for each key.
inline KeyCodes keys_of(std::vector<std::vector<Code>> columns) {
  KeyCodes keys;
  for (auto& codes : columns) {
    Code largest = -1;
    for (const Code code : codes) largest = std::max(largest, code);
    keys.columns.push_back({"k" + std::to_string(keys.columns.size() + 1), std::move(codes),
                            static_cast<std::size_t>(largest + 1)});
  }
  return keys;
}

struct Drawn {
  std::size_t rows = 200;
  std::size_t columns = 4;
  std::uint32_t levels = 5;
  double missing = .1;
  std::uint32_t number = 0;
};

inline KeyCodes random_keys(const Drawn& drawn) {
  random::Stream stream(random::key_from_seed(15), {random::Purpose::test, drawn.number});
  std::vector<std::vector<Code>> columns(drawn.columns, std::vector<Code>(drawn.rows));
  for (auto& codes : columns) {
    for (Code& code : codes) {
      const bool is_gap = random::uniform(stream) < drawn.missing;
      code = is_gap ? gap : static_cast<Code>(random::uniform_below(drawn.levels, stream));
    }
  }
  return keys_of(std::move(columns));
}

inline Reals random_weights(std::size_t rows) {
  random::Stream stream(random::key_from_seed(16), {random::Purpose::test});
  Reals weights(rows);
  for (double& weight : weights) weight = 1 + 50 * random::uniform(stream);
  return weights;
}

// The oracle: a missing key matches every value.
inline bool share_keys(const KeyCodes& keys, std::size_t a, std::size_t b) {
  for (const KeyColumn& key : keys.columns) {
    if (key.codes[a] != gap && key.codes[b] != gap && key.codes[a] != key.codes[b]) return false;
  }
  return true;
}

// A missing key as a value of its own.
inline bool look_alike(const KeyCodes& keys, std::size_t a, std::size_t b) {
  for (const KeyColumn& key : keys.columns) {
    if (key.codes[a] != key.codes[b]) return false;
  }
  return true;
}

}  // namespace overhand::keys
