// A folder of its own for each test, gone at the end.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace overhand::testing {

class Folder {
 public:
  Folder() { std::filesystem::create_directories(place_); }
  ~Folder() { std::filesystem::remove_all(place_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return (place_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  std::size_t file_count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(place_), {}));
  }

 private:
  static std::filesystem::path fresh_place() {
    static int number = 0;
    const std::string name = std::to_string(getpid()) + "_" + std::to_string(number++);
    return std::filesystem::temp_directory_path() / ("overhand_test_" + name);
  }
  std::filesystem::path place_ = fresh_place();
};

class FolderTest : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path(name); }
  std::string write(const std::string& name, const std::string& bytes) const {
    return folder_.write(name, bytes);
  }
  std::size_t files() const { return folder_.file_count(); }

 private:
  Folder folder_;
};

inline std::string content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline mode_t mode_of(const std::string& file) {
  struct stat facts{};
  return stat(file.c_str(), &facts) == 0 ? facts.st_mode & 07777 : 0;
}

}  // namespace overhand::testing
