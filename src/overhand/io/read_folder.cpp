#include <arrow/api.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "overhand/core/text.h"
#include "overhand/io/common_type_internal.h"
#include "overhand/io/hive_path_internal.h"
#include "overhand/io/parquet_file_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;
using Array = std::shared_ptr<arrow::ChunkedArray>;

// Opened again for each column: a table may have more files than a process may have open.
struct FileInFolder {
  std::string path;
  std::uintmax_t size = 0;
  fs::file_time_type changed = {};
  std::size_t rows = 0;
  std::vector<HivePart> parts;  // what the folders above it say

  Result<Input> open(const Progress& progress) const {
    std::error_code problem;
    if (fs::file_size(path, problem) != size || fs::last_write_time(path, problem) != changed) {
      return Error{ErrorKind::io, "it was changed while it was read; try again.", {path}};
    }
    return open_input(path, {FileFormat::parquet, Compression::none, ".parquet"}, progress);
  }
};

struct Folder {
  std::vector<FileInFolder> files;
  std::shared_ptr<arrow::Schema> schema;  // of all files together
  std::vector<std::string> partitions;
};

// As Spark has it: names that begin so are of who wrote the table.
bool is_hidden(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') || name.starts_with('_');
}

Result<std::vector<fs::path>> files_in(const Input& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  auto entry = fs::recursive_directory_iterator(folder.name, problem);
  for (; !problem && entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
    if (is_hidden(entry->path())) {
      if (entry->is_directory(problem)) entry.disable_recursion_pending();
      continue;
    }
    if (entry->is_directory(problem)) {
      // Passed over, its records would be missing; followed, one that leads back up repeats them.
      if (!entry->is_symlink(problem)) continue;
      return folder.error(
          fmt::format("'{}' is a link to another folder, and such links are not followed; put the "
                      "folder itself in its place.",
                      printable(entry->path().filename().string())));
    }
    if (entry->path().extension() != ".parquet") {
      return folder.error(fmt::format("'{}' is no Parquet file, as all files of a folder must be.",
                                      printable(entry->path().filename().string())));
    }
    files.push_back(entry->path());
  }
  if (problem) {
    return Error{
        ErrorKind::io, fmt::format("cannot be read: {}.", problem.message()), {folder.name}};
  }
  if (files.empty()) return folder.error("the folder has no Parquet files.");
  std::ranges::sort(files);
  return files;
}

FileInFolder file_at(const Input& folder, const fs::path& path) {
  const std::string above = path.parent_path().lexically_relative(folder.name).string();
  std::error_code ignored;
  return {path.string(), fs::file_size(path, ignored), fs::last_write_time(path, ignored), 0,
          hive_parts(above == "." ? "" : above).value_or(std::vector<HivePart>())};
}

// Where a file has other columns than the first one, or the same of a type of another kind.
std::optional<Error> problem_with_schema(const Input& file, const arrow::Schema& schema,
                                         const FileInFolder& first, const arrow::Schema& expected) {
  const auto drift = [&](const std::string& sentence) {
    return file.error(
        fmt::format("{} in '{}'; all files of a folder must have the same "
                    "columns.",
                    sentence, printable(first.path)));
  };
  for (const auto& field : expected.fields()) {
    const auto own = schema.GetFieldByName(field->name());
    if (own == nullptr) {
      return drift(fmt::format("{} is not in this file, but", in_words(field->name())));
    }
    if (common_type(field->type(), own->type()) == nullptr) {
      return drift(fmt::format("{} is {} here and {}", in_words(field->name()),
                               own->type()->ToString(), field->type()->ToString()));
    }
  }
  if (schema.num_fields() > expected.num_fields()) {
    for (const auto& field : schema.fields()) {
      if (expected.GetFieldByName(field->name()) == nullptr) {
        return drift(fmt::format("{} is in this file, but not", in_words(field->name())));
      }
    }
  }
  return std::nullopt;
}

// The columns in types that hold the values of one file more.
std::shared_ptr<arrow::Schema> widened(const arrow::Schema& all, const arrow::Schema& one) {
  arrow::FieldVector fields;
  for (const auto& field : all.fields()) {
    const auto own = one.GetFieldByName(field->name());
    fields.push_back(field->WithType(common_type(field->type(), own->type())));
  }
  return arrow::schema(std::move(fields));
}

std::vector<std::string> names_of(const std::vector<HivePart>& parts) {
  std::vector<std::string> names;
  for (const HivePart& part : parts) names.push_back(part.first);
  return names;
}

Status add_file(FileInFolder file, const Progress& progress, Folder& folder) {
  const auto input = file.open(progress);
  if (!input) return input.error();
  return guarded(*input, not_in_parquet(*input), [&]() -> Status {
    const auto reader = parquet_reader(*input);
    std::shared_ptr<arrow::Schema> schema;
    if (!reader.ok() || !(*reader)->GetSchema(&schema).ok()) return not_in_parquet(*input);
    const auto rows = rows_of(*input, *reader);
    if (!rows) return rows.error();
    file.rows = *rows;
    if (folder.files.empty()) {
      folder.schema = std::move(schema);
      folder.partitions = names_of(file.parts);
    } else if (auto problem =
                   problem_with_schema(*input, *schema, folder.files.front(), *folder.schema)) {
      return *std::move(problem);
    } else {
      folder.schema = widened(*folder.schema, *schema);
    }
    if (names_of(file.parts) != folder.partitions) {
      return input->error("the folders above it name other columns than those above other files.");
    }
    folder.files.push_back(std::move(file));
    return Done{};
  });
}

Result<std::shared_ptr<const Folder>> folder_of_files(const Input& input) {
  const auto paths = files_in(input);
  if (!paths) return paths.error();
  auto folder = std::make_shared<Folder>();
  for (const fs::path& path : *paths) {
    if (auto done = add_file(file_at(input, path), input.progress, *folder); !done) {
      return done.error();
    }
  }
  return std::shared_ptr<const Folder>(std::move(folder));
}

Result<Array> column_in_files(const Folder& folder, std::size_t position,
                              const Progress& progress) {
  const std::string& name = folder.schema->field(static_cast<int>(position))->name();
  const auto type = folder.schema->field(static_cast<int>(position))->type();
  arrow::ArrayVector chunks;
  for (const FileInFolder& file : folder.files) {
    if (file.rows == 0) continue;
    const auto input = file.open(progress);
    if (!input) return input.error();
    auto column = guarded(*input, not_in_parquet(*input), [&]() -> Result<Array> {
      const auto reader = parquet_reader(*input);
      std::shared_ptr<arrow::Schema> schema;
      if (!reader.ok() || !(*reader)->GetSchema(&schema).ok()) return not_in_parquet(*input);
      const int place = schema->GetFieldIndex(name);
      auto own = parquet_column(*input, *reader, static_cast<std::size_t>(place));
      if (!own) return own;
      const auto values = in_type(*own, type);
      return values.ok() ? Result<Array>(*values) : not_in_parquet(*input);
    });
    if (!column) return column.error();
    chunks.insert(chunks.end(), (*column)->chunks().begin(), (*column)->chunks().end());
  }
  return std::make_shared<arrow::ChunkedArray>(std::move(chunks), type);
}

// Whole numbers where all values are such, written as we write them; else texts.
std::shared_ptr<arrow::Scalar> scalar_of(const std::optional<std::string>& value, bool are_whole) {
  if (are_whole) {
    return value ? arrow::MakeScalar(*number_of<std::int64_t>(*value))
                 : arrow::MakeNullScalar(arrow::int64());
  }
  return value ? arrow::MakeScalar(*value) : arrow::MakeNullScalar(arrow::utf8());
}

bool is_whole(const std::string& text) {
  const auto number = number_of<std::int64_t>(text);
  return number && fmt::format("{}", *number) == text;
}

Result<Array> column_of_folders(const Input& input, const Folder& folder, std::size_t number) {
  const bool are_whole = std::ranges::all_of(folder.files, [&](const FileInFolder& file) {
    const auto& value = file.parts[number].second;
    return !value || is_whole(*value);
  });
  arrow::ArrayVector chunks;
  for (const FileInFolder& file : folder.files) {
    const auto chunk = arrow::MakeArrayFromScalar(*scalar_of(file.parts[number].second, are_whole),
                                                  static_cast<std::int64_t>(file.rows));
    if (!chunk.ok()) return input.error("too large for the memory.");
    chunks.push_back(*chunk);
  }
  return std::make_shared<arrow::ChunkedArray>(std::move(chunks));
}

std::size_t rows_in(const Folder& folder) {
  std::size_t rows = 0;
  for (const FileInFolder& file : folder.files) rows += file.rows;
  return rows;
}

}  // namespace

Result<TableFile> open_folder(const Input& input) {
  const auto folder = folder_of_files(input);
  if (!folder) return folder.error();
  TableFile table;
  table.names = (*folder)->schema->field_names();
  const std::size_t in_files = table.names.size();
  // Some writers (polars) leave the columns that name the folders in the files too.
  std::vector<std::size_t> of_folders;
  for (std::size_t i = 0; i < (*folder)->partitions.size(); ++i) {
    const std::string& name = (*folder)->partitions[i];
    if ((*folder)->schema->GetFieldIndex(name) >= 0) continue;
    table.names.push_back(name);
    of_folders.push_back(i);
  }
  table.layout = {
      .format = FileFormat::parquet, .is_folder = true, .partitions = (*folder)->partitions};
  table.rows = rows_in(**folder);
  for (const FileInFolder& file : (*folder)->files) table.bytes += file.size;
  table.read = [input, folder = *folder, in_files, of_folders](const std::vector<Wanted>& wanted) {
    Columns columns;
    columns.row_count = rows_in(*folder);
    columns.places = record_places;
    columns.read = [input, folder, in_files, of_folders, wanted](std::size_t i) {
      const std::size_t position = wanted[i].position;
      return position < in_files
                 ? column_in_files(*folder, position, input.progress)
                 : column_of_folders(input, *folder, of_folders[position - in_files]);
    };
    return Result<Columns>(std::move(columns));
  };
  return table;
}

}  // namespace overhand::io
