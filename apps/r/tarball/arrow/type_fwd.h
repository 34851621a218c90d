// Names of Arrow's that headers of the core mention and nothing of the source package uses: it
// compiles without that library.
#pragma once

namespace arrow {
class ChunkedArray;
namespace io {
class RandomAccessFile;
}
}  // namespace arrow
