#include "bindings/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/io/read_stream.h"

namespace overhand::bindings {
namespace {

const Files* used_files = nullptr;

// Fails where a column that is to be read is of a type that has no place in a table: the caller's
// value is of the wrong kind then, whatever is in it.
void refuse_types_without_place(ArrowArrayStream& stream, const ColumnChoice& choice) {
  const io::StreamNames names = io::names_in(stream);
  if (names.unreadable.empty()) return;
  std::vector<Column> columns;
  for (const std::string& name : names.all) columns.push_back({name, Reals{}});
  const auto chosen = choose_columns(Table(std::move(columns)), choice);
  if (!chosen) return;  // told when it is read
  for (const Column& column : chosen->columns()) {
    if (std::ranges::find(names.unreadable, column.name) == names.unreadable.end()) continue;
    throw WrongType(fmt::format(
        "Column '{}' is of a type that has no place in a table of records (lists, records, bytes, "
        "...); leave the column out with drop.",
        printable(column.name)));
  }
}

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
  if (source.stream != nullptr) refuse_types_without_place(*source.stream, choice);
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
