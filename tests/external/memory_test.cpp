#include "overhand/external/memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

namespace overhand::external {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

TEST(MemoryAtOnce, GrowsWithCellsOrWithTheText) {
  EXPECT_EQ(memory_at_once({.rows = 1'000, .columns = 10, .bytes = 7}), 320'000U);
  EXPECT_EQ(memory_at_once({.rows = 0, .columns = 10, .bytes = 7}), 0U);
  EXPECT_EQ(memory_at_once({.rows = std::nullopt, .columns = 10, .bytes = 1'000}), 4'000U);
}

// A damaged file may say that it has any number of rows: then it does not fit.
TEST(MemoryAtOnce, IsMoreThanAnyMemoryWhereItWouldOverflow) {
  EXPECT_EQ(memory_at_once({.rows = std::numeric_limits<std::size_t>::max(), .columns = 2}), most);
  EXPECT_EQ(memory_at_once({.rows = std::size_t{1} << 60, .columns = 1}), most);
  EXPECT_EQ(memory_at_once({.rows = std::nullopt, .columns = 1, .bytes = most / 2}), most);
  EXPECT_EQ(memory_by_columns(std::numeric_limits<std::size_t>::max(), true), most);
}

TEST(MemoryByColumns, IsLessThanThatOfTheTable) {
  EXPECT_EQ(memory_by_columns(1'000'000, false), 21'000'000U);
  EXPECT_EQ(memory_by_columns(1'000'000, true), 48'000'000U);
  EXPECT_LT(memory_by_columns(1'000'000, true),
            memory_at_once({.rows = 1'000'000, .columns = 2, .bytes = 0}));
}

TEST(RowsAtOnce, AreFewerOfWideTablesAndOfLittleMemory) {
  EXPECT_EQ(rows_at_once(2'000'000'000, 10), std::size_t{1} << 19);
  EXPECT_EQ(rows_at_once(100'000'000, 10), std::size_t{1} << 14);
  EXPECT_EQ(rows_at_once(100'000'000, 100), std::size_t{1} << 11);
  EXPECT_EQ(rows_at_once(most, 1), std::size_t{1} << 20);
  EXPECT_EQ(rows_at_once(0, 1'000'000), std::size_t{1} << 10);
  EXPECT_EQ(rows_at_once(100'000'000, 0), std::size_t{1} << 18);
}

TEST(MemoryArgument, IsNeverLessThanWhatIsNeeded) {
  EXPECT_EQ(memory_argument(0), "0M");
  EXPECT_EQ(memory_argument(1), "1M");
  EXPECT_EQ(memory_argument(100'000'000), "100M");
  EXPECT_EQ(memory_argument(100'000'001), "101M");
  EXPECT_EQ(memory_argument(1'000'000'000), "1.0G");
  EXPECT_EQ(memory_argument(2'310'000'000), "2.4G");
  EXPECT_EQ(memory_argument(12'000'000'000), "12.0G");
}

TEST(AvailableMemory, IsSomeAndNoMoreThanTheMachineHas) {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  EXPECT_GT(available_memory(), 0U);
  EXPECT_LE(available_memory(), pages * bytes);
}

}  // namespace
}  // namespace overhand::external
