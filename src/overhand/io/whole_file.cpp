#include "overhand/io/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

Error cannot_write(const std::string& path, const std::string& why) {
  return {ErrorKind::io, fmt::format("{}: cannot be written: {}.", path, why)};
}

mode_t mode_for(WholeFile::Access access) {
  if (access == WholeFile::Access::owner_only) return S_IRUSR | S_IWUSR;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

// A rename counts only when the folder is on the disk too.
void flush_folder(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

Result<WholeFile> WholeFile::create(const std::string& path, Access access) {
  if (fs::is_directory(path)) return cannot_write(path, "it is a folder");
  std::string temporary =
      (folder_of(path) / ("." + fs::path(path).filename().string() + ".XXXXXX")).string();
  const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return cannot_write(path, std::strerror(errno));
  fchmod(descriptor, mode_for(access));
  return WholeFile(path, std::move(temporary), descriptor);
}

WholeFile::WholeFile(std::string path, std::string temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

Error WholeFile::error(const char* what) const {
  return {ErrorKind::io, fmt::format("{}: {}: {}.", path_, what, std::strerror(errno))};
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
  if (fsync(descriptor_) != 0) return error("cannot be flushed to the disk");
  if (rename(temporary_.c_str(), path_.c_str()) != 0) return error("cannot be given its name");
  temporary_.clear();
  flush_folder(folder_of(path_));
  return Done{};
}

Status check_writable(const std::string& path) {
  const auto file = WholeFile::create(path);
  if (!file) return file.error();
  return Done{};
}

Status write_file(const std::string& path, std::string_view bytes, WholeFile::Access access) {
  auto file = WholeFile::create(path, access);
  if (!file) return file.error();
  if (auto written = file->write(bytes); !written) return written;
  return file->commit();
}

}  // namespace overhand::io
