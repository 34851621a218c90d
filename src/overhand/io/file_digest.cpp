#include "overhand/io/file_digest.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

namespace overhand::io {

Result<std::string> sha256_of_file(const std::string& path, const Progress& progress) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Error{ErrorKind::io, fmt::format("{}: cannot be read: {}.", path, std::strerror(errno))};
  }
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  std::vector<char> bytes(piece);
  while (file) {
    if (progress.cancelled()) return cancelled_error();
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(bytes.data()),
                              static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return Error{ErrorKind::io, fmt::format("{}: cannot be read to its end.", path)};
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256_final(&state, digest.data());
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace overhand::io
