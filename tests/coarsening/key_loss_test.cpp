#include "overhand/coarsening/key_loss.h"

#include <gtest/gtest.h>

namespace overhand::coarsening {
namespace {

keys::KeyCodes keys_of(std::vector<std::vector<Code>> columns, std::vector<std::size_t> levels) {
  keys::KeyCodes keys;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    keys.columns.push_back({"k" + std::to_string(j), std::move(columns[j]), levels[j]});
  }
  return keys;
}

TEST(KeyLoss, OfNothingIsNothing) {
  const auto keys = keys_of({{0, 1, 2, 0}, {0, 0, 1, 1}}, {3, 2});
  const KeyLoss loss = key_loss(keys, keys, same_rows(4));
  EXPECT_EQ(loss.levels_before, 5U);
  EXPECT_EQ(loss.levels_after, 5U);
  EXPECT_EQ(loss.overall(), 0);
}

// By hand: 2 of 4 values of the one key in one level, spread as 1.5 and 1.5 over 2 and 1.
TEST(KeyLoss, SpreadsACoarseLevelOverThoseItStandsFor) {
  const auto before = keys_of({{0, 0, 1, 2}}, {3});
  const auto after = keys_of({{0, 0, 0, 1}}, {2});
  const KeyLoss loss = key_loss(before, after, same_rows(4));
  EXPECT_EQ(loss.levels_after, 2U);
  EXPECT_DOUBLE_EQ(loss.total_variation, .125);
  EXPECT_EQ(loss.cells, 0);
  const double entropy = .5 * std::log(2) + .5 * std::log(4);
  const double left = .75 * std::log(4 / 3.) + .25 * std::log(4);
  EXPECT_DOUBLE_EQ(loss.told, 1 - left / entropy);
}

TEST(KeyLoss, CountsCellsThatWereEmptiedAndRecordsThatWereLeftOut) {
  const auto before = keys_of({{0, 1, missing_code, 0}, {0, 1, 1, 0}}, {2, 2});
  const auto emptied = keys_of({{0, missing_code, missing_code, 0}, {0, 1, 1, 0}}, {2, 2});
  EXPECT_DOUBLE_EQ(key_loss(before, emptied, same_rows(4)).cells, 1 / 8.);
  const auto fewer = keys_of({{0, 0}, {0, 0}}, {2, 2});
  EXPECT_DOUBLE_EQ(key_loss(before, fewer, std::vector<Row>{0, 3}).cells, 4 / 8.);
}

// Two keys that tell each other, of which one loses that.
TEST(KeyLoss, SeesAssociationsGo) {
  std::vector<Code> first;
  std::vector<Code> same;
  for (int i = 0; i < 100; ++i) {
    first.push_back(i % 4);
    same.push_back(i % 4 / 2);
  }
  const auto before = keys_of({first, first}, {4, 4});
  EXPECT_NEAR(key_loss(before, keys_of({first, same}, {4, 2}), same_rows(100)).associations, 0,
              .02);
  std::vector<Code> other = first;
  std::ranges::rotate(other, other.begin() + 50);
  std::ranges::transform(other, other.begin(), [i = 0](Code) mutable { return i++ / 25; });
  EXPECT_GT(key_loss(before, keys_of({first, other}, {4, 4}), same_rows(100)).associations, .9);
}

}  // namespace
}  // namespace overhand::coarsening
