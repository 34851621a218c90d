#include "overhand/random/key.h"

#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace overhand::random {

Key::~Key() { sodium_memzero(bytes_.data(), bytes_.size()); }

bool operating_system_entropy(std::span<std::uint8_t> bytes) {
  return getentropy(bytes.data(), bytes.size()) == 0;
}

Result<Key> fresh_key(const EntropySource& source) {
  Key::Bytes bytes{};
  if (!source(bytes)) {
    return Error{ErrorKind::io,
                 "The operating system gave no random bytes for a key; nothing was masked."};
  }
  Key key(bytes);
  sodium_memzero(bytes.data(), bytes.size());
  return key;
}

Key key_from_seed(std::uint64_t seed) {
  constexpr std::string_view domain = "overhand seed v1";
  std::array<std::uint8_t, domain.size() + sizeof seed> message{};
  std::ranges::copy(domain, message.begin());
  for (std::size_t i = 0; i < sizeof seed; ++i) {
    message[domain.size() + i] = static_cast<std::uint8_t>(seed >> (8 * i));
  }
  Key::Bytes bytes{};
  crypto_generichash(bytes.data(), bytes.size(), message.data(), message.size(), nullptr, 0);
  return Key(bytes);
}

Key derived_key(const Key& key, std::string_view statement) {
  Key::Bytes bytes{};
  crypto_generichash(bytes.data(), bytes.size(),
                     reinterpret_cast<const unsigned char*>(statement.data()), statement.size(),
                     key.bytes().data(), key.bytes().size());
  Key derived(bytes);
  sodium_memzero(bytes.data(), bytes.size());
  return derived;
}

}  // namespace overhand::random
