#include "overhand/io/private_csv.h"

#include "overhand/io/csv_text_internal.h"
#include "overhand/io/whole_file.h"

namespace overhand::io {

Status write_private_csv(const Table& table, const std::string& path) {
  return write_file(path, csv_header(table) + csv_lines(table, {}, 0, table.row_count()),
                    WholeFile::Access::owner_only);
}

}  // namespace overhand::io
