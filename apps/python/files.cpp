// The module overhand._files: what opens files of tables, and Arrow's library with it.
#include <nanobind/nanobind.h>

#include "bindings/source.h"
#include "overhand/io/lineage_file.h"
#include "web/server.h"

namespace overhand::python {
namespace {

namespace nb = nanobind;

Status write_table(const Table& table, const std::string& path, const Progress& progress,
                   const io::Layout& like) {
  return io::write_table(table, path, progress, like);
}

Status serve(int port, const std::function<void(const std::string&)>& ready, const Progress& stop) {
  return web::serve({.port = port}, web::actions(), ready, stop);
}

constexpr bindings::Files all = {io::read_file, io::read_all_columns, write_table, io::read_lineage,
                                 serve};

}  // namespace

NB_MODULE(_files, module) { module.attr("files") = nb::capsule(&all, "overhand.files"); }

}  // namespace overhand::python
