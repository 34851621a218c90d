#include "bindings/aside.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace overhand::bindings {

// What the thread that works and the one that waits share.
struct Aside::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Stand> latest;
  bool is_done = false;
  std::atomic<bool> is_cancelled = false;
};

Aside::Aside(const std::function<void(const Progress&)>& work)
    : shared_(std::make_unique<Shared>()) {
  worker_ = std::thread([this, work] {
    const Progress progress(
        [this](const std::string& stage, std::size_t done, std::size_t total) {
          const std::scoped_lock lock(shared_->mutex);
          shared_->latest = Stand{stage, done, total};
        },
        [this] { return shared_->is_cancelled.load(); });
    try {
      work(progress);
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::scoped_lock lock(shared_->mutex);
    shared_->is_done = true;
    shared_->changed.notify_all();
  });
}

Aside::~Aside() {
  shared_->is_cancelled = true;
  if (worker_.joinable()) worker_.join();
}

bool Aside::wait() {
  constexpr auto while_waiting = std::chrono::milliseconds(50);
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, while_waiting, [this] { return shared_->is_done; });
}

std::optional<Stand> Aside::news() {
  const std::scoped_lock lock(shared_->mutex);
  return std::exchange(shared_->latest, std::nullopt);
}

void Aside::end() {
  worker_.join();
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace overhand::bindings
