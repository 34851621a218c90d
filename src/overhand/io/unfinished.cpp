#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>

#include "overhand/io/destination_internal.h"
#include "overhand/io/unfinished_internal.h"

namespace overhand::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = ".overhand-unfinished-";
constexpr std::string_view pattern = "XXXXXX";

bool is_unfinished_name(const std::string& name) {
  return name.starts_with(prefix) && name.size() == prefix.size() + pattern.size() &&
         std::ranges::all_of(name.substr(prefix.size()),
                             [](unsigned char c) { return std::isalnum(c) != 0; });
}

bool is_own_file(const fs::path& path) {
  struct stat facts{};
  return lstat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid();
}

void remove_if_nobody_holds(const fs::path& path) {
  if (!is_own_file(path)) return;
  const int descriptor = open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
  close(descriptor);
}

// The same of a folder.
void remove_folder_if_nobody_holds(const fs::path& path) {
  struct stat facts{};
  const bool is_own =
      lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == geteuid();
  if (!is_own) return;
  const int holder = open((path.string() + holder_name).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (holder < 0) return;
  std::error_code ignored;
  if (flock(holder, LOCK_EX | LOCK_NB) == 0) fs::remove_all(path, ignored);
  close(holder);
}

// Once for each folder: what others leave while this process lives is for the next one.
void remove_leftovers(const std::string& folder) {
  static std::mutex mutex;
  static std::set<std::string> cleaned;
  const std::scoped_lock lock(mutex);
  if (!cleaned.insert(folder).second) return;
  std::error_code problem;
  auto entry = fs::directory_iterator(folder, problem);
  for (; !problem && entry != fs::directory_iterator(); entry.increment(problem)) {
    if (is_unfinished_name(entry->path().filename().string())) {
      remove_if_nobody_holds(entry->path());
      remove_folder_if_nobody_holds(entry->path());
    }
  }
}

// Another process may have taken the file for a leftover in the moment before it was held.
bool is_held_and_there(int descriptor) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;  // no locks here
  struct stat facts{};
  return fstat(descriptor, &facts) == 0 && facts.st_nlink > 0;
}

}  // namespace

Result<Unfinished> make_unfinished(const std::string& folder, const std::string& name) {
  remove_leftovers(folder);
  while (true) {
    std::string path = (fs::path(folder) / prefix).string() + std::string(pattern);
    const int descriptor = mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0) return cannot_write(name, std::strerror(errno));
    if (is_held_and_there(descriptor)) return Unfinished{path, descriptor};
    close(descriptor);
  }
}

Result<Unfinished> make_unfinished_folder(const std::string& folder, const std::string& name) {
  remove_leftovers(folder);
  std::string path = (fs::path(folder) / prefix).string() + std::string(pattern);
  if (mkdtemp(path.data()) == nullptr) return cannot_write(name, std::strerror(errno));
  // The holder gets its name once it is held: nobody finds it free while its owner lives.
  const std::string unheld = path + "/.holder.new";
  const int holder = open(unheld.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (holder < 0) return cannot_write(name, std::strerror(errno));
  flock(holder, LOCK_EX | LOCK_NB);
  if (rename(unheld.c_str(), (path + holder_name).c_str()) != 0) {
    close(holder);
    return cannot_write(name, std::strerror(errno));
  }
  return Unfinished{path, holder};
}

}  // namespace overhand::io
