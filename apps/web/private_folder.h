// PrivateFolder: a folder for tables that only their owner can read and that must not outlive the
// program. It goes with the object. When the process dies in any other way (a crash, kill -9), a
// caretaker process removes it; what even that one missed (a power cut) goes when the next folder
// is made.
#pragma once

#include <sys/types.h>

#include <string>

#include "overhand/core/result.h"

namespace overhand::web {

class PrivateFolder {
 public:
  // Call it before the program starts threads: it forks.
  static Result<PrivateFolder> create();
  PrivateFolder(PrivateFolder&& other) noexcept;
  PrivateFolder& operator=(PrivateFolder&&) = delete;
  ~PrivateFolder();

  const std::string& path() const { return path_; }

 private:
  explicit PrivateFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
  int lock_ = -1;        // held as long as the folder is in use
  int lifeline_ = -1;    // the caretaker acts when this end of the pipe is closed
  pid_t caretaker_ = 0;  // 0: none could be had
};

}  // namespace overhand::web
