// A file that is being read: how far it is, whether to stop, and whether somebody changes it.
#pragma once

#include <arrow/io/file.h>

#include <atomic>
#include <string>

#include "overhand/core/progress.h"

namespace overhand::io {

// Reads by copying, not through a map of the memory: a file that is cut short under a map ends the
// process. Every read reports its progress and fails with arrow::Status::Cancelled when the work is
// to stop.
class WatchedFile : public arrow::io::RandomAccessFile {
 public:
  // `progress` must outlive the file.
  static arrow::Result<std::shared_ptr<WatchedFile>> open(const std::string& path,
                                                          const Progress& progress);

  // Whether it has another size or another time of change than when it was opened.
  bool was_changed() const;

  arrow::Status Close() override;
  bool closed() const override;
  arrow::Result<std::int64_t> Tell() const override;
  arrow::Status Seek(std::int64_t position) override;
  arrow::Result<std::int64_t> GetSize() override;
  arrow::Result<std::int64_t> Read(std::int64_t count, void* out) override;
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t count) override;
  arrow::Result<std::int64_t> ReadAt(std::int64_t position, std::int64_t count, bool may_be_short,
                                     void* out) override;
  arrow::Result<std::int64_t> ReadAt(std::int64_t position, std::int64_t count, void* out) override;
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(std::int64_t position, std::int64_t count,
                                                       bool may_be_short) override;
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(std::int64_t position,
                                                       std::int64_t count) override;

 private:
  struct State {
    std::int64_t size = 0;
    std::int64_t changed_s = 0;
    std::int64_t changed_ns = 0;
    bool operator==(const State&) const = default;
  };

  WatchedFile(std::shared_ptr<arrow::io::ReadableFile> file, const Progress& progress);
  State state() const;
  arrow::Status proceed(std::int64_t count);

  std::shared_ptr<arrow::io::ReadableFile> file_;
  const Progress& progress_;
  State at_opening_;
  std::atomic<std::int64_t> done_ = 0;
};

}  // namespace overhand::io
