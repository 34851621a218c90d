// overhand verify DIR: whether the files of a release are those that its manifest names.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "command_line.h"
#include "overhand/core/text.h"
#include "overhand/io/file_digest.h"

namespace overhand::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(ErrorKind kind, const std::string& sentence) {
  throw Failure({kind, sentence});
}

Json manifest_in(const std::string& folder) {
  const std::string path = (fs::path(folder) / "manifest.json").string();
  std::ifstream file(path);
  if (!file) fail(ErrorKind::io, fmt::format("{}: there is no manifest.json in it.", folder));
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("files") ||
      !json["files"].is_array() || json["files"].empty()) {
    fail(ErrorKind::invalid_data, fmt::format("{}: this is no manifest of a release.", path));
  }
  return json;
}

// Nothing where a manifest has something else there.
std::string text_in(const Json& file, const char* name) {
  return file.is_object() && file.contains(name) && file[name].is_string()
             ? file[name].get<std::string>()
             : "";
}

// A file of the folder itself, whatever a manifest says.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && fs::path(name).filename() == name;
}

void verify(const std::string& folder) {
  std::size_t files = 0;
  const Json manifest = manifest_in(folder);
  for (const Json& file : manifest["files"]) {
    const std::string name = text_in(file, "name");
    if (!is_plain_name(name)) {
      fail(ErrorKind::invalid_data, fmt::format("{}: its manifest names no file.", folder));
    }
    const std::string path = (fs::path(folder) / name).string();
    const std::string digest = value_or_fail(io::sha256_of_file(path, terminal_progress()));
    if (digest != text_in(file, "sha256")) {
      fail(ErrorKind::refused,
           fmt::format("{}: this is not the file that was released: its SHA-256 is not the "
                       "manifest's.",
                       path));
    }
    ++files;
  }
  fmt::print("All {} files of {} are as they were released.\n", files, printable(folder));
}

}  // namespace

void add_verify_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("verify", "Say whether the files of a release are those of its manifest");
  auto folder = std::make_shared<std::string>();
  command->add_option("folder", *folder, "the folder of a release")->required()->type_name("DIR");
  command->callback([folder] { verify(*folder); });
  command->footer("Examples:\n  overhand verify release");
}

}  // namespace overhand::cli
