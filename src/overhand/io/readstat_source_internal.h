// The bytes of an opened file as ReadStat asks for them.
#pragma once

#include <arrow/io/interfaces.h>
#include <readstat.h>

#include <string>
#include <string_view>

namespace overhand::io {

class StatSource {
 public:
  explicit StatSource(arrow::io::RandomAccessFile& file) : file_(file) {}

  // From now on the parser reads here. The source must outlive it.
  void serve(readstat_parser_t* parser);

  // What was asked for last, for as long as the parser holds it.
  std::string_view last() const { return last_; }

 private:
  readstat_off_t seek(readstat_off_t offset, readstat_io_flags_t whence);
  ssize_t read(char* out, std::size_t count);
  bool fill();

  arrow::io::RandomAccessFile& file_;
  std::int64_t position_ = 0;
  std::int64_t begin_ = 0;  // of the buffer, in the file
  std::string buffer_;
  std::string_view last_;
};

}  // namespace overhand::io
