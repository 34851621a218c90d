// UnlessDone: what a command wrote goes again when the command fails before its end. Half of a
// release is none, and a masked table without its record invites to be passed on.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "overhand/io/format.h"

namespace overhand::commands {

class UnlessDone {
 public:
  // A file that is there already is not ours to remove.
  explicit UnlessDone(const std::vector<std::string>& outputs) {
    std::ranges::copy_if(outputs, std::back_inserter(new_), [](const std::string& path) {
      std::error_code ignored;
      return !path.empty() && !io::is_standard_stream(path) &&
             !std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
    });
  }
  UnlessDone(const UnlessDone&) = delete;
  UnlessDone& operator=(const UnlessDone&) = delete;
  ~UnlessDone() {
    std::error_code ignored;
    for (const std::string& path : new_) std::filesystem::remove(path, ignored);
  }

  void done() { new_.clear(); }

 private:
  std::vector<std::string> new_;
};

}  // namespace overhand::commands
