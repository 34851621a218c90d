#include "overhand/io/locked_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "overhand/io/whole_file.h"

namespace overhand::io {
namespace {

Error io_error(const char* what, const std::string& path) {
  return {ErrorKind::io, fmt::format("{}: {}.", what, std::strerror(errno)), {path}};
}

Status check_private_file(const std::string& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) {
    if (errno == ENOENT) return Done{};
    return io_error("cannot be read", path);
  }
  if (!S_ISREG(facts.st_mode)) {
    return Error{ErrorKind::invalid_option, "this is no file.", {path}};
  }
  if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Error{
        ErrorKind::invalid_option, "others can read this file.", {path}, {{Action::make_private}}};
  }
  if ((facts.st_mode & S_IWUSR) == 0) {
    return Error{ErrorKind::io, "this file must not be written: its mode is read-only.", {path}};
  }
  return Done{};
}

Status wait_for(int folder, const std::string& path, const Progress& progress) {
  constexpr auto between = std::chrono::milliseconds(20);
  while (flock(folder, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return io_error("cannot be locked", path);
    if (progress.cancelled()) return cancelled_error();
    std::this_thread::sleep_for(between);
  }
  return Done{};
}

}  // namespace

Result<LockedFile> LockedFile::lock(const std::string& path, const Progress& progress) {
  std::error_code none;
  // Through a link, to where the file is that is made anew.
  const auto place = std::filesystem::weakly_canonical(std::filesystem::absolute(path, none), none);
  const std::string folder = place.parent_path().string();
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return io_error("its folder cannot be opened", path);
  LockedFile file(path, descriptor);
  if (const auto locked = wait_for(descriptor, path, progress); !locked) return locked.error();
  if (const auto checked = check_private_file(path); !checked) return checked.error();
  return file;
}

LockedFile::LockedFile(LockedFile&& other) noexcept
    : path_(std::move(other.path_)), folder_(std::exchange(other.folder_, -1)) {}

LockedFile::~LockedFile() {
  if (folder_ >= 0) close(folder_);
}

Result<std::optional<std::string>> LockedFile::read() const {
  std::ifstream file(path_, std::ios::binary);
  if (!file) {
    if (errno == ENOENT) return std::optional<std::string>();
    return io_error("cannot be read", path_);
  }
  std::ostringstream text;
  if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (file.bad() || !text) return io_error("cannot be read", path_);
  return std::optional(std::move(text).str());
}

Status LockedFile::write(const std::string& text) {
  return write_file(path_, text, WholeFile::Access::owner_only);
}

void LockedFile::restore(const std::optional<std::string>& text) {
  std::error_code ignored;
  if (!text) {
    std::filesystem::remove(path_, ignored);
    return;
  }
  // What cannot be restored stays: an entry too many refuses, one too few lets out.
  [[maybe_unused]] const auto restored = write(*text);
}

}  // namespace overhand::io
