// WholeFile: a file that appears whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"

namespace overhand::io {

// Writes to an unfinished file in the same folder; commit() flushes it to the disk and gives it its
// name. Without commit() nothing is left, and what a killed process left there is removed.
//
// A link is written through: the file that it leads to is made anew. What is no file of its own (a
// device, a pipe, /dev/stdout) is not replaced but written to as it comes.
class WholeFile {
 public:
  // Of a new file: by the umask, or for its owner alone (mode 0600). `shared` keeps the mode of a
  // file that is there already.
  enum class Access { shared, owner_only };

  // Waits for the reader of a pipe until `progress` is cancelled.
  static Result<WholeFile> create(const std::string& path, Access access = Access::shared,
                                  const Progress& progress = {});
  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;
  ~WholeFile();

  int descriptor() const { return descriptor_; }
  Status write(std::string_view bytes);
  Status commit();

 private:
  WholeFile(std::string name, std::string path, std::string unfinished, int descriptor);
  Error error(const char* what) const;  // with the reason that errno gives

  std::string name_;        // as the person calls it
  std::string path_;        // where it leads
  std::string unfinished_;  // empty: a stream, or done
  int descriptor_;
};

// Whether a file could be created there: to be asked before long work, not after.
Status check_writable(const std::string& path);

// The same of a folder, which need not be there yet.
Status check_folder_writable(const std::string& path);

// A whole file with these bytes.
Status write_file(const std::string& path, std::string_view bytes,
                  WholeFile::Access access = WholeFile::Access::shared,
                  const Progress& progress = {});

}  // namespace overhand::io
