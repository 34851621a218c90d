// What a build of the package has: one from the tree opens files of tables and serves the page, one
// from the source package has neither Arrow's library nor the server.
#pragma once

namespace overhand::r {

extern const bool has_files;

// Lets the bindings open files, where this build can.
void open_files();

}  // namespace overhand::r
