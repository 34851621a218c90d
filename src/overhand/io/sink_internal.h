// Where the bytes of an output go, for the writers that Arrow has.
#pragma once

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include <memory>
#include <string>

#include "overhand/core/result.h"
#include "overhand/io/format.h"

namespace overhand::io {

using Sink = std::shared_ptr<arrow::io::OutputStream>;

// Knows its place by itself, for a pipe cannot be asked for it, and what went wrong first: not
// every writer passes it on.
class WatchedSink : public arrow::io::OutputStream {
 public:
  explicit WatchedSink(Sink sink) : sink_(std::move(sink)) {}

  const arrow::Status& failure() const { return failure_; }

  arrow::Status Close() override { return watched(sink_->Close()); }
  arrow::Status Abort() override { return sink_->Abort(); }
  bool closed() const override { return sink_->closed(); }
  arrow::Result<std::int64_t> Tell() const override { return written_; }
  arrow::Status Flush() override { return watched(sink_->Flush()); }
  arrow::Status Write(const void* data, std::int64_t count) override {
    written_ += count;
    return watched(sink_->Write(data, count));
  }

 private:
  arrow::Status watched(arrow::Status status) {
    if (failure_.ok()) failure_ = status;
    return status;
  }

  Sink sink_;
  std::int64_t written_ = 0;
  arrow::Status failure_;
};

using File = std::shared_ptr<WatchedSink>;

// A copy of the descriptor: Arrow closes what it is given.
arrow::Result<File> file_of(int descriptor);

// The same bytes compressed.
arrow::Result<Sink> sink_into(const File& file, Compression compression);

// Why a file could not be written, in a sentence; done where it could.
Status written_or_why(const arrow::Status& status, const Format& format, const std::string& name);

}  // namespace overhand::io
