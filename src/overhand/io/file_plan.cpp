#include "overhand/io/file_plan.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "overhand/io/destination_internal.h"
#include "overhand/io/format.h"
#include "overhand/io/whole_file.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

// Two paths lead to one file when their places are equal: the file itself where it is there, else
// its name in the folder where it would be.
struct FilePlace {
  dev_t device = 0;
  ino_t file = 0;
  std::string name;

  bool operator==(const FilePlace&) const = default;
};

// Terminals, /dev/null and sockets can be read and written by many at once.
std::optional<FilePlace> place_of_file(const struct stat& facts) {
  if (S_ISCHR(facts.st_mode) || S_ISSOCK(facts.st_mode)) return std::nullopt;
  return FilePlace{facts.st_dev, facts.st_ino, ""};
}

std::optional<FilePlace> place_of_descriptor(int descriptor) {
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) return std::nullopt;
  return place_of_file(facts);
}

// Of a file that is not there.
FilePlace future_place(const std::string& path) {
  struct stat folder{};
  const std::string name = fs::path(path).filename().string();
  if (stat(folder_of(path).c_str(), &folder) == 0) return {folder.st_dev, folder.st_ino, name};
  std::error_code ignored;
  return {0, 0, fs::weakly_canonical(path, ignored).string()};
}

// Of what is there.
std::optional<FilePlace> place_of(const std::string& path) {
  if (const auto descriptor = descriptor_named(path)) return place_of_descriptor(*descriptor);
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) return std::nullopt;
  return place_of_file(facts);
}

std::optional<FilePlace> place_of_input(const std::string& path) {
  return is_standard_stream(path) ? place_of_descriptor(STDIN_FILENO) : place_of(path);
}

std::optional<FilePlace> place_of_output(const std::string& path) {
  if (is_standard_stream(path)) {
    return place_of_descriptor(STDOUT_FILENO).value_or(FilePlace{0, 0, path});
  }
  const auto destination = destination_of(path);
  const std::string& place = destination ? destination->path : path;
  std::error_code ignored;
  return fs::exists(place, ignored) ? place_of(place) : future_place(place);
}

Error about_option(const std::string& sentence, const std::string& path = {}) {
  return {ErrorKind::invalid_option, sentence, {path}};
}

// Whether a file would come to lie in a folder that is read.
bool is_within(const std::string& output, const std::string& folder) {
  std::error_code ignored;
  if (is_standard_stream(output) || !fs::is_directory(folder, ignored)) return false;
  const fs::path place = fs::weakly_canonical(output, ignored);
  const fs::path above = fs::canonical(folder, ignored);
  const auto [end, last] = std::ranges::mismatch(above, place);
  return end == above.end() && last != place.end();
}

}  // namespace

FilePlan& FilePlan::reads(const std::string& what, const std::string& path) {
  if (!path.empty()) inputs_.push_back({what, path});
  return *this;
}

FilePlan& FilePlan::writes(const std::string& what, const std::string& path) {
  if (!path.empty()) outputs_.push_back({what, path});
  return *this;
}

FilePlan& FilePlan::writes_folder(const std::string& what, const std::string& folder,
                                  const std::vector<std::string>& names) {
  if (folder.empty()) return *this;
  folders_.push_back({what, folder});
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return *this;
  for (const std::string& name : names) writes(what, (fs::path(folder) / name).string());
  return *this;
}

Status FilePlan::check_places() const {
  std::vector<Planned> all = outputs_;
  all.insert(all.end(), folders_.begin(), folders_.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto place = place_of_output(all[i].path);
    if (!place) continue;
    for (const Planned& input : inputs_) {
      if (is_within(all[i].path, input.path)) {
        return about_option(
            fmt::format("{} would lie within {}; choose another folder.", all[i].what, input.what),
            all[i].path);
      }
      if (place != place_of_input(input.path)) continue;
      return about_option(
          fmt::format("{} would write over {}; choose another name.", all[i].what, input.what),
          all[i].path);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (place != place_of_output(all[j].path)) continue;
      return about_option(fmt::format("{} and {} are one file; give each a name of its own.",
                                      all[j].what, all[i].what),
                          all[i].path);
    }
  }
  return Done{};
}

Status FilePlan::check() const {
  if (auto checked = check_places(); !checked) return checked;
  for (const Planned& output : outputs_) {
    if (is_standard_stream(output.path)) continue;
    if (auto checked = check_writable(output.path); !checked) return checked;
  }
  for (const Planned& folder : folders_) {
    if (auto checked = check_folder_writable(folder.path); !checked) return checked;
  }
  return Done{};
}

}  // namespace overhand::io
