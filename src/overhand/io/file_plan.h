// FilePlan: all files that a command reads and writes, looked at before any work. No output takes
// the place of an input or of another output, and a name that cannot be written costs a second, not
// an hour.
#pragma once

#include <string>
#include <vector>

#include "overhand/core/result.h"

namespace overhand::io {

class FilePlan {
 public:
  // `what` is the file in a sentence: "the table", "--json". An empty path is no file; "-" is
  // standard input or output.
  FilePlan& reads(const std::string& what, const std::string& path);
  FilePlan& writes(const std::string& what, const std::string& path);

  // A folder, made if it is not there, with the files `names` in it.
  FilePlan& writes_folder(const std::string& what, const std::string& folder,
                          const std::vector<std::string>& names = {});

  // Fails when an output is an input, by whatever name or link, when two outputs are one file, and
  // when an output cannot be written.
  Status check() const;

 private:
  struct Planned {
    std::string what;
    std::string path;
  };

  Status check_places() const;

  std::vector<Planned> inputs_;
  std::vector<Planned> outputs_;
  std::vector<Planned> folders_;
};

}  // namespace overhand::io
