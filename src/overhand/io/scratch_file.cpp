#include "overhand/io/scratch_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "overhand/io/destination_internal.h"

namespace overhand::io {
namespace {

Error no_scratch(const std::string& folder, const std::string& why) {
  return {ErrorKind::io,
          fmt::format("Temporary files cannot be written to '{}': {}.", folder, why)};
}

// Where the file system has no files without a name, one that loses its name at once.
int unnamed_file(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) {
    return descriptor;
  }
  std::string path = folder + "/.overhand-unfinished-XXXXXX";
  const int named = mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) unlink(path.c_str());
  return named;
}

}  // namespace

std::string size_words(std::uint64_t bytes) {
  constexpr std::array units = {"bytes", "KB", "MB", "GB", "TB", "PB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < units.size(); ++unit) size /= 1000;
  return fmt::format("{:.{}f} {}", size, unit > 0 && size < 10 ? 1 : 0, units[unit]);
}

Result<std::uint64_t> room_in(const std::string& folder) {
  struct statvfs facts{};
  if (statvfs(folder.c_str(), &facts) != 0) return no_scratch(folder, std::strerror(errno));
  return std::uint64_t{facts.f_bavail} * facts.f_frsize;
}

Status check_room_for(const std::string& path, std::uint64_t bytes) {
  const std::string folder = folder_of(path);
  const auto room = room_in(folder);
  if (!room) return room.error();
  if (*room >= bytes) return Done{};
  return cannot_write(path, fmt::format("about {} are needed in '{}' and {} are free",
                                        size_words(bytes), folder, size_words(*room)));
}

bool are_on_one_disk(const std::string& folder, const std::string& path) {
  struct stat one{};
  struct stat other{};
  return stat(folder.c_str(), &one) == 0 && stat(folder_of(path).c_str(), &other) == 0 &&
         one.st_dev == other.st_dev;
}

Result<ScratchFile> ScratchFile::create(const std::string& folder, std::uint64_t bytes) {
  const auto room = room_in(folder);
  if (!room) return room.error();
  if (*room < bytes) {
    return no_scratch(folder, fmt::format("{} are needed there and {} are free", size_words(bytes),
                                          size_words(*room)));
  }
  const int descriptor = unnamed_file(folder);
  if (descriptor < 0) return no_scratch(folder, std::strerror(errno));
  return ScratchFile(folder, descriptor);
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      end_(other.end_) {}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::uint64_t ScratchFile::reserve(std::uint64_t bytes) {
  const std::uint64_t offset = end_;
  end_ += bytes;
  return offset;
}

Status ScratchFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return no_scratch(folder_, std::strerror(count < 0 ? errno : ENOSPC));
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return Done{};
}

Status ScratchFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count =
        pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return no_scratch(folder_, std::strerror(count < 0 ? errno : EIO));
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return Done{};
}

}  // namespace overhand::io
