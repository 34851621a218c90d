// The formats that a table can be written in a part after the other.
#pragma once

#include <arrow/status.h>
#include <arrow/type_fwd.h>

#include <memory>

#include "overhand/core/progress.h"
#include "overhand/io/layout.h"
#include "overhand/io/sink_internal.h"
#include "overhand/table/table.h"

namespace parquet::arrow {
class FileWriter;
}

namespace overhand::io {

class PartSink {
 public:
  PartSink() = default;
  PartSink(const PartSink&) = delete;
  PartSink& operator=(const PartSink&) = delete;
  virtual ~PartSink() = default;

  // From here on columns stand as they go out, by what all parts have (alike_parts_internal.h).
  void settle() { is_settled_ = true; }

  // The columns of all parts are alike.
  virtual arrow::Status write(const Table& part, const Progress& progress) = 0;
  // After the last part; the sink is closed.
  virtual arrow::Status close() = 0;

 protected:
  bool is_settled() const { return is_settled_; }

 private:
  bool is_settled_ = false;
};

// How many records go together in a file of these columns, by the widths of columns alone, so that
// a file is the same whatever was in the memory at once: groups of Parquet of up to 32 MB, batches
// of Feather of up to 8 MB. Powers of two.
std::size_t rows_per_group(std::size_t columns);
std::size_t rows_per_batch(std::size_t columns);

class ParquetParts : public PartSink {
 public:
  explicit ParquetParts(Sink sink);
  ~ParquetParts() override;

  arrow::Status write(const Table& part, const Progress& progress) override;
  arrow::Status close() override;

  // The next records begin a group of their own.
  void end_group() { ends_group_ = true; }

 private:
  arrow::Status open(const arrow::Schema& schema);

  Sink sink_;
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
  bool ends_group_ = false;
};

std::unique_ptr<PartSink> feather_parts(Sink sink);

// As the original was written, where it was in the same format.
Dialect dialect_of(const Format& format, const Layout& like);

// Of a text file dates are written as they were where that is clear of each of them by itself.
std::unique_ptr<PartSink> csv_parts(const Dialect& dialect, const Sink& sink);

// None where the format has no parts: workbooks, ORC, files of statistical packages.
std::unique_ptr<PartSink> parts_into(const Format& format, const Layout& like, Sink sink);

}  // namespace overhand::io
