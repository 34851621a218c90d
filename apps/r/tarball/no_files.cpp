// Of the source package: it compiles without Arrow's library and the page's server.
#include "abilities.h"
#include "bindings/source.h"

namespace overhand::r {
namespace {

Error not_here() {
  return {
      ErrorKind::io,
      "this build of the package opens no files of tables: read them with R's own functions and "
      "hand over the data.frame, or build the package in Overhand's tree."};
}

constexpr bindings::Files no_files = {
    [](const std::string&, const ColumnChoice&, const io::ReadOptions&,
       const Progress&) -> Result<io::TableInFile> { return not_here(); },
    [](const std::string&, const io::ReadOptions&, const Progress&) -> Result<io::TableInFile> {
      return not_here();
    },
    [](const Table&, const std::string&, const Progress&, const io::Layout&) -> Status {
      return not_here();
    },
    [](const std::string&, const Progress&) -> Result<Lineage> { return not_here(); },
    [](int, const std::function<void(const std::string&)>&, const Progress&) -> Status {
      return not_here();
    }};

}  // namespace

const bool has_files = false;

void open_files() { bindings::use_files(&no_files); }

}  // namespace overhand::r
