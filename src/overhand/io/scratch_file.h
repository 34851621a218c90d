// ScratchFile: a place on the disk for what does not fit in the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "overhand/core/result.h"

namespace overhand::io {

// A file without a name, which only this process can open: it is gone when the process is, however
// that ends, and nobody else ever sees what is in it.
class ScratchFile {
 public:
  // Fails where the folder does not take it, or has less room than `bytes`.
  static Result<ScratchFile> create(const std::string& folder, std::uint64_t bytes);
  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile();

  // Room for so many bytes, at the offset that is returned.
  std::uint64_t reserve(std::uint64_t bytes);

  Status write(std::uint64_t offset, std::span<const std::byte> bytes);
  Status read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  ScratchFile(std::string folder, int descriptor)
      : folder_(std::move(folder)), descriptor_(descriptor) {}

  std::string folder_;
  int descriptor_;
  std::uint64_t end_ = 0;
};

// The room that is left for files of this user in the folder.
Result<std::uint64_t> room_in(const std::string& folder);

// Fails where the disk of a file that is to be written has less room than it takes, about.
Status check_room_for(const std::string& path, std::uint64_t bytes);

// Whether what is written to the folder and to the file takes room of each other.
bool are_on_one_disk(const std::string& folder, const std::string& path);

// "12 GB", "1.5 MB".
std::string size_words(std::uint64_t bytes);

}  // namespace overhand::io
