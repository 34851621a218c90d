#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "overhand/io/destination_internal.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as the kernel's own limit

bool is_stream(mode_t mode) { return S_ISCHR(mode) || S_ISFIFO(mode) || S_ISSOCK(mode); }

// One step along a link: none where the path is no link.
std::optional<std::string> target_of(const std::string& path) {
  std::error_code problem;
  if (!fs::is_symlink(path, problem)) return std::nullopt;
  const fs::path target = fs::read_symlink(path, problem);
  if (problem) return std::nullopt;
  return (fs::path(folder_of(path)) / target).string();
}

Result<Destination> open_descriptor(const std::string& path, int descriptor) {
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) return cannot_write(path, std::strerror(errno));
  return Destination{path, true, descriptor, facts.st_mode};
}

}  // namespace

std::string folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

Error cannot_write(const std::string& path, const std::string& why) {
  return {ErrorKind::io, fmt::format("cannot be written: {}.", why), {path}};
}

std::optional<int> descriptor_named(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int descriptor = -1;
    const char* end = path.data() + path.size();
    const auto [rest, problem] = std::from_chars(path.data() + folder.size(), end, descriptor);
    if (problem == std::errc{} && rest == end) return descriptor;
  }
  return std::nullopt;
}

Result<Destination> destination_of(const std::string& path) {
  std::string place = path;
  struct stat facts{};
  for (int links = 0; links < most_links; ++links) {
    if (const auto descriptor = descriptor_named(place)) return open_descriptor(path, *descriptor);
    const bool is_there = stat(place.c_str(), &facts) == 0;
    if (!is_there && errno != ENOENT) return cannot_write(path, std::strerror(errno));
    if (is_there && S_ISDIR(facts.st_mode)) return cannot_write(path, "it is a folder");
    if (is_there && S_ISBLK(facts.st_mode)) return cannot_write(path, "it is a disk");
    if (is_there && is_stream(facts.st_mode)) {
      return Destination{place, true, std::nullopt, facts.st_mode};
    }
    const auto target = target_of(place);
    if (!target && is_there) return Destination{place, false, std::nullopt, facts.st_mode};
    if (!target) return Destination{place};
    place = *target;
  }
  return cannot_write(path, std::strerror(ELOOP));
}

}  // namespace overhand::io
