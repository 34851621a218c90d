#include "overhand/random/stream.h"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace overhand::random {
namespace {

static_assert(std::endian::native == std::endian::little, "keystream words are little-endian");

// libsodium picks its fastest implementation only after sodium_init().
const bool sodium_is_ready = sodium_init() >= 0;

Key subkey(const Key& key, const StreamName& name) {
  const std::array<std::uint32_t, 4> input = {static_cast<std::uint32_t>(name.purpose), name.column,
                                              name.bin, name.bucket};
  static_assert(sizeof input == crypto_core_hchacha20_INPUTBYTES);
  std::array<std::uint8_t, sizeof input> bytes{};
  std::memcpy(bytes.data(), input.data(), sizeof input);
  Key::Bytes derived{};
  crypto_core_hchacha20(derived.data(), bytes.data(), key.bytes().data(), nullptr);
  return Key(derived);
}

}  // namespace

void chacha20(const Key& key, const Nonce& nonce, std::uint32_t block,
              std::span<std::uint8_t> out) {
  assert(sodium_is_ready);
  std::ranges::fill(out, std::uint8_t{0});
  crypto_stream_chacha20_ietf_xor_ic(out.data(), out.data(), out.size(), nonce.data(), block,
                                     key.bytes().data());
}

Stream::Stream(const Key& key, const StreamName& name, std::size_t expected_words)
    : key_(subkey(key, name)),
      refill_words_(std::clamp((expected_words + words_per_block - 1) / words_per_block, 1UL,
                               buffer_words / words_per_block) *
                    words_per_block) {}

Stream::~Stream() { sodium_memzero(buffer_.data(), end_ * sizeof(std::uint32_t)); }

Key derived_key(const Key& key, const StreamName& name) { return subkey(key, name); }

void Stream::seek(std::uint32_t block) {
  block_ = block;
  next_ = end_ = 0;
}

void Stream::refill() {
  const std::span<std::uint8_t> bytes(reinterpret_cast<std::uint8_t*>(buffer_.data()),
                                      refill_words_ * sizeof(std::uint32_t));
  chacha20(key_, Nonce{}, block_, bytes);
  block_ += static_cast<std::uint32_t>(refill_words_ / words_per_block);
  next_ = 0;
  end_ = refill_words_;
}

}  // namespace overhand::random
