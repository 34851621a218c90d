#include <arrow/buffer.h>
#include <arrow/io/compressed.h>
#include <arrow/util/compression.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "overhand/io/csv_stream_internal.h"
#include "overhand/io/decoded_stream_internal.h"
#include "overhand/io/encoding_internal.h"

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

// By letters alone, which numbers have not: every byte of every file goes by here.
bool may_have_hexadecimals(std::string_view text) {
  for (const char letter : {'x', 'X'}) {
    for (std::size_t at = text.find(letter); at < text.size(); at = text.find(letter, at + 1)) {
      if (at == 0 || text[at - 1] == '0') return true;
    }
  }
  return false;
}

class WatchedText : public arrow::io::InputStream {
 public:
  WatchedText(Stream stream, std::shared_ptr<TextWatch> watch)
      : stream_(std::move(stream)), watch_(std::move(watch)) {}

  arrow::Status Close() override { return stream_->Close(); }
  bool closed() const override { return stream_->closed(); }
  arrow::Result<std::int64_t> Tell() const override { return stream_->Tell(); }

  arrow::Result<std::int64_t> Read(std::int64_t count, void* out) override {
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got, stream_->Read(count, out));
    look({static_cast<const char*>(out), static_cast<std::size_t>(got)});
    return got;
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t count) override {
    ARROW_ASSIGN_OR_RAISE(auto buffer, stream_->Read(count));
    look(std::string_view(*buffer));
    return buffer;
  }

 private:
  void look(std::string_view text) {
    watch_->quotes += static_cast<std::size_t>(std::ranges::count(text, '"'));
    watch_->may_have_hexadecimals = watch_->may_have_hexadecimals || may_have_hexadecimals(text);
    watch_->zeros.look(text);
    watch_->end.look(text);
  }

  Stream stream_;
  std::shared_ptr<TextWatch> watch_;
};

std::string without_mark(std::string text, const Dialect& dialect) {
  if (dialect.has_mark) text.erase(0, byte_order_mark.size());
  return text;
}

}  // namespace

arrow::Result<Stream> text_stream(const Input& input, const Dialect& dialect, std::size_t begin,
                                  std::shared_ptr<TextWatch> watch) {
  ARROW_ASSIGN_OR_RAISE(Stream stream, unpacked(input));
  if (dialect.encoding != Encoding::utf8) stream = decoded_stream(stream, dialect.encoding);
  const std::size_t mark = dialect.has_mark ? byte_order_mark.size() : 0;
  ARROW_RETURN_NOT_OK(stream->Advance(static_cast<std::int64_t>(mark + begin)));
  return std::make_shared<WatchedText>(std::move(stream), std::move(watch));
}

arrow::Result<std::string> beginning_of_file(const Input& input, std::size_t most) {
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

Error not_to_its_end(const Input& input) {
  return {ErrorKind::io, "cannot be read or decompressed to its end.", {input.name}};
}

Result<std::string> whole_text(const Input& input, const Dialect& dialect) {
  auto bytes = beginning_of_file(input, std::numeric_limits<std::size_t>::max());
  if (!bytes.ok()) return not_to_its_end(input);
  if (dialect.encoding == Encoding::utf8) return without_mark(*std::move(bytes), dialect);
  std::string text;
  if (decode(*bytes, dialect.encoding, text)) return without_mark(std::move(text), dialect);
  const auto line = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  return Error{
      ErrorKind::invalid_data,
      fmt::format("a letter that is not in {}, as the others are.", name_of(dialect.encoding)),
      {input.name, line}};
}

}  // namespace overhand::io
