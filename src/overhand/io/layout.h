// Layout: how a table stood in its file, so that the masked one is written alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/io/dialect.h"
#include "overhand/io/format.h"

namespace overhand::io {

struct Layout {
  FileFormat format = FileFormat::csv;
  std::optional<Dialect> dialect = std::nullopt;  // of a text
  std::string sheet = {};                         // of a workbook
  // Of a folder of files: the columns whose values are names of folders in it, such as year=2020,
  // the outermost first. No files of its own: none.
  bool is_folder = false;
  std::vector<std::string> partitions = {};
};

}  // namespace overhand::io
