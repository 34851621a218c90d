#include "commands/release_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "overhand/io/file_digest.h"
#include "overhand/io/format.h"

namespace overhand::commands {
namespace {

namespace fs = std::filesystem;
using report::Json;

std::string name_in(const std::string& path) { return fs::path(path).filename().string(); }

// A file of the folder itself or below it, whatever a manifest says.
bool is_plain_name(const std::string& name) {
  const fs::path path(name);
  const bool is_below = !name.empty() && path.is_relative() && path.has_filename();
  return is_below && std::ranges::none_of(
                         path, [](const fs::path& step) { return step == "." || step == ".."; });
}

}  // namespace

std::string extension_of(const std::string& path) {
  const std::string name = name_in(path);
  // people.2026.csv.gz: what is before belongs to the name, which is not to go out.
  const bool is_packed = name.ends_with(".gz") || name.ends_with(".zst");
  const std::size_t dot = name.rfind('.', is_packed ? name.rfind('.') - 1 : std::string::npos);
  return io::is_standard_stream(path) || dot == std::string::npos ? ".csv" : name.substr(dot);
}

Status check_reason(const std::string& why) {
  if (why.empty() || why.find_first_not_of(" \t\r\n") != std::string::npos) return Done{};
  return Error{ErrorKind::invalid_option, "say why."};
}

Status check_ledger_place(const std::string& ledger, const std::string& folder) {
  std::error_code unknown;
  const auto in_full = [&](const std::string& path) {
    const fs::path full = fs::weakly_canonical(fs::absolute(path, unknown), unknown);
    return full.has_filename() ? full : full.parent_path();  // "out/" is "out"
  };
  const fs::path outer = in_full(folder);
  const fs::path place = in_full(ledger);
  const bool lies_inside = std::ranges::mismatch(outer, place).in1 == outer.end();
  const bool lies_in_a_release = fs::exists(place.parent_path() / "manifest.json", unknown);
  if (ledger.empty() || (!lies_inside && !lies_in_a_release)) return Done{};
  return Error{ErrorKind::invalid_option,
               fmt::format("{} lies in a folder that goes out; keep it elsewhere.", ledger)};
}

Status check_no_release(const std::string& folder, const ReleaseFiles& files) {
  for (const std::string& path : files.all()) {
    if (!fs::exists(fs::symlink_status(path))) continue;
    return Error{ErrorKind::invalid_option,
                 fmt::format("in {} there is a release already ({}); name another folder.", folder,
                             name_in(path))};
  }
  std::error_code unknown;
  const fs::directory_iterator inside(folder, unknown);
  if (unknown || inside == fs::directory_iterator()) return Done{};
  return Error{ErrorKind::invalid_option,
               fmt::format("{} holds other files ({}), which would go out with the release; name a "
                           "new folder.",
                           folder, name_in(inside->path().string()))};
}

Result<Json> manifest_in(const std::string& folder) {
  const std::string path = (fs::path(folder) / "manifest.json").string();
  std::ifstream file(path);
  if (!file) {
    return Error{ErrorKind::io, fmt::format("{}: there is no manifest.json in it.", folder)};
  }
  Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("files") ||
      !json["files"].is_array() || json["files"].empty()) {
    return Error{ErrorKind::invalid_data,
                 fmt::format("{}: this is no manifest of a release.", path)};
  }
  return json;
}

std::string text_in(const Json& object, const char* name) {
  return object.is_object() && object.contains(name) && object[name].is_string()
             ? object[name].get<std::string>()
             : "";
}

Result<std::string> released_path(const std::string& folder, const Json& file,
                                  const Progress& progress) {
  const std::string name = text_in(file, "name");
  if (!is_plain_name(name)) {
    return Error{ErrorKind::invalid_data, fmt::format("{}: its manifest names no file.", folder)};
  }
  std::string path = (fs::path(folder) / name).string();
  const auto digest = io::sha256_of_file(path, progress);
  if (!digest) return digest.error();
  if (*digest != text_in(file, "sha256")) {
    return Error{ErrorKind::refused,
                 fmt::format("{}: this is not the file that was released: its SHA-256 is not the "
                             "manifest's.",
                             path)};
  }
  return path;
}

std::vector<std::string> other_files(const std::string& folder, const Json& manifest) {
  std::vector<std::string> others;
  std::error_code unknown;
  for (const auto& entry : fs::recursive_directory_iterator(folder, unknown)) {
    if (entry.is_directory(unknown)) continue;
    const std::string name = entry.path().lexically_relative(folder).string();
    const bool is_named = std::ranges::any_of(
        manifest["files"], [&](const Json& file) { return text_in(file, "name") == name; });
    if (!is_named && name != "manifest.json") others.push_back(name);
  }
  std::ranges::sort(others);
  return others;
}

Result<std::size_t> verified_files(const std::string& folder, const Progress& progress) {
  const auto manifest = manifest_in(folder);
  if (!manifest) return manifest.error();
  for (const Json& file : (*manifest)["files"]) {
    if (const auto path = released_path(folder, file, progress); !path) return path.error();
  }
  return (*manifest)["files"].size();
}

}  // namespace overhand::commands
