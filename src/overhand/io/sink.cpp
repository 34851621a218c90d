#include <arrow/io/compressed.h>
#include <arrow/io/file.h>
#include <arrow/util/compression.h>
#include <arrow/util/io_util.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "overhand/core/progress.h"
#include "overhand/io/sink_internal.h"

namespace overhand::io {

arrow::Result<File> file_of(int descriptor) {
  ARROW_ASSIGN_OR_RAISE(Sink file, arrow::io::FileOutputStream::Open(dup(descriptor)));
  return std::make_shared<WatchedSink>(std::move(file));
}

arrow::Result<Sink> sink_into(const File& file, Compression compression) {
  if (compression == Compression::none) return file;
  const auto type =
      compression == Compression::gzip ? arrow::Compression::GZIP : arrow::Compression::ZSTD;
  ARROW_ASSIGN_OR_RAISE(auto codec, arrow::util::Codec::Create(type));
  return arrow::io::CompressedOutputStream::Make(codec.get(), file);
}

Status written_or_why(const arrow::Status& status, const Format& format, const std::string& name) {
  if (status.ok()) return Done{};
  const int cause = arrow::internal::ErrnoFromStatus(status);
  if (status.IsInvalid() && format.is_text()) {
    return Error{ErrorKind::invalid_data,
                 "the table has a letter that the encoding of the original lacks.",
                 {name}};
  }
  if (status.IsCancelled() || cause == EPIPE) return cancelled_error();  // nobody reads on
  std::string why = cause != 0 ? std::strerror(cause) : "the disk did not take it";
  if (cause == 0 && !status.IsIOError()) why = status.message();
  return Error{ErrorKind::io, fmt::format("cannot be written: {}.", why), {name}};
}

}  // namespace overhand::io
