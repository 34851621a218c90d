#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "overhand/io/content_internal.h"
#include "overhand/io/input_internal.h"
#include "overhand/io/watched_file_internal.h"

namespace overhand::io {
namespace {

constexpr std::int64_t first_bytes = 4096;

Error unreadable(const std::string& name, const std::string& why) {
  return {ErrorKind::io, fmt::format("cannot be read: {}.", why), {name}};
}

// A pipe may be silent for long, and a read that waits cannot be stopped.
Result<bool> wait_for_input(const Progress& progress) {
  constexpr int milliseconds = 100;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  while (!progress.cancelled()) {
    const int ready = poll(&input, 1, milliseconds);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return unreadable("standard input", std::strerror(errno));
  }
  return cancelled_error();
}

Result<std::string> text_of_standard_input(const Progress& progress) {
  std::string text;
  std::array<char, 1 << 16> piece{};
  while (true) {
    if (const auto ready = wait_for_input(progress); !ready) return ready.error();
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count == 0) return text;
    if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR && errno != EAGAIN) {
      return unreadable("standard input", std::strerror(errno));
    }
  }
}

Result<Input> standard_input(const Format& format, const Progress& progress) {
  auto text = text_of_standard_input(progress);
  if (!text) return text.error();
  if (text->empty()) {
    return Error{ErrorKind::invalid_data, "Standard input is empty; it should be a CSV table."};
  }
  auto file =
      std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(*std::move(text)));
  return Input{"standard input", format, file, [] { return false; }, progress};
}

Result<Input> file_input(const std::string& path, const Format& format, const Progress& progress) {
  std::error_code problem;
  const auto size = std::filesystem::file_size(path, problem);
  if (problem) return unreadable(path, problem.message());
  if (size == 0) return Error{ErrorKind::invalid_data, "the file is empty.", {path}};
  errno = 0;
  auto file = WatchedFile::open(path, progress);
  if (!file.ok()) return unreadable(path, std::strerror(errno));
  return Input{path, format, *file, [file = *file] { return file->was_changed(); }, progress};
}

}  // namespace

Error Input::error(const std::string& sentence) const {
  return {ErrorKind::invalid_data, sentence, {name}};
}

Result<Input> open_input(const std::string& path, const Format& format, const Progress& progress) {
  if (format.is_folder) return Input{path, format, nullptr, [] { return false; }, progress};
  auto input = is_standard_stream(path) ? standard_input(format, progress)
                                        : file_input(path, format, progress);
  if (!input) return input;
  const auto bytes = input->file->ReadAt(0, first_bytes);
  if (progress.cancelled()) return cancelled_error();
  if (!bytes.ok()) return unreadable(input->name, std::strerror(errno));
  if (const auto cause = mismatch(std::string_view(**bytes), format)) {
    return input->error(*cause + ".");
  }
  return input;
}

}  // namespace overhand::io
