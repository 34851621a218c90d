#include "private_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <utility>

namespace overhand::web {
namespace {

namespace fs = std::filesystem;

constexpr const char* prefix = "overhand-serve-";
constexpr const char* lock_name = "/lock";

bool is_own_folder(const fs::path& path) {
  struct stat facts{};
  return lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == geteuid();
}

// A folder whose lock can be had belongs to a process that is dead.
void remove_if_abandoned(const fs::path& folder) {
  const int lock = open((folder.string() + lock_name).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (lock < 0) return;
  std::error_code ignored;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) fs::remove_all(folder, ignored);
  close(lock);
}

void remove_abandoned(const fs::path& temporary) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(temporary, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && is_own_folder(entry.path())) remove_if_abandoned(entry.path());
  }
}

// The lock gets its name once it is held: nobody finds it free while its owner lives.
int locked(const std::string& folder) {
  const std::string name = folder + lock_name;
  const std::string unheld = name + ".new";
  const int lock = open(unheld.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (lock < 0) return lock;
  if (flock(lock, LOCK_EX | LOCK_NB) == 0 && rename(unheld.c_str(), name.c_str()) == 0) return lock;
  close(lock);
  return -1;
}

// Waits until the other end of the pipe is closed, by whatever ends its process.
[[noreturn]] void take_care(const std::string& folder, int pipe_end) {
  setsid();  // Ctrl-C in the terminal is not for it
  dup2(pipe_end, STDIN_FILENO);
  closefrom(STDIN_FILENO + 1);
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR) continue;
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  _exit(0);
}

}  // namespace

Result<PrivateFolder> PrivateFolder::create() {
  std::error_code problem;
  const fs::path temporary = fs::temp_directory_path(problem);
  if (!problem) remove_abandoned(temporary);
  std::string path = (temporary / prefix).string() + "XXXXXX";
  const Error error{ErrorKind::io, "No private folder can be made for the tables of this session."};
  if (problem || mkdtemp(path.data()) == nullptr) return error;  // mode 0700
  PrivateFolder folder(std::move(path));
  folder.lock_ = locked(folder.path_);
  if (folder.lock_ < 0) return error;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return error;
  folder.lifeline_ = ends[1];
  folder.caretaker_ = fork();
  if (folder.caretaker_ == 0) take_care(folder.path_, ends[0]);
  close(ends[0]);
  return folder;
}

PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      lock_(std::exchange(other.lock_, -1)),
      lifeline_(std::exchange(other.lifeline_, -1)),
      caretaker_(std::exchange(other.caretaker_, 0)) {}

PrivateFolder::~PrivateFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lifeline_ >= 0) close(lifeline_);
  if (caretaker_ > 0) waitpid(caretaker_, nullptr, 0);
  if (lock_ >= 0) close(lock_);
}

}  // namespace overhand::web
