#include "bindings/source.h"

#include "overhand/io/read_stream.h"

namespace overhand::bindings {
namespace {

const Files* used_files = nullptr;

}  // namespace

void use_files(const Files* files) { used_files = files; }

const Files& files() {
  if (used_files == nullptr) {
    throw Failure({ErrorKind::io, "Files of tables cannot be opened here."});
  }
  return *used_files;
}

io::TableInFile read(const Source& source, const ColumnChoice& choice,
                     const io::ReadOptions& reading, const Progress& progress) {
  return value_or_fail(source.stream == nullptr
                           ? files().read_file(source.path, choice, reading, progress)
                           : io::read_stream(*source.stream, choice, reading, progress));
}

io::TableInFile look_at(const Source& source, const io::ReadOptions& reading,
                        const Progress& progress) {
  return value_or_fail(source.stream == nullptr
                           ? files().read_all_columns(source.path, reading, progress)
                           : io::look_at_stream(*source.stream, reading, progress));
}

}  // namespace overhand::bindings
