// Layout: how a table stood in its file, so that the masked one is written alike.
#pragma once

#include <optional>
#include <string>

#include "overhand/io/dialect.h"
#include "overhand/io/format.h"

namespace overhand::io {

struct Layout {
  FileFormat format = FileFormat::csv;
  std::optional<Dialect> dialect = std::nullopt;  // of a text
  std::string sheet = {};                         // of a workbook
};

}  // namespace overhand::io
