#include "session.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <array>
#include <filesystem>
#include <utility>

#include "overhand/io/format.h"

namespace overhand::web {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<Session> Session::create() {
  std::error_code problem;
  std::string folder = (fs::temp_directory_path(problem) / "overhand-XXXXXX").string();
  if (problem || mkdtemp(folder.data()) == nullptr) {  // mode 0700
    return Error{ErrorKind::io, "No private folder can be made for the tables of this session."};
  }
  return Session(std::move(folder));
}

Session::Session(Session&& other) noexcept
    : folder_(std::exchange(other.folder_, {})),
      table_(std::move(other.table_)),
      places_(other.places_) {}

Session::~Session() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Result<OpenTable> Session::place_for(const std::string& filename) {
  const auto format = io::format_of(filename);
  if (!format) return format.error();
  const std::scoped_lock lock(mutex_);
  const std::string extension(format->extension);
  return OpenTable{fmt::format("{}/table-{}{}", folder_, ++places_, extension), filename,
                   extension};
}

void Session::open(const OpenTable& table) {
  const std::scoped_lock lock(mutex_);
  std::error_code ignored;
  if (table_) fs::remove(table_->path, ignored);
  table_ = table;
}

std::optional<OpenTable> Session::table() const {
  const std::scoped_lock lock(mutex_);
  return table_;
}

std::string in_their_words(std::string sentence, const OpenTable& table) {
  for (std::size_t at = sentence.find(table.path); at != std::string::npos;
       at = sentence.find(table.path, at + table.filename.size())) {
    sentence.replace(at, table.path.size(), table.filename);
  }
  return sentence;
}

}  // namespace overhand::web
