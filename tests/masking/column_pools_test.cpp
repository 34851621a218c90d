#include <gtest/gtest.h>

#include "overhand/masking/column_pools_internal.h"

namespace overhand::masking {
namespace {

using Code8 = std::uint8_t;

constexpr std::size_t bins = 5;

// Values that tell their places, in bins of very different sizes: one of a few values, one with
// none.
Workspace<Code8> binned(std::size_t rows) {
  Workspace<Code8> workspace;
  for (std::size_t i = 0; i < rows; ++i) {
    workspace.codes.push_back(static_cast<Code8>(i < 10 ? 0 : i % 7 == 0 ? 1 : i % 2 == 0 ? 3 : 4));
  }
  return workspace;
}

template <class Value>
void expect_same_draws(std::size_t rows) {
  const random::Key key = random::key_from_seed(1);
  std::vector<Value> values(rows);
  std::iota(values.begin(), values.end(), Value{1});
  const auto order = random::permutation(key, {random::Purpose::row_order}, rows);
  auto workspace = binned(rows);
  std::vector<Value> drawn(rows);
  PooledValues<Value, Code8>(values, 2, bins, key, workspace).draw(order, drawn);
  for (int again = 0; again < 2; ++again) {  // also in pools that were drawn out before
    std::vector<Value> drawn_out(rows);
    PooledValues<Value, Code8>(values, 2, bins, key, workspace).draw_out(order, drawn_out);
    EXPECT_EQ(drawn_out, drawn) << rows;
  }
}

TEST(PooledValues, DrawnOutAreTheSame) {  // of one step, and of several with a rest
  for (const std::size_t rows : {1U, 1000U, 1U << 19, (3U << 19) + 12'345U}) {
    expect_same_draws<double>(rows);
    expect_same_draws<std::int64_t>(rows);
    expect_same_draws<overhand::Code>(rows);
  }
}

}  // namespace
}  // namespace overhand::masking
