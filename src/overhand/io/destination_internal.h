// Where the bytes go that are written to a path: a file that is made anew, or something that must
// not be replaced, because it is no file of its own: a device, a pipe, an open descriptor.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

#include "overhand/core/result.h"

namespace overhand::io {

struct Destination {
  std::string path;               // links followed to where they lead
  bool is_stream = false;         // a device, a pipe or a descriptor
  std::optional<int> descriptor;  // of this process: /dev/stdout, /dev/fd/3
  std::optional<mode_t> mode;     // of the file that is there already
};

// Fails where nothing can be written: folders, disks, names that are too long.
Result<Destination> destination_of(const std::string& path);

// The descriptor that a path such as /dev/stdout or /dev/fd/3 names.
std::optional<int> descriptor_named(const std::string& path);

// The folder that the path's last part is in.
std::string folder_of(const std::string& path);

Error cannot_write(const std::string& path, const std::string& why);

}  // namespace overhand::io
