// WholeFile: a file that appears whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "overhand/core/result.h"

namespace overhand::io {

// Writes to a temporary file in the same folder; commit() flushes it to the disk and gives it its
// name. Without commit() nothing is left.
class WholeFile {
 public:
  enum class Access { shared, owner_only };  // owner_only: mode 0600

  static Result<WholeFile> create(const std::string& path, Access access = Access::shared);
  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;
  ~WholeFile();

  int descriptor() const { return descriptor_; }
  Status write(std::string_view bytes);
  Status commit();

 private:
  WholeFile(std::string path, std::string temporary, int descriptor);
  Error error(const char* what) const;  // with the reason that errno gives

  std::string path_;
  std::string temporary_;
  int descriptor_;
};

// Whether a file could be created there: to be asked before long work, not after.
Status check_writable(const std::string& path);

// A whole file with these bytes.
Status write_file(const std::string& path, std::string_view bytes,
                  WholeFile::Access access = WholeFile::Access::shared);

}  // namespace overhand::io
