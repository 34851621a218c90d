#include "release_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "overhand/io/file_digest.h"

namespace overhand::cli {
namespace {

namespace fs = std::filesystem;

// A file of the folder itself, whatever a manifest says.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && fs::path(name).filename() == name;
}

}  // namespace

Json manifest_in(const std::string& folder) {
  const std::string path = (fs::path(folder) / "manifest.json").string();
  std::ifstream file(path);
  if (!file) {
    throw Failure({ErrorKind::io, fmt::format("{}: there is no manifest.json in it.", folder)});
  }
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("files") ||
      !json["files"].is_array() || json["files"].empty()) {
    throw Failure(
        {ErrorKind::invalid_data, fmt::format("{}: this is no manifest of a release.", path)});
  }
  return json;
}

std::string text_in(const Json& object, const char* name) {
  return object.is_object() && object.contains(name) && object[name].is_string()
             ? object[name].get<std::string>()
             : "";
}

std::string released_file(const std::string& folder, const Json& file) {
  const std::string name = text_in(file, "name");
  if (!is_plain_name(name)) {
    throw Failure(
        {ErrorKind::invalid_data, fmt::format("{}: its manifest names no file.", folder)});
  }
  std::string path = (fs::path(folder) / name).string();
  const std::string digest = value_or_fail(io::sha256_of_file(path, terminal_progress()));
  if (digest != text_in(file, "sha256")) {
    throw Failure({ErrorKind::refused,
                   fmt::format("{}: this is not the file that was released: its SHA-256 is not the "
                               "manifest's.",
                               path)});
  }
  return path;
}

}  // namespace overhand::cli
