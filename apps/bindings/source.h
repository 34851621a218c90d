// Where a table comes from: another library in this process, or a file.
#pragma once

#include <string>

#include "bindings/words.h"
#include "overhand/core/progress.h"
#include "overhand/exchange/abi.h"
#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"

namespace overhand::bindings {

// What opens files of tables, and with it Arrow's library, lives in a part of its own that is
// loaded when somebody names a file.
struct Files {
  Result<io::TableInFile> (*read_file)(const std::string&, const ColumnChoice&,
                                       const io::ReadOptions&, const Progress&);
  Result<io::TableInFile> (*read_all_columns)(const std::string&, const io::ReadOptions&,
                                              const Progress&);
  Status (*write_table)(const Table&, const std::string&, const Progress&, const io::Layout&);
  Result<Lineage> (*read_lineage)(const std::string&, const Progress&);
  Status (*serve)(int port, const std::function<void(const std::string&)>& ready,
                  const Progress& stop);
};
void use_files(const Files* files);
const Files& files();  // a Failure where they are not there

struct Source {
  std::string path = {};               // of a file
  ArrowArrayStream* stream = nullptr;  // taken over when it is read
};

io::TableInFile read(const Source& source, const ColumnChoice& choice,
                     const io::ReadOptions& reading, const Progress& progress);
io::TableInFile look_at(const Source& source, const io::ReadOptions& reading,
                        const Progress& progress);

}  // namespace overhand::bindings
