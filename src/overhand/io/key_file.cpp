#include "overhand/io/key_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace overhand::io {

Result<random::Key> read_key_file(const std::string& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) {
    return Error{ErrorKind::io, fmt::format("cannot be read: {}.", std::strerror(errno)), {path}};
  }
  if (!S_ISREG(facts.st_mode)) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("this is no file of {} bytes, as a key file is.", random::Key::size),
                 {path},
                 {{Action::make_key_file}}};
  }
  if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Error{ErrorKind::invalid_option,
                 "others can read this key file.",
                 {path},
                 {{Action::make_private}}};
  }
  if (static_cast<std::size_t>(facts.st_size) != random::Key::size) {
    return Error{
        ErrorKind::invalid_option,
        fmt::format("a key file holds exactly {} bytes, not {}.", random::Key::size, facts.st_size),
        {path},
        {{Action::make_key_file}}};
  }
  random::Key::Bytes bytes{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(bytes.data()), bytes.size())) {
    return Error{ErrorKind::io, "cannot be read.", {path}};
  }
  return random::Key(bytes);
}

}  // namespace overhand::io
