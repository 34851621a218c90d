#include "overhand/io/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "overhand/io/destination_internal.h"
#include "overhand/io/unfinished_internal.h"

namespace overhand::io {
namespace {

mode_t mode_for(const Destination& destination, WholeFile::Access access) {
  if (access == WholeFile::Access::owner_only) return S_IRUSR | S_IWUSR;
  if (destination.mode) return *destination.mode & 0777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

// A rename counts only when the folder is on the disk too.
void flush_folder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

// Opening a pipe would wait for its reader and not hear that it should stop.
Result<int> open_stream(const Destination& destination, const std::string& name,
                        const Progress& progress) {
  constexpr auto pause = std::chrono::milliseconds(20);
  if (destination.descriptor) return fcntl(*destination.descriptor, F_DUPFD_CLOEXEC, 0);
  int descriptor = -1;
  while (true) {
    descriptor = open(destination.path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor >= 0 || errno != ENXIO || !S_ISFIFO(*destination.mode)) break;
    if (progress.cancelled()) return cancelled_error();
    std::this_thread::sleep_for(pause);
  }
  if (descriptor < 0) return cannot_write(name, std::strerror(errno));
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

Status check_stream(const Destination& destination, const std::string& name) {
  if (!destination.descriptor) {
    if (access(destination.path.c_str(), W_OK) == 0) return Done{};
    return cannot_write(name, std::strerror(errno));
  }
  const bool is_for_reading = (fcntl(*destination.descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY;
  if (is_for_reading) return cannot_write(name, "it is open for reading only");
  return Done{};
}

}  // namespace

Result<WholeFile> WholeFile::create(const std::string& path, Access access,
                                    const Progress& progress) {
  const auto destination = destination_of(path);
  if (!destination) return destination.error();
  if (destination->is_stream) {
    const auto descriptor = open_stream(*destination, path, progress);
    if (!descriptor) return descriptor.error();
    return WholeFile(path, destination->path, "", *descriptor);
  }
  auto unfinished = make_unfinished(folder_of(destination->path), path);
  if (!unfinished) return unfinished.error();
  fchmod(unfinished->descriptor, mode_for(*destination, access));
  return WholeFile(path, destination->path, std::move(unfinished->path), unfinished->descriptor);
}

WholeFile::WholeFile(std::string name, std::string path, std::string unfinished, int descriptor)
    : name_(std::move(name)),
      path_(std::move(path)),
      unfinished_(std::move(unfinished)),
      descriptor_(descriptor) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : name_(std::move(other.name_)),
      path_(std::move(other.path_)),
      unfinished_(std::exchange(other.unfinished_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

WholeFile::~WholeFile() {
  if (!unfinished_.empty()) unlink(unfinished_.c_str());
  if (descriptor_ >= 0) close(descriptor_);
}

Error WholeFile::error(const char* what) const {
  return {ErrorKind::io, fmt::format("{}: {}.", what, std::strerror(errno)), {name_}};
}

Status WholeFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return error("cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return Done{};
}

Status WholeFile::commit() {
  if (unfinished_.empty()) return Done{};
  if (fsync(descriptor_) != 0) return error("cannot be flushed to the disk");
  if (rename(unfinished_.c_str(), path_.c_str()) != 0) return error("cannot be given its name");
  unfinished_.clear();
  flush_folder(folder_of(path_));
  return Done{};
}

Status check_writable(const std::string& path) {
  const auto destination = destination_of(path);
  if (!destination) return destination.error();
  if (destination->is_stream) return check_stream(*destination, path);
  const auto file = WholeFile::create(path);
  if (!file) return file.error();
  return Done{};
}

Status check_folder_writable(const std::string& path) {
  std::string nearest = path;
  struct stat facts{};
  while (stat(nearest.c_str(), &facts) != 0) {
    const int why = errno;
    const bool is_dangling_link = why == ENOENT && lstat(nearest.c_str(), &facts) == 0;
    if (why != ENOENT || is_dangling_link) return cannot_write(path, std::strerror(why));
    nearest = folder_of(nearest);
  }
  if (!S_ISDIR(facts.st_mode)) return cannot_write(path, "it is not a folder");
  if (access(nearest.c_str(), W_OK | X_OK) != 0) return cannot_write(path, std::strerror(errno));
  return Done{};
}

Status write_file(const std::string& path, std::string_view bytes, WholeFile::Access access,
                  const Progress& progress) {
  auto file = WholeFile::create(path, access, progress);
  if (!file) return file.error();
  if (auto written = file->write(bytes); !written) return written;
  return file->commit();
}

}  // namespace overhand::io
