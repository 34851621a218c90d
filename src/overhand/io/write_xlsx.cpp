#include <arrow/io/interfaces.h>
#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <zip.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>

#include "overhand/io/cell_reference_internal.h"
#include "overhand/io/write_xlsx_internal.h"
#include "overhand/io/xlsx_text_internal.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

constexpr std::size_t longest_text = 32'767;

constexpr std::size_t rows_per_block = 1024;
constexpr std::size_t blocks_per_batch = 16;

// The text of a sheet as libzip asks for it: its size first, then piece by piece.
class SheetSource {
 public:
  SheetSource(const SheetText& text, const Progress& progress) : text_(text), progress_(progress) {}

  static zip_int64_t serve(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& source = *static_cast<SheetSource*>(state);
    switch (command) {
      case ZIP_SOURCE_OPEN:
        source.restart();
        return 0;
      case ZIP_SOURCE_READ:
        return source.read(static_cast<char*>(data), length);
      case ZIP_SOURCE_CLOSE:
      case ZIP_SOURCE_FREE:
        return 0;
      case ZIP_SOURCE_STAT:
        return source.describe(static_cast<zip_stat_t*>(data));
      case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&source.error_, data, length);
      case ZIP_SOURCE_SUPPORTS:
        return ZIP_SOURCE_SUPPORTS_READABLE;
      default:
        zip_error_set(&source.error_, ZIP_ER_OPNOTSUPP, 0);
        return -1;
    }
  }

  // Without it a file has to be laid out as if it were beyond 4 GB, which not all programs read.
  void measure() {
    restart();
    while (!progress_.cancelled() && next_batch()) size_ += pending_.size();
  }

 private:
  void restart() {
    row_ = 0;
    is_started_ = is_ended_ = false;
    pending_.clear();
    at_ = 0;
  }

  // Rows are made in parallel, a batch of blocks at a time, and written in order.
  std::string next_rows() {
    const std::size_t left = (text_.row_count() - row_ + rows_per_block - 1) / rows_per_block;
    std::vector<std::string> blocks(std::min(blocks_per_batch, left));
    tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t b) {
      const std::size_t begin = row_ + b * rows_per_block;
      blocks[b] = text_.rows(begin, std::min(begin + rows_per_block, text_.row_count()));
    });
    row_ = std::min(row_ + blocks.size() * rows_per_block, text_.row_count());
    return std::accumulate(blocks.begin(), blocks.end(), std::string());
  }

  bool next_batch() {
    at_ = 0;
    if (!is_started_) {
      is_started_ = true;
      pending_ = text_.head();
    } else if (row_ < text_.row_count()) {
      pending_ = next_rows();
    } else if (!is_ended_) {
      is_ended_ = true;
      pending_ = text_.tail();
    } else {
      return false;
    }
    return true;
  }

  zip_int64_t read(char* to, zip_uint64_t length) {
    if (progress_.cancelled()) {
      zip_error_set(&error_, ZIP_ER_READ, 0);
      return -1;
    }
    if (at_ == pending_.size()) {
      if (!next_batch()) return 0;
      progress_.report("writing", row_, text_.row_count());
    }
    const std::size_t count = std::min<std::size_t>(length, pending_.size() - at_);
    std::memcpy(to, pending_.data() + at_, count);
    at_ += count;
    return static_cast<zip_int64_t>(count);
  }

  zip_int64_t describe(zip_stat_t* facts) const {
    zip_stat_init(facts);
    facts->valid = ZIP_STAT_SIZE;
    facts->size = size_;
    return sizeof(zip_stat_t);
  }

  const SheetText& text_;
  const Progress& progress_;
  zip_error_t error_{};
  zip_uint64_t size_ = 0;
  std::size_t row_ = 0;  // the next one
  bool is_started_ = false;
  bool is_ended_ = false;
  std::string pending_;
  std::size_t at_ = 0;
};

using Zip = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using ZipBytes = std::unique_ptr<zip_source_t, decltype(&zip_source_free)>;

// A part, dated always the same, so that one key gives one file.
bool add_part(zip_t* archive, const std::string& name, zip_source_t* content) {
  constexpr zip_uint16_t first_day = 0x21;  // 1980-01-01
  constexpr zip_uint32_t fast = 3;
  if (content == nullptr) return false;
  const zip_int64_t index = zip_file_add(archive, name.c_str(), content, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(content);
    return false;
  }
  const auto part = static_cast<zip_uint64_t>(index);
  return zip_file_set_dostime(archive, part, 0, first_day, 0) == 0 &&
         zip_set_file_compression(archive, part, ZIP_CM_DEFLATE, fast) == 0;
}

arrow::Status copy(zip_source_t* bytes, arrow::io::OutputStream& sink) {
  if (zip_source_open(bytes) != 0) return arrow::Status::IOError("");
  std::vector<char> piece(std::size_t{1} << 20);
  while (true) {
    const zip_int64_t count = zip_source_read(bytes, piece.data(), piece.size());
    if (count < 0) return arrow::Status::IOError("");
    if (count == 0) break;
    ARROW_RETURN_NOT_OK(sink.Write(piece.data(), count));
  }
  zip_source_close(bytes);
  return sink.Close();
}

std::optional<Error> problem_with_texts(const Column& column) {
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts == nullptr) return std::nullopt;
  const auto counts = texts->level_counts();
  for (std::size_t code = 0; code < counts.size(); ++code) {
    const std::string_view text = texts->dictionary()[code];
    if (counts[code] == 0 || text.size() <= longest_text || excel_length(text) <= longest_text) {
      continue;
    }
    return Error{ErrorKind::invalid_data,
                 fmt::format("{} has a text of more than 32,767 characters, and no cell of a "
                             "workbook holds that; write CSV or Parquet.",
                             in_words(column.name))};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> problem_with_workbook(const Table& table) {
  if (table.row_count() >= most_sheet_rows) {
    return Error{
        ErrorKind::invalid_data,
        "a sheet has 1,048,576 rows, and names and records are more; write CSV or Parquet."};
  }
  if (table.column_count() > most_sheet_columns) {
    return Error{ErrorKind::invalid_data,
                 "a sheet has 16,384 columns, and the table has more; write CSV or Parquet."};
  }
  for (const Column& column : table.columns()) {
    if (excel_length(column.name) > longest_text) {
      return Error{
          ErrorKind::invalid_data,
          "the name of a column has more than 32,767 characters, and no cell of a workbook "
          "holds that; write CSV or Parquet."};
    }
    if (auto problem = problem_with_texts(column)) return problem;
  }
  return std::nullopt;
}

arrow::Status write_xlsx(const Table& table, const std::string& sheet,
                         const std::shared_ptr<arrow::io::OutputStream>& sink,
                         const Progress& progress) {
  const SheetText text(table);
  const std::vector<WorkbookPart> parts =
      workbook_parts(allowed_sheet_name(sheet), text.own_formats());
  SheetSource rows(text, progress);
  rows.measure();
  if (progress.cancelled()) return arrow::Status::Cancelled("");
  const ZipBytes bytes(zip_source_buffer_create(nullptr, 0, 0, nullptr), zip_source_free);
  if (bytes == nullptr) return arrow::Status::OutOfMemory("");
  zip_source_keep(bytes.get());
  Zip archive(zip_open_from_source(bytes.get(), ZIP_TRUNCATE, nullptr), zip_discard);
  if (archive == nullptr) return arrow::Status::OutOfMemory("");
  bool is_added = true;
  for (const WorkbookPart& part : parts) {
    is_added = is_added &&
               add_part(archive.get(), part.name,
                        zip_source_buffer(archive.get(), part.text.data(), part.text.size(), 0));
  }
  is_added = is_added && add_part(archive.get(), sheet_part,
                                  zip_source_function(archive.get(), SheetSource::serve, &rows));
  if (!is_added) return arrow::Status::OutOfMemory("");
  if (zip_close(archive.get()) != 0) {
    return progress.cancelled() ? arrow::Status::Cancelled("") : arrow::Status::IOError("");
  }
  [[maybe_unused]] const zip* closed = archive.release();
  return copy(bytes.get(), *sink);
}

}  // namespace overhand::io
