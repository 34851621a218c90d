#include "overhand/core/stopping.h"

#include <gtest/gtest.h>

#include "overhand/core/parallel.h"
#include "support/stopping.h"

namespace overhand {
namespace {

constexpr int never = 1 << 30;

// Nested loops over all threads, as measures have them.
Result<int> counted(const Progress& progress) {
  std::atomic<int> count = 0;
  return stoppable(progress, [&]() -> Result<int> {
    parallel_for_each_index(
        20, [&](std::size_t) { parallel_for_each_index(10, [&](std::size_t) { ++count; }); });
    return count.load();
  });
}

TEST(Stoppable, GivesWhatTheWorkGives) {
  const testing::StopsAt not_at_all(never);
  EXPECT_EQ(*counted(not_at_all.progress()), 200);
  EXPECT_GE(not_at_all.questions(), 200);  // on every thread, at every index
}

TEST(Stoppable, StopsAtAnyQuestion) {
  for (const int question : {1, 2, 15, 100, 200}) {
    const auto result = counted(testing::StopsAt(question).progress());
    ASSERT_FALSE(result) << question;
    EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
  }
}

// When one index stops, the others' inner loops end early and must not be taken for done.
TEST(Stoppable, TakesNoLoopForDoneThatWasCutShort) {
  constexpr int inner = 200;
  std::atomic<int> cut_short = 0;
  for (int question = 1; question < 3000; question += 7) {
    const testing::StopsAt stop(question);
    const auto result = stoppable(stop.progress(), [&]() -> Result<int> {
      parallel_for_each_index(20, [&](std::size_t) {
        std::atomic<int> done = 0;
        parallel_for_each_index(inner, [&](std::size_t) { ++done; });
        if (done != inner) ++cut_short;
      });
      return 0;
    });
    ASSERT_FALSE(result) << question;
  }
  EXPECT_EQ(cut_short, 0);
}

TEST(Stoppable, WatchesNothingAfterwards) {
  ASSERT_FALSE(counted(testing::StopsAt(5).progress()));
  EXPECT_EQ(StopScope::watched(), nullptr);
  EXPECT_NO_THROW(stop_if_cancelled());
  int count = 0;
  parallel_for_each_index(1, [&](std::size_t) { ++count; });
  EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace overhand
