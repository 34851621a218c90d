#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "overhand/io/small_file_internal.h"

namespace overhand::io {

Result<std::string> small_file(const std::string& path, const std::string& what) {
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  if (kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::socket ||
      kind == std::filesystem::file_type::character) {
    return Error{
        ErrorKind::invalid_option, what + " is read from a file, and this is none.", {path}};
  }
  std::ifstream file(path, std::ios::binary);
  constexpr std::size_t longest = std::size_t{16} << 20;
  std::string text(longest, '\0');
  if (file) file.read(text.data(), static_cast<std::streamsize>(longest));
  if (!file.is_open() || file.bad() || (file.fail() && !file.eof())) {
    return Error{ErrorKind::io, fmt::format("cannot be read: {}.", std::strerror(errno)), {path}};
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() == longest) {
    return Error{ErrorKind::invalid_option, what + " has at most 16 MB.", {path}};
  }
  return text;
}

}  // namespace overhand::io
