#include "web/private_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace overhand::web {
namespace {

namespace fs = std::filesystem;

class PrivateFolders : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "overhand-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    temporary_ = name;
    setenv("TMPDIR", name.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("TMPDIR");
    fs::remove_all(temporary_);
  }

  // What a server leaves that could not clean up.
  fs::path leftover(const std::string& name, bool has_lock = true) const {
    const fs::path folder = temporary_ / name;
    fs::create_directory(folder);
    std::ofstream(folder / "table-1.csv") << "a\n1\n";
    if (has_lock) std::ofstream(folder / "lock");
    return folder;
  }

  fs::path temporary_;
};

TEST_F(PrivateFolders, IsTheOwnersAndGoesWithTheObject) {
  std::string path;
  {
    const auto folder = PrivateFolder::create();
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    std::ofstream(path + "/table-1.csv") << "a\n1\n";
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(PrivateFolders, TheNextRemovesWhatTheDeadLeft) {
  const fs::path dead = leftover("overhand-serve-abc123");
  const auto living = PrivateFolder::create();
  const auto next = PrivateFolder::create();
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(living->path()));
  EXPECT_TRUE(fs::exists(next->path()));
}

TEST_F(PrivateFolders, LeavesAloneWhatIsNotItsOwn) {
  const fs::path other_name = leftover("overhand-notes-abc123");
  const fs::path no_lock = leftover("overhand-serve-def456", false);
  const fs::path target = leftover("elsewhere");
  fs::create_directory_symlink(target, temporary_ / "overhand-serve-ghi789");
  ASSERT_TRUE(PrivateFolder::create());
  for (const fs::path& folder : {other_name, no_lock, target}) {
    EXPECT_TRUE(fs::exists(folder / "table-1.csv")) << folder;
  }
}

// In a process of its own: makes a folder, tells its name and waits to be killed.
pid_t folder_holder(int answer) {
  const pid_t child = fork();
  if (child != 0) return child;
  const auto folder = PrivateFolder::create();
  if (!folder || write(answer, folder->path().data(), folder->path().size()) < 0) _exit(1);
  close(answer);
  while (true) pause();
}

TEST_F(PrivateFolders, GoesWhenItsProcessIsKilledOutright) {
  for (const int signal : {SIGKILL, SIGABRT, SIGSEGV}) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    const pid_t child = folder_holder(ends[1]);
    close(ends[1]);
    std::string path(4096, '\0');
    const ssize_t length = read(ends[0], path.data(), path.size());
    close(ends[0]);
    ASSERT_GT(length, 0);
    path.resize(static_cast<std::size_t>(length));
    EXPECT_TRUE(fs::exists(path));
    kill(child, signal);
    waitpid(child, nullptr, 0);
    while (fs::exists(path)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace
}  // namespace overhand::web
