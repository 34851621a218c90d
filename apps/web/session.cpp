#include "session.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "overhand/io/format.h"

namespace overhand::web {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<Session> Session::create() {
  auto folder = PrivateFolder::create();
  if (!folder) return folder.error();
  return Session(*std::move(folder));
}

Session::Session(Session&& other) noexcept
    : folder_(std::move(other.folder_)), table_(std::move(other.table_)), places_(other.places_) {}

Result<OpenTable> Session::place_for(const std::string& filename) {
  const auto format = io::format_of(filename);
  if (!format) return format.error();
  const std::scoped_lock lock(mutex_);
  const std::string extension(format->extension);
  const std::string_view masked = format->instead.empty() ? format->extension : format->instead;
  return OpenTable{fmt::format("{}/table-{}{}", folder(), ++places_, extension), filename,
                   std::string(masked)};
}

void Session::open(const OpenTable& table) {
  const std::scoped_lock lock(mutex_);
  std::error_code ignored;
  if (table_ && table_->path != table.path) fs::remove(table_->path, ignored);
  table_ = table;
}

std::optional<OpenTable> Session::table() const {
  const std::scoped_lock lock(mutex_);
  return table_;
}

}  // namespace overhand::web
