// A table as a folder of Parquet files, in folders that are named after values (hive_path).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/io/part_sink_internal.h"

namespace overhand::io {

// The folder appears whole, with close(), or not at all.
class FolderParts : public PartSink {
 public:
  // `partitions`: columns whose values name the folders; those that a table does not have are
  // passed over. Fails where there is something of that name already.
  static Result<std::unique_ptr<FolderParts>> create(const std::string& path,
                                                     const std::vector<std::string>& partitions);
  ~FolderParts() override;

  arrow::Status write(const Table& part, const Progress& progress) override;
  arrow::Status close() override;

 private:
  FolderParts(std::string path, std::string unfinished, int holder,
              std::vector<std::string> partitions);
  arrow::Status write_block(const Table& part, const Progress& progress);
  arrow::Status write_to(const std::string& folder, const Table& records, const Progress& progress);

  std::string path_;
  std::string unfinished_;  // empty: done
  int holder_;
  std::vector<std::string> partitions_;
  std::size_t rows_ = 0;                                        // written so far
  std::map<std::string, std::unique_ptr<ParquetParts>> files_;  // by the folder that they are in
};

}  // namespace overhand::io
