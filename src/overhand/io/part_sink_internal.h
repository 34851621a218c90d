// The formats that a table can be written in a part after the other.
#pragma once

#include <arrow/status.h>

#include <memory>

#include "overhand/core/progress.h"
#include "overhand/io/layout.h"
#include "overhand/io/sink_internal.h"
#include "overhand/table/table.h"

namespace overhand::io {

class PartSink {
 public:
  PartSink() = default;
  PartSink(const PartSink&) = delete;
  PartSink& operator=(const PartSink&) = delete;
  virtual ~PartSink() = default;

  // The columns of all parts are alike.
  virtual arrow::Status write(const Table& part, const Progress& progress) = 0;
  // After the last part; the sink is closed.
  virtual arrow::Status close() = 0;
};

std::unique_ptr<PartSink> parquet_parts(Sink sink);
std::unique_ptr<PartSink> feather_parts(Sink sink);

// As the original was written, where it was in the same format.
Dialect dialect_of(const Format& format, const Layout& like);

// Of a text file dates are written as they were where that is clear of each of them by itself.
std::unique_ptr<PartSink> csv_parts(const Dialect& dialect, const Sink& sink);

// None where the format has no parts: workbooks, ORC, files of statistical packages.
std::unique_ptr<PartSink> parts_into(const Format& format, const Layout& like, Sink sink);

}  // namespace overhand::io
