// Key: the 256 secret bits from which all chance of one masking flows.
//
// Who has the key can undo a masking, so a key comes from the operating system or from a file that
// only its owner can read. A seed is for experiments only: it can be guessed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "overhand/core/result.h"

namespace overhand::random {

class Key {
 public:
  static constexpr std::size_t size = 32;
  using Bytes = std::array<std::uint8_t, size>;

  explicit Key(const Bytes& bytes) : bytes_(bytes) {}
  Key(const Key&) = default;
  Key& operator=(const Key&) = default;
  ~Key();  // wipes the bytes

  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

// Fills the bytes and returns true, or returns false when there is no entropy to be had.
using EntropySource = std::function<bool(std::span<std::uint8_t>)>;
bool operating_system_entropy(std::span<std::uint8_t> bytes);

// A fresh key. Fails when the source fails: no key, no output.
Result<Key> fresh_key(const EntropySource& source = operating_system_entropy);

// The key of an experiment: BLAKE2b of the seed. Never for a release: 64 bits of which a person
// chooses the smallest can be searched.
Key key_from_seed(std::uint64_t seed);

// The key that stands for `statement` under `key`: BLAKE2b, keyed. Who does not have `key` sees
// nothing in common between the keys of different statements.
Key derived_key(const Key& key, std::string_view statement);

}  // namespace overhand::random
