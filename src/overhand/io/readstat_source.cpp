#include <arrow/api.h>

#include <algorithm>
#include <cstring>

#include "overhand/io/readstat_source_internal.h"

namespace overhand::io {

void StatSource::serve(readstat_parser_t* parser) {
  readstat_set_open_handler(parser, [](const char*, void* source) {
    static_cast<StatSource*>(source)->position_ = 0;
    return 0;
  });
  readstat_set_close_handler(parser, [](void*) { return 0; });
  readstat_set_seek_handler(parser,
                            [](readstat_off_t offset, readstat_io_flags_t whence, void* source) {
                              return static_cast<StatSource*>(source)->seek(offset, whence);
                            });
  readstat_set_read_handler(parser, [](void* out, std::size_t count, void* source) {
    return static_cast<StatSource*>(source)->read(static_cast<char*>(out), count);
  });
  readstat_set_update_handler(
      parser, [](long, readstat_progress_handler, void*, void*) { return READSTAT_OK; });
  readstat_set_io_ctx(parser, this);
}

readstat_off_t StatSource::seek(readstat_off_t offset, readstat_io_flags_t whence) {
  const auto size = file_.GetSize();
  if (!size.ok()) return -1;
  const std::int64_t from = whence == READSTAT_SEEK_SET   ? 0
                            : whence == READSTAT_SEEK_CUR ? position_
                                                          : *size;
  if (offset > *size - from || offset < -from) return -1;  // nothing is beyond the end
  return position_ = from + offset;
}

// Reads ahead, as records are asked for one by one.
bool StatSource::fill() {
  constexpr std::int64_t ahead = std::int64_t{1} << 20;
  const auto bytes = file_.ReadAt(position_, ahead);
  if (!bytes.ok()) return false;
  buffer_ = (*bytes)->ToString();
  begin_ = position_;
  return true;
}

ssize_t StatSource::read(char* out, std::size_t count) {
  std::size_t done = 0;
  while (done < count) {
    const bool is_ahead =
        position_ >= begin_ && position_ < begin_ + static_cast<std::int64_t>(buffer_.size());
    if (!is_ahead && !fill()) return -1;
    const auto skipped = static_cast<std::size_t>(position_ - begin_);
    const std::size_t piece = std::min(count - done, buffer_.size() - skipped);
    if (piece == 0) break;  // the end
    std::memcpy(out + done, buffer_.data() + skipped, piece);
    done += piece;
    position_ += static_cast<std::int64_t>(piece);
  }
  last_ = {out, done};
  return static_cast<ssize_t>(done);
}

}  // namespace overhand::io
