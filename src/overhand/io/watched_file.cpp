#include <sys/stat.h>

#include <algorithm>

#include "overhand/io/watched_file_internal.h"

namespace overhand::io {

arrow::Result<std::shared_ptr<WatchedFile>> WatchedFile::open(const std::string& path,
                                                              const Progress& progress) {
  ARROW_ASSIGN_OR_RAISE(auto file, arrow::io::ReadableFile::Open(path));
  return std::shared_ptr<WatchedFile>(new WatchedFile(std::move(file), progress));
}

WatchedFile::WatchedFile(std::shared_ptr<arrow::io::ReadableFile> file, const Progress& progress)
    : file_(std::move(file)), progress_(progress), at_opening_(state()) {}

WatchedFile::State WatchedFile::state() const {
  struct stat facts{};
  if (file_->closed() || fstat(file_->file_descriptor(), &facts) != 0) return {};
  return {facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
}

bool WatchedFile::was_changed() const { return state() != at_opening_; }

// A file is read from its beginning again where it takes a second look.
arrow::Status WatchedFile::proceed(std::int64_t count) {
  if (progress_.cancelled()) return arrow::Status::Cancelled("");
  const std::int64_t done = (done_ += count);
  const std::int64_t size = std::max<std::int64_t>(at_opening_.size, 1);
  progress_.report("reading", static_cast<std::size_t>((done - 1) % size + 1),
                   static_cast<std::size_t>(size));
  return arrow::Status::OK();
}

arrow::Status WatchedFile::Close() { return file_->Close(); }
bool WatchedFile::closed() const { return file_->closed(); }
arrow::Result<std::int64_t> WatchedFile::Tell() const { return file_->Tell(); }
arrow::Status WatchedFile::Seek(std::int64_t position) { return file_->Seek(position); }
arrow::Result<std::int64_t> WatchedFile::GetSize() { return at_opening_.size; }

arrow::Result<std::int64_t> WatchedFile::Read(std::int64_t count, void* out) {
  ARROW_RETURN_NOT_OK(proceed(count));
  return file_->Read(count, out);
}

arrow::Result<std::shared_ptr<arrow::Buffer>> WatchedFile::Read(std::int64_t count) {
  ARROW_RETURN_NOT_OK(proceed(count));
  return file_->Read(count);
}

arrow::Result<std::int64_t> WatchedFile::ReadAt(std::int64_t position, std::int64_t count,
                                                bool may_be_short, void* out) {
  ARROW_RETURN_NOT_OK(proceed(count));
  return file_->ReadAt(position, count, may_be_short, out);
}

arrow::Result<std::int64_t> WatchedFile::ReadAt(std::int64_t position, std::int64_t count,
                                                void* out) {
  return ReadAt(position, count, true, out);
}

arrow::Result<std::shared_ptr<arrow::Buffer>> WatchedFile::ReadAt(std::int64_t position,
                                                                  std::int64_t count,
                                                                  bool may_be_short) {
  ARROW_RETURN_NOT_OK(proceed(count));
  return file_->ReadAt(position, count, may_be_short);
}

arrow::Result<std::shared_ptr<arrow::Buffer>> WatchedFile::ReadAt(std::int64_t position,
                                                                  std::int64_t count) {
  return ReadAt(position, count, true);
}

}  // namespace overhand::io
