#include <arrow/status.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "overhand/io/csv_text_internal.h"
#include "overhand/io/encoding_internal.h"
#include "overhand/io/write_csv_internal.h"
#include "overhand/table/date_layout.h"

namespace overhand::io {
namespace {

using Sink = std::shared_ptr<arrow::io::OutputStream>;

// Text in UTF-8, written in the encoding of a dialect.
class TextSink {
 public:
  TextSink(Sink sink, Encoding encoding)
      : sink_(std::move(sink)),
        is_plain_(encoding == Encoding::utf8),
        transcoder_(Transcoder::from_utf8(encoding)) {}

  arrow::Status write(const std::string& text) {
    if (is_plain_) return sink_->Write(text);
    std::string encoded;
    if (!transcoder_.append(text, encoded)) return arrow::Status::Invalid("not in this encoding");
    return sink_->Write(encoded);
  }

 private:
  Sink sink_;
  bool is_plain_;
  Transcoder transcoder_;
};

// Dates in layouts that say them when they are read again.
Table with_readable_years(Table table) {
  for (Column& column : table.columns()) {
    const auto* values = std::get_if<Cells<std::int64_t>>(&column.values);
    if (values == nullptr || column.date_layout == nullptr) continue;
    column.date_layout = std::make_shared<const DateLayout>(
        with_years_of(*column.date_layout, column.type, {values->begin(), values->end()}));
  }
  return table;
}

}  // namespace

// Lines are made in parallel, a batch of blocks at a time, and written in order.
arrow::Status write_csv(const Table& original, const Dialect& dialect, const Sink& sink,
                        const Progress& progress) {
  constexpr std::size_t rows_per_block = 8192;
  constexpr std::size_t blocks_per_batch = 32;
  const Table table = with_readable_years(original);
  const std::size_t rows = table.row_count();
  TextSink text(sink, dialect.encoding);
  if (dialect.has_mark) ARROW_RETURN_NOT_OK(text.write(std::string(byte_order_mark)));
  ARROW_RETURN_NOT_OK(text.write(csv_header(table, dialect)));
  for (std::size_t first = 0; first < rows; first += rows_per_block * blocks_per_batch) {
    if (progress.cancelled()) return arrow::Status::Cancelled("");
    const std::size_t left = (rows - first + rows_per_block - 1) / rows_per_block;
    std::vector<std::string> blocks(std::min(blocks_per_batch, left));
    tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t b) {
      const std::size_t begin = first + b * rows_per_block;
      blocks[b] = csv_lines(table, dialect, begin, std::min(begin + rows_per_block, rows));
    });
    for (const std::string& block : blocks) ARROW_RETURN_NOT_OK(text.write(block));
    progress.report("writing", std::min(first + rows_per_block * blocks_per_batch, rows), rows);
  }
  return sink->Close();
}

}  // namespace overhand::io
