// Long work on a thread of its own, while the language's thread waits and looks after its user.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "overhand/core/progress.h"

namespace overhand::bindings {

struct Stand {
  std::string stage;
  std::size_t done = 0;
  std::size_t total = 0;
};

class Aside {
 public:
  explicit Aside(const std::function<void(const Progress&)>& work);  // begins with it
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  ~Aside();  // stops it and waits for its end

  bool wait();                  // a little; true when the work is done
  std::optional<Stand> news();  // how far it is, where that is new
  void end();                   // of the thread; throws what the work threw

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
  std::exception_ptr failure_;
  std::thread worker_;
};

}  // namespace overhand::bindings
