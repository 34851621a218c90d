#include "overhand/core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <vector>

namespace overhand {
namespace {

TEST(ParallelForEachIndex, DoesEachIndexOnce) {
  for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
    std::vector<std::atomic<int>> times(count);
    parallel_for_each_index(count, [&](std::size_t i) { ++times[i]; });
    for (const auto& time : times) EXPECT_EQ(time, 1);
  }
}

TEST(ParallelForEachIndex, StopsBetweenTwoIndices) {
  std::atomic<std::size_t> done = 0;
  const Progress progress({}, [&] { return done >= 10; });
  const Status status = stoppable(progress, [&]() -> Status {
    parallel_for_each_index(100'000, [&](std::size_t) { ++done; });
    return Done{};
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::cancelled);
  EXPECT_LT(done, 100'000U);
}

TEST(ParallelForEachIndex, HandsOnWhatItWatchesAndNothingAfterwards) {
  const Progress progress;
  std::atomic<int> watching = 0;
  {
    const StopScope scope(&progress);
    parallel_for_each_index(64,
                            [&](std::size_t) { watching += StopScope::watched() == &progress; });
  }
  EXPECT_EQ(watching, 64);
  parallel_for_each_index(64, [&](std::size_t) { watching += StopScope::watched() != nullptr; });
  EXPECT_EQ(watching, 64);
}

TEST(Stage, TellsEveryPartOnce) {
  std::mutex mutex;
  std::multiset<std::size_t> told;
  const Progress progress(
      [&](const std::string& stage, std::size_t done, std::size_t total) {
        const std::scoped_lock lock(mutex);
        EXPECT_EQ(stage, "working");
        EXPECT_EQ(total, 50U);
        told.insert(done);
      },
      {});
  Stage stage(progress, "working", 50);
  parallel_for_each_index(50, [&](std::size_t) { stage.finish_part(); });
  ASSERT_EQ(told.size(), 51U);
  std::size_t expected = 0;
  for (const std::size_t done : told) EXPECT_EQ(done, expected++);
}

TEST(Progress, WithoutAnybodyToTellDoesNothing) {
  const Progress progress;
  progress.report("working", 1, 2);
  EXPECT_FALSE(progress.cancelled());
}

}  // namespace
}  // namespace overhand
