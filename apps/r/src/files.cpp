// Files of tables and the page's server, in a build that has them.
#include "abilities.h"
#include "bindings/source.h"
#include "overhand/io/lineage_file.h"
#include "web/server.h"

namespace overhand::r {
namespace {

Status write_table(const Table& table, const std::string& path, const Progress& progress,
                   const io::Layout& like) {
  return io::write_table(table, path, progress, like);
}

Status serve_page(int port, const std::function<void(const std::string&)>& ready,
                  const Progress& stop) {
  return web::serve({.port = port}, web::actions(), ready, stop);
}

constexpr bindings::Files all_files = {io::read_file, io::read_all_columns, write_table,
                                       io::read_lineage, serve_page};

}  // namespace

const bool has_files = true;

void open_files() { bindings::use_files(&all_files); }

}  // namespace overhand::r
