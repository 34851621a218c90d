#include "overhand/core/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace overhand {
namespace {

TEST(Forget, TouchesNothingOutsideOfWhatItIsGiven) {
  constexpr std::size_t size = 1 << 20;
  constexpr std::size_t before = 12'345;
  constexpr std::size_t after = 700'001;
  std::vector<char> memory(size, 'x');
  forget(std::span(memory).subspan(before, after - before));
  EXPECT_TRUE(
      std::all_of(memory.begin(), memory.begin() + before, [](char c) { return c == 'x'; }));
  EXPECT_TRUE(std::all_of(memory.begin() + after, memory.end(), [](char c) { return c == 'x'; }));
}

TEST(Forget, LeavesPagesThatAreInPartNeeded) {
  std::vector<char> memory(64, 'x');
  forget(std::span(memory));
  forget(std::span<char>());
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 'x'), 64);
}

#ifdef __linux__
TEST(Forget, GivesWholePagesBack) {
  constexpr std::size_t size = 1 << 20;
  constexpr std::size_t largest_page = 1 << 16;  // of all processors that we know
  std::vector<char> memory(size, 'x');
  forget(std::span(memory));
  EXPECT_GE(std::count(memory.begin(), memory.end(), '\0'), size - 2 * largest_page);
  std::ranges::fill(memory, 'y');
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 'y'), size);
}
#endif

}  // namespace
}  // namespace overhand
