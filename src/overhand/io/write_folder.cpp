#include <arrow/io/file.h>
#include <arrow/util/io_util.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <numeric>

#include "overhand/io/destination_internal.h"
#include "overhand/io/hive_path_internal.h"
#include "overhand/io/unfinished_internal.h"
#include "overhand/io/write_folder_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

bool is_partition(const Column& column, const std::vector<std::string>& partitions) {
  return std::ranges::find(partitions, column.name) != partitions.end();
}

// The folders of each record, such as year=2020/country=es, and its records.
std::map<std::string, Lineage> rows_by_folder(const Table& part,
                                              const std::vector<std::string>& partitions) {
  std::map<std::string, Lineage> rows;
  for (std::size_t row = 0; row < part.row_count(); ++row) {
    std::string folder;
    for (const std::string& name : partitions) {
      const auto place = find_column(part, name);
      if (!place) continue;
      folder.push_back('/');
      folder.append(hive_folder(name, cell_text(part.columns()[*place], row)));
    }
    rows[folder].push_back(static_cast<Row>(row));
  }
  return rows;
}

arrow::Status failure(int cause) {
  return arrow::internal::IOErrorFromErrno(cause, "the folder cannot be written");
}

// By the umask, as other folders are.
mode_t usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0777 & ~mask;
}

}  // namespace

Result<std::unique_ptr<FolderParts>> FolderParts::create(
    const std::string& path, const std::vector<std::string>& partitions) {
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(path, ignored))) {
    return cannot_write(path,
                        "there is something of that name already, which a folder of files "
                        "does not take the place of");
  }
  auto unfinished = make_unfinished_folder(folder_of(path), path);
  if (!unfinished) return unfinished.error();
  return std::unique_ptr<FolderParts>(
      new FolderParts(path, unfinished->path, unfinished->descriptor, partitions));
}

FolderParts::FolderParts(std::string path, std::string unfinished, int holder,
                         std::vector<std::string> partitions)
    : path_(std::move(path)),
      unfinished_(std::move(unfinished)),
      holder_(holder),
      partitions_(std::move(partitions)) {}

FolderParts::~FolderParts() {
  files_.clear();
  std::error_code ignored;
  if (!unfinished_.empty()) fs::remove_all(unfinished_, ignored);
  ::close(holder_);
}

// All files together hold back the records of one group: they end theirs wherever a file alone
// would.
arrow::Status FolderParts::write(const Table& part, const Progress& progress) {
  const std::size_t group = rows_per_group(part.column_count());
  for (std::size_t first = 0; first < part.row_count();) {
    const std::size_t count = std::min(group - rows_ % group, part.row_count() - first);
    Lineage rows(count);
    std::iota(rows.begin(), rows.end(), static_cast<Row>(first));
    ARROW_RETURN_NOT_OK(
        write_block(count == part.row_count() ? part : gather(part, rows), progress));
    first += count;
    rows_ += count;
    if (rows_ % group != 0) continue;
    for (auto& [folder, file] : files_) file->end_group();
  }
  return arrow::Status::OK();
}

arrow::Status FolderParts::write_block(const Table& part, const Progress& progress) {
  for (const auto& [folder, rows] : rows_by_folder(part, partitions_)) {
    Table records = rows.size() == part.row_count() ? part : gather(part, rows);
    std::erase_if(records.columns(),
                  [&](const Column& column) { return is_partition(column, partitions_); });
    ARROW_RETURN_NOT_OK(write_to(folder, records, progress));
  }
  return arrow::Status::OK();
}

arrow::Status FolderParts::write_to(const std::string& folder, const Table& records,
                                    const Progress& progress) {
  auto& file = files_[folder];
  if (file == nullptr) {
    std::error_code problem;
    fs::create_directories(unfinished_ + folder, problem);
    if (problem) return failure(problem.value());
    ARROW_ASSIGN_OR_RAISE(
        auto sink, arrow::io::FileOutputStream::Open(unfinished_ + folder + "/part-0.parquet"));
    file = std::make_unique<ParquetParts>(std::move(sink));
    if (is_settled()) file->settle();
  }
  return file->write(records, progress);
}

arrow::Status FolderParts::close() {
  for (auto& [folder, file] : files_) ARROW_RETURN_NOT_OK(file->close());
  syncfs(holder_);  // before the folder has its name, as the files of a table have theirs
  unlink((unfinished_ + holder_name).c_str());
  if (chmod(unfinished_.c_str(), usual_mode()) != 0) return failure(errno);
  if (rename(unfinished_.c_str(), path_.c_str()) != 0) return failure(errno);
  unfinished_.clear();
  return arrow::Status::OK();
}

}  // namespace overhand::io
