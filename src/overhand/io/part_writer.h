// Writes a table to a file a part after the other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/io/format.h"
#include "overhand/io/layout.h"
#include "overhand/table/table.h"

namespace overhand::io {

// CSV, TSV, Parquet and Feather have parts; other formats are written at once (write_table.h).
bool has_parts(const Format& format);

// Whether a table that came so goes out as a folder of files.
bool is_folder_of(const Layout& like, const Format& format);

// As write_table() does: the file appears whole, when it is finished, or not at all.
class PartWriter {
 public:
  // "-" is standard output. `progress` must outlive the writer.
  static Result<PartWriter> create(const std::string& path, const Format& format,
                                   const Layout& like, const Progress& progress);
  PartWriter(PartWriter&&) noexcept;
  PartWriter& operator=(PartWriter&&) = delete;
  ~PartWriter();

  // Makes the file that of a writing at once, which texts, levels, narrow numbers and dates depend
  // on in all records: names the columns of which look() must see every part before the first one
  // is written. Else each part is as it says itself.
  std::vector<std::string> look_ahead(const std::vector<Column>& columns);
  void look(const Table& part);

  Status write(const Table& part);
  Status finish();

  struct Opened;

 private:
  explicit PartWriter(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

}  // namespace overhand::io
