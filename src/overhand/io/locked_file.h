// LockedFile: a private file that one process at a time reads and makes anew.
#pragma once

#include <optional>
#include <string>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"

namespace overhand::io {

// While it lives, no other process holds a locked file of the same folder: the folder is what is
// locked, because the file itself is replaced, and nothing is left behind when a process dies.
class LockedFile {
 public:
  // Waits for others until `progress` is cancelled. Fails where the folder is not there, where the
  // path is no file, and on a file that others can read or that its owner must not write.
  static Result<LockedFile> lock(const std::string& path, const Progress& progress = {});
  LockedFile(LockedFile&& other) noexcept;
  LockedFile& operator=(LockedFile&&) = delete;
  ~LockedFile();

  // Nothing where there is no file yet.
  Result<std::optional<std::string>> read() const;
  // Whole or not at all, for its owner alone.
  Status write(const std::string& text);
  // As it was before: with this text, or not there.
  void restore(const std::optional<std::string>& text);

 private:
  LockedFile(std::string path, int folder) : path_(std::move(path)), folder_(folder) {}

  std::string path_;
  int folder_;
};

}  // namespace overhand::io
