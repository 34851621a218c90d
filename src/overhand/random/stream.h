// Stream: an endless row of random words that is a pure function of a key and a name.
//
// XChaCha20 (draft-irtf-cfrg-xchacha, RFC 8439) through libsodium: the name fills the first 16
// bytes of the nonce. Streams of different names are independent for who does not have the key, and
// a stream can start at any block, so that any worker can compute any part of it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "overhand/random/key.h"

namespace overhand::random {

// What a stream is used for. The numbers are part of the file format: one key, one release.
enum class Purpose : std::uint32_t {
  row_order = 1,
  bin_shuffle = 2,
  simulation = 3,
  test = 4,
  noise = 20,
  correlated_noise = 21,
  rank_swap = 22,
  cell_rotation = 23,
  cell_shuffle = 24,
  tie_order = 25,
  rank_noise = 26,
  cart_draw = 27,
  ipso_residuals = 28,
  digest = 29,
  level_order = 30,
  margins = 31,
  pram = 32,
  swap_order = 33,
  swap_partner = 34,
  tie_breaking = 40,
  linkage_sample = 41,
  attacked_people = 42,
  control_split = 43,
  known_facts = 44,
  replication = 60,
  column_order = 61,
  dataset = 62,
  entrant = 63,
  example = 64,
  trial_sample = 65,
};

struct StreamName {
  Purpose purpose;
  std::uint32_t column = 0;
  std::uint32_t bin = 0;
  std::uint32_t bucket = 0;  // 0 names a shuffle as a whole, b + 1 its bucket b
};

// The keystream of RFC 8439: ChaCha20 with a 96-bit nonce, from 64-byte block `block` on.
using Nonce = std::array<std::uint8_t, 12>;
void chacha20(const Key& key, const Nonce& nonce, std::uint32_t block, std::span<std::uint8_t> out);

class Stream {
 public:
  static constexpr std::size_t words_per_block = 16;

  // `expected_words` sizes the first refill: a hint that never changes the words.
  Stream(const Key& key, const StreamName& name, std::size_t expected_words = buffer_words);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream();

  std::uint32_t next_word() {
    if (next_ == end_) refill();
    return buffer_[next_++];
  }
  std::uint64_t next_double_word() {
    const std::uint64_t low = next_word();
    return low | (static_cast<std::uint64_t>(next_word()) << 32);
  }
  // Goes on at word `block * words_per_block`.
  void seek(std::uint32_t block);

 private:
  static constexpr std::size_t buffer_words = 1024;

  void refill();

  Key key_;
  std::uint32_t block_ = 0;
  std::size_t next_ = 0;
  std::size_t end_ = 0;
  std::size_t refill_words_;
  std::array<std::uint32_t, buffer_words> buffer_;
};

// A key of its own for one part of a larger experiment.
Key derived_key(const Key& key, const StreamName& name);

}  // namespace overhand::random
