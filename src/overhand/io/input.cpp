#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <arrow/io/memory.h>
#include <arrow/io/stdio.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "overhand/io/input_internal.h"

namespace overhand::io {
namespace {

Result<Input> standard_input(const Format& format) {
  std::string text(std::istreambuf_iterator<char>(std::cin), {});
  if (text.empty()) {
    return Error{ErrorKind::invalid_data, "Standard input is empty; it should be a CSV table."};
  }
  auto file = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(std::move(text)));
  return Input{"standard input", format, file};
}

}  // namespace

Result<Input> open_input(const std::string& path) {
  const auto format = format_of(path);
  if (!format) return format.error();
  if (is_standard_stream(path)) return standard_input(*format);

  std::error_code problem;
  const auto size = std::filesystem::file_size(path, problem);
  if (problem) {
    return Error{ErrorKind::io, fmt::format("{}: cannot be read: {}.", path, problem.message())};
  }
  if (size == 0) return Error{ErrorKind::invalid_data, fmt::format("{}: the file is empty.", path)};
  errno = 0;
  auto file = arrow::io::MemoryMappedFile::Open(path, arrow::io::FileMode::READ);
  if (!file.ok()) {
    return Error{ErrorKind::io, fmt::format("{}: cannot be read: {}.", path, std::strerror(errno))};
  }
  return Input{path, *format, *file};
}

}  // namespace overhand::io
