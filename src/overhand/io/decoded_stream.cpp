#include <arrow/buffer.h>
#include <arrow/result.h>

#include <algorithm>
#include <cstring>

#include "overhand/io/decoded_stream_internal.h"
#include "overhand/io/encoding_internal.h"

namespace overhand::io {
namespace {

class DecodedStream : public arrow::io::InputStream {
 public:
  DecodedStream(std::shared_ptr<arrow::io::InputStream> bytes, Encoding from)
      : bytes_(std::move(bytes)), transcoder_(Transcoder::to_utf8(from)) {}

  arrow::Status Close() override { return bytes_->Close(); }
  bool closed() const override { return bytes_->closed(); }
  arrow::Result<std::int64_t> Tell() const override { return position_; }

  arrow::Result<std::int64_t> Read(std::int64_t count, void* out) override {
    ARROW_RETURN_NOT_OK(fill(static_cast<std::size_t>(count)));
    const std::size_t got = std::min(text_.size() - at_, static_cast<std::size_t>(count));
    if (got > 0) std::memcpy(out, text_.data() + at_, got);
    at_ += got;
    position_ += static_cast<std::int64_t>(got);
    return static_cast<std::int64_t>(got);
  }

  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t count) override {
    std::string piece(static_cast<std::size_t>(count), '\0');
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got, Read(count, piece.data()));
    piece.resize(static_cast<std::size_t>(got));
    return arrow::Buffer::FromString(std::move(piece));
  }

 private:
  // Until `count` bytes are there, or the end.
  arrow::Status fill(std::size_t count) {
    constexpr std::int64_t piece = 1 << 20;
    text_.erase(0, at_);
    at_ = 0;
    while (text_.size() < count && !is_at_end_) {
      ARROW_ASSIGN_OR_RAISE(const auto bytes, bytes_->Read(piece));
      is_at_end_ = bytes->size() == 0;
      const bool is_text = transcoder_.append(std::string_view(*bytes), text_) &&
                           (!is_at_end_ || transcoder_.is_complete());
      if (!is_text) return arrow::Status::Invalid("not in this encoding");
    }
    return arrow::Status::OK();
  }

  std::shared_ptr<arrow::io::InputStream> bytes_;
  Transcoder transcoder_;
  std::string text_;
  std::size_t at_ = 0;  // what of the text was handed out
  std::int64_t position_ = 0;
  bool is_at_end_ = false;
};

}  // namespace

std::shared_ptr<arrow::io::InputStream> decoded_stream(
    std::shared_ptr<arrow::io::InputStream> bytes, Encoding from) {
  return std::make_shared<DecodedStream>(std::move(bytes), from);
}

}  // namespace overhand::io
