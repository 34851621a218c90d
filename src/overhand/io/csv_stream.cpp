#include <arrow/buffer.h>
#include <arrow/io/compressed.h>
#include <arrow/util/compression.h>

#include <algorithm>
#include <limits>

#include "overhand/io/csv_stream_internal.h"

namespace overhand::io {
namespace {

using Stream = std::shared_ptr<arrow::io::InputStream>;

// A decompressing stream closes what it reads from, so it gets a view of its own.
arrow::Result<Stream> unpacked(const Input& input) {
  ARROW_ASSIGN_OR_RAISE(const std::int64_t size, input.file->GetSize());
  ARROW_ASSIGN_OR_RAISE(Stream stream, arrow::io::RandomAccessFile::GetStream(input.file, 0, size));
  if (input.format.compression == Compression::none) return stream;
  const auto type = input.format.compression == Compression::gzip ? arrow::Compression::GZIP
                                                                  : arrow::Compression::ZSTD;
  ARROW_ASSIGN_OR_RAISE(auto codec, arrow::util::Codec::Create(type));
  return arrow::io::CompressedInputStream::Make(codec.get(), stream);
}

class QuoteCounter : public arrow::io::InputStream {
 public:
  QuoteCounter(Stream stream, std::size_t& quotes) : stream_(std::move(stream)), quotes_(quotes) {}

  arrow::Status Close() override { return stream_->Close(); }
  bool closed() const override { return stream_->closed(); }
  arrow::Result<std::int64_t> Tell() const override { return stream_->Tell(); }

  arrow::Result<std::int64_t> Read(std::int64_t count, void* out) override {
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got, stream_->Read(count, out));
    add({static_cast<const char*>(out), static_cast<std::size_t>(got)});
    return got;
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t count) override {
    ARROW_ASSIGN_OR_RAISE(auto buffer, stream_->Read(count));
    add(std::string_view(*buffer));
    return buffer;
  }

 private:
  void add(std::string_view text) {
    quotes_ += static_cast<std::size_t>(std::ranges::count(text, '"'));
  }

  Stream stream_;
  std::size_t& quotes_;
};

}  // namespace

arrow::Result<Stream> text_stream(const Input& input, std::int64_t begin, std::size_t& quotes) {
  ARROW_ASSIGN_OR_RAISE(Stream stream, unpacked(input));
  ARROW_RETURN_NOT_OK(stream->Advance(begin));
  return std::make_shared<QuoteCounter>(std::move(stream), quotes);
}

arrow::Result<std::string> beginning_of_text(const Input& input, std::size_t most) {
  constexpr std::size_t piece = std::size_t{1} << 22;
  ARROW_ASSIGN_OR_RAISE(const Stream stream, unpacked(input));
  std::string text;
  while (text.size() < most) {
    const auto count = static_cast<std::int64_t>(std::min(piece, most - text.size()));
    ARROW_ASSIGN_OR_RAISE(auto buffer, stream->Read(count));
    if (buffer->size() == 0) break;
    text.append(std::string_view(*buffer));
  }
  return text;
}

arrow::Result<std::string> whole_text(const Input& input) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  ARROW_ASSIGN_OR_RAISE(auto text,
                        beginning_of_text(input, std::numeric_limits<std::size_t>::max()));
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

}  // namespace overhand::io
