#include "overhand/random/stream.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <numeric>
#include <string>

namespace overhand::random {
namespace {

std::vector<std::uint8_t> bytes_of(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

Key counting_key() {
  Key::Bytes bytes{};
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  return Key(bytes);
}

std::vector<std::uint8_t> keystream(const Key& key, const Nonce& nonce, std::uint32_t block,
                                    std::size_t size) {
  std::vector<std::uint8_t> bytes(size, 0xaa);
  chacha20(key, nonce, block, bytes);
  return bytes;
}

TEST(ChaCha20, MakesTheBlockOfRfc8439Section232) {
  const Nonce nonce = {0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0};
  EXPECT_EQ(keystream(counting_key(), nonce, 1, 64),
            bytes_of("10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
                     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"));
}

TEST(ChaCha20, MakesTheKeystreamsOfRfc8439AppendixA1) {
  const Key zero(Key::Bytes{});
  EXPECT_EQ(keystream(zero, Nonce{}, 0, 64),
            bytes_of("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"));
  EXPECT_EQ(keystream(zero, Nonce{}, 1, 64),
            bytes_of("9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"));
}

TEST(ChaCha20, EncryptsTheSunscreenOfRfc8439Section242) {
  const Nonce nonce = {0, 0, 0, 0, 0, 0, 0, 0x4a, 0, 0, 0, 0};
  const std::string text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      "sunscreen would be it.";
  auto cipher = keystream(counting_key(), nonce, 1, text.size());
  for (std::size_t i = 0; i < text.size(); ++i) cipher[i] ^= static_cast<std::uint8_t>(text[i]);
  EXPECT_EQ(cipher, bytes_of("6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b"
                             "f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
                             "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736"
                             "5af90bbf74a35be6b40b8eedf2785e42874d"));
}

std::vector<std::uint32_t> words(Stream& stream, std::size_t count) {
  std::vector<std::uint32_t> drawn(count);
  for (auto& word : drawn) word = stream.next_word();
  return drawn;
}

TEST(Stream, IsAPureFunctionOfKeyAndName) {
  const StreamName name{Purpose::test, 1, 2, 3};
  Stream a(counting_key(), name);
  Stream b(counting_key(), name, 5);  // another refill size
  EXPECT_EQ(words(a, 5000), words(b, 5000));
}

TEST(Stream, DiffersInEveryPartOfTheName) {
  const auto first = [](const StreamName& name) {
    Stream stream(counting_key(), name);
    return stream.next_double_word();
  };
  const std::vector<std::uint64_t> all = {
      first({Purpose::test, 0, 0, 0}), first({Purpose::row_order, 0, 0, 0}),
      first({Purpose::test, 1, 0, 0}), first({Purpose::test, 0, 1, 0}),
      first({Purpose::test, 0, 0, 1})};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i], all[j]);
  }
}

TEST(Stream, SeeksToAnyBlock) {
  const StreamName name{Purpose::test};
  Stream whole(counting_key(), name);
  const auto expected = words(whole, 3000);
  Stream later(counting_key(), name);
  later.seek(100);
  EXPECT_EQ(later.next_word(), expected[100 * Stream::words_per_block]);
}

TEST(Stream, IsXChaCha20WithTheNameAsNonce) {
  const std::array<std::uint32_t, 6> nonce = {2, 7, 8, 9, 0, 0};  // the name, and 64 zero bits
  std::array<std::uint32_t, 64> expected{};
  crypto_stream_xchacha20(reinterpret_cast<unsigned char*>(expected.data()), sizeof expected,
                          reinterpret_cast<const unsigned char*>(nonce.data()),
                          counting_key().bytes().data());
  Stream stream(counting_key(), {Purpose::bin_shuffle, 7, 8, 9});
  EXPECT_EQ(words(stream, 64), std::vector(expected.begin(), expected.end()));
}

TEST(Key, IsNotMadeWithoutEntropy) {
  const auto key = fresh_key([](std::span<std::uint8_t>) { return false; });
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error().kind, ErrorKind::io);
  EXPECT_EQ(key.error().message,
            "The operating system gave no random bytes for a key; nothing was masked.");
}

TEST(Key, DiffersEachTime) { EXPECT_NE(fresh_key()->bytes(), fresh_key()->bytes()); }

TEST(Key, FromASeedIsFixed) {
  EXPECT_EQ(key_from_seed(7).bytes(), key_from_seed(7).bytes());
  EXPECT_NE(key_from_seed(7).bytes(), key_from_seed(8).bytes());
}

TEST(Key,
     IsDerivedByKeyedBlake2b) {  // hashlib.blake2b(b"abc", key=bytes(range(32)), digest_size=32)
  const Key derived = derived_key(counting_key(), "abc");
  EXPECT_EQ(std::vector(derived.bytes().begin(), derived.bytes().end()),
            bytes_of("d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f"));
}

}  // namespace
}  // namespace overhand::random
