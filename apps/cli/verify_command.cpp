// overhand verify DIR: whether the files of a release are those that its manifest names.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>

#include "command_line.h"
#include "commands/release_folder.h"
#include "overhand/core/text.h"
#include "overhand/io/file_digest.h"

namespace overhand::cli {
namespace {

void verify(const std::string& folder) {
  const std::size_t files = value_or_fail(commands::verified_files(folder, terminal_progress()));
  const std::string manifest = (std::filesystem::path(folder) / "manifest.json").string();
  const std::string digest = value_or_fail(io::sha256_of_file(manifest, terminal_progress()));
  fmt::print("All {} files of {} are as they were released.\n", files, printable(folder));
  const auto others = commands::other_files(folder, value_or_fail(commands::manifest_in(folder)));
  if (!others.empty()) {
    fmt::print("Not of the release, so that nothing is said of them: {}.\n",
               printable(fmt::format("{}", fmt::join(others, ", "))));
  }
  // Who can change a file can change its sum beside it.
  fmt::print(
      "This holds if the manifest is the one that was signed. Its own SHA-256: {}; hold it against "
      "the one that you were given by another way.\n",
      digest);
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
