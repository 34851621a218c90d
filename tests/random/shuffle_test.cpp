#include "overhand/random/shuffle.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <array>
#include <map>
#include <numeric>

#include "overhand/random/normal.h"
#include "support/chi_square.h"

namespace overhand::random {
namespace {

const Key key = key_from_seed(42);

// All statistical tests here have fixed seeds and would fail by chance with probability 1e-6.
constexpr double tail = 1e-6;

void expect_uniform(const std::vector<double>& counts) {
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  const std::vector<double> expected(counts.size(), total / static_cast<double>(counts.size()));
  EXPECT_LT(testing::chi_square(counts, expected),
            testing::chi_square_quantile(static_cast<double>(counts.size() - 1), tail));
}

TEST(UniformBelow, IsUniform) {
  Stream stream(key, {Purpose::test, 1});
  std::vector<double> counts(13);
  for (int i = 0; i < 130000; ++i) ++counts[uniform_below(13, stream)];
  expect_uniform(counts);
}

TEST(UniformBelow, HasNoBiasNearTheWordSize) {  // a plain multiplication would favour half of them
  Stream stream(key, {Purpose::test, 2});
  constexpr std::uint32_t bound = 3'000'000'000;
  std::vector<double> counts(12);
  for (int i = 0; i < 120000; ++i) ++counts[uniform_below(bound, stream) / (bound / 12)];
  expect_uniform(counts);
}

TEST(UniformPairBelow, IsUniformOverAllPairs) {
  Stream stream(key, {Purpose::test, 3});
  std::vector<double> counts(7 * 6);
  for (int i = 0; i < 200000; ++i) {
    const auto [first, second] = uniform_pair_below(7, stream);
    ++counts[first * 6 + second];
  }
  expect_uniform(counts);
}

TEST(DrawBuckets, OfAPartAreThoseOfTheWhole) {
  constexpr std::size_t size = 300'001;
  std::vector<std::uint16_t> whole(size);
  draw_buckets(key, {Purpose::test, 12}, whole);
  for (const std::size_t first : {0, 1, 2, 31, 32, 65'535, 65'537, 300'000}) {
    std::vector<std::uint16_t> part(std::min<std::size_t>(70'001, size - first));
    draw_buckets(key, {Purpose::test, 12}, size, first, part);
    EXPECT_TRUE(std::ranges::equal(part, std::span(whole).subspan(first, part.size()))) << first;
  }
}

// At one bucket, at the edge of the second, and where an odd element is left over.
TEST(BucketSequence, IsWhatIsDrawnAtOnce) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, bucket_capacity,
                                 bucket_capacity + 1, std::size_t{300'001}}) {
    std::vector<std::uint16_t> drawn(size);
    draw_buckets(key, {Purpose::test, 13}, drawn);
    BucketSequence sequence(key, {Purpose::test, 13}, size);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(sequence.next(), drawn[i]) << size << " " << i;
  }
}

TEST(BucketSequence, IsUniformOverTheBuckets) {
  constexpr std::size_t size = 40 * bucket_capacity;
  ASSERT_EQ(bucket_count(size), 64U);
  BucketSequence sequence(key, {Purpose::test, 14}, size);
  std::vector<double> counts(64);
  for (std::size_t i = 0; i < 640'000; ++i) ++counts.at(sequence.next());
  expect_uniform(counts);
}

// A part is 2^20 elements.
TEST(BucketStarts, ByPartsAreThoseOfTheWhole) {
  constexpr std::size_t part = std::size_t{1} << 20;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, bucket_capacity,
                                 bucket_capacity + 1, part, part + 1, 2 * part + 12'345}) {
    std::vector<std::uint16_t> drawn(size);
    draw_buckets(key, {Purpose::test, 15}, drawn);
    const auto starts = bucket_starts(key, {Purpose::test, 15}, size);
    EXPECT_EQ(starts, bucket_starts(drawn, bucket_count(size))) << size;
    EXPECT_EQ(starts.size(), bucket_count(size) + 1) << size;
    EXPECT_EQ(starts.front(), 0U);
    EXPECT_EQ(starts.back(), size);
  }
}

TEST(BucketStarts, CountWhatEachBucketHas) {
  const std::vector<std::uint16_t> bucket_of = {2, 0, 2, 3, 2, 0};
  EXPECT_EQ(bucket_starts(bucket_of, 4), (std::vector<std::size_t>{0, 2, 2, 5, 6}));
}

TEST(Permutation, MakesAll120OrdersOfFiveEquallyLikely) {
  std::map<Permutation, double> counts;
  for (std::uint32_t i = 0; i < 60000; ++i) ++counts[permutation(key, {Purpose::test, 4, i}, 5)];
  ASSERT_EQ(counts.size(), 120U);
  std::vector<double> observed;
  for (const auto& [order, count] : counts) observed.push_back(count);
  expect_uniform(observed);
}

TEST(Permutation, OfManyBucketsHasEachElementOnce) {
  const std::size_t size = 5 * bucket_capacity + 3;
  Permutation order = permutation(key, {Purpose::test, 5}, size);
  EXPECT_GT(bucket_count(size), 1U);
  EXPECT_FALSE(std::ranges::is_sorted(order));
  std::ranges::sort(order);
  for (std::uint32_t i = 0; i < size; ++i) ASSERT_EQ(order[i], i);
}

TEST(Permutation, OfManyBucketsSendsEveryPartEverywhere) {
  const std::size_t size = 8 * bucket_capacity;
  const Permutation order = permutation(key, {Purpose::test, 6}, size);
  std::vector<double> counts(64);
  for (std::size_t i = 0; i < size; ++i) ++counts[(i * 8 / size) * 8 + order[i] * 8UL / size];
  const std::vector<double> expected(64, static_cast<double>(size) / 64);
  EXPECT_LT(testing::chi_square(counts, expected), testing::chi_square_quantile(49, tail));
}

TEST(Permutation, IsTheSameForAnyNumberOfThreads) {
  const std::size_t size = 20 * bucket_capacity;
  const auto with_threads = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return permutation(key, {Purpose::test, 7}, size);
  };
  EXPECT_EQ(with_threads(1), with_threads(2));
  EXPECT_EQ(with_threads(1), with_threads(8));
}

TEST(Permutation, OfNoneAndOne) {
  EXPECT_TRUE(permutation(key, {Purpose::test}, 0).empty());
  EXPECT_EQ(permutation(key, {Purpose::test}, 1), Permutation{0});
}

TEST(Permutation, StaysWhatItWas) {  // released tables depend on it
  EXPECT_EQ(permutation(key_from_seed(1), {Purpose::row_order}, 8),
            (Permutation{4, 0, 1, 5, 7, 2, 6, 3}));
}

TEST(NormalQuantile, AgreesWithKnownValues) {  // R: qnorm(c(...)), 17 digits
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-16);
  EXPECT_NEAR(normal_quantile(0.975), 1.9599639845400545, 1e-14);
  EXPECT_NEAR(normal_quantile(0.01), -2.3263478740408408, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-12), -7.0344838253011316, 1e-13);
}

TEST(Normal, HasTheMomentsAndQuantilesOfTheNormalDistribution) {
  Stream stream(key, {Purpose::test, 8});
  std::vector<double> counts(20);
  double sum = 0;
  double squares = 0;
  constexpr int draws = 200000;
  for (int i = 0; i < draws; ++i) {
    const double z = normal(stream);
    sum += z;
    squares += z * z;
    const double probability = 0.5 * std::erfc(-z / std::sqrt(2.0));
    ++counts[std::min<std::size_t>(static_cast<std::size_t>(probability * 20), 19)];
  }
  expect_uniform(counts);
  EXPECT_NEAR(sum / draws, 0, 4.9 / std::sqrt(draws));
  EXPECT_NEAR(squares / draws, 1, 4.9 * std::sqrt(2.0 / draws));
}

}  // namespace
}  // namespace overhand::random
