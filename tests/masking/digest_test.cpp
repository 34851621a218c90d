#include "overhand/masking/digest.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "support/tables.h"

namespace overhand::masking {
namespace {

const random::Key key = random::key_from_seed(1);

Digest digest_of(Values values) { return digests(Table({{"x", std::move(values)}}), key).front(); }

TEST(Digest, IsOfTheValuesNotOfTheirStorage) {
  EXPECT_EQ(digest_of(Integers{3, -7, missing_integer, 0}),
            digest_of(Reals{3.0, -7.0, missing_real, -0.0}));
  EXPECT_EQ(digest_of(Reals{1, std::nan("12345")}), digest_of(Reals{1, -missing_real}));
}

TEST(Digest, TellsApartIntegersThatNoRealDoes) {
  constexpr std::int64_t large = std::int64_t{1} << 53;
  EXPECT_NE(digest_of(Integers{large}), digest_of(Integers{large + 1}));
  EXPECT_EQ(digest_of(Integers{large}), digest_of(Reals{0x1p53}));
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_NE(digest_of(Integers{largest}), digest_of(Integers{largest - 1}));
  EXPECT_NE(digest_of(Integers{largest}), digest_of(Reals{0x1p63}));
}

TEST(Digest, OfAnIntegerThatNoRealEqualsIsNotThatOfItsBits) {
  constexpr std::int64_t bits = 4841369599423283201;  // of the double 4503599627370497
  EXPECT_NE(digest_of(Integers{bits, 1}), digest_of(Integers{4503599627370497, 1}));
}

TEST(Digest, DiffersWhereAValueOrAPlaceDoes) {
  const Reals values = {1, 2, 3, 4};
  EXPECT_NE(digest_of(values), digest_of(Reals{1, 2, 3, std::nextafter(4.0, 5.0)}));
  EXPECT_NE(digest_of(values), digest_of(Reals{1, 3, 2, 4}));
  EXPECT_NE(digest_of(values), digest_of(Reals{1, 2, 3, missing_real}));
  EXPECT_NE(digest_of(values), digests(Table({{"x", values}}), key, 1).front());
  EXPECT_NE(digest_of(values), digests(Table({{"x", values}}), random::key_from_seed(2)).front());
}

TEST(Digest, OfTextsIsOfTheTextsNotOfTheirCodes) {
  const Texts texts{"a", "b", std::nullopt, "a"};
  auto dictionary = std::make_shared<Dictionary>();
  for (const char* text : {"c", "b", "a"}) dictionary->append(text);
  EXPECT_EQ(digest_of(texts), digest_of(Texts(std::vector<Code>{2, 1, -1, 2}, dictionary)));
  EXPECT_NE(digest_of(texts), digest_of(Texts{"a", "b", std::nullopt, "c"}));
  EXPECT_NE(digest_of(texts), digest_of(Texts{"b", "a", std::nullopt, "a"}));
  EXPECT_NE(digest_of(texts), digest_of(Texts{"a", "b", "", "a"}));
}

TEST(Digest, OfDatesAndTruthIsOfTheirValues) {
  const auto digest = [](Type type, Integers values) {
    return digests(Table({{"x", std::move(type), std::move(values)}}), key).front();
  };
  EXPECT_NE(digest(type::Date{}, {1, 2}), digest(type::Date{}, {1, 3}));
  EXPECT_NE(digest(type::Boolean{}, {1, 0}), digest(type::Boolean{}, {0, 1}));
}

TEST(Digest, OfAKeptColumnIsNothing) {
  const Table table({{"x", Texts{"a", "b"}, Role::keep}});
  EXPECT_EQ(digests(table, key).front(), Digest());
}

// Parts of any size, added in any order.
TEST(Digest, OfATableIsTheSumOfItsParts) {
  const Table whole = testing::normal_table(10000, 3, 1);
  const auto part = [&](std::size_t begin, std::size_t end) {
    std::vector<Row> rows;
    for (std::size_t row = begin; row < end; ++row) rows.push_back(static_cast<Row>(row));
    return digests(gather(whole, rows), key, begin);
  };
  const auto last = part(4099, 10000);
  const auto first = part(0, 3);
  const auto middle = part(3, 4099);
  auto sums = last;
  for (std::size_t j = 0; j < sums.size(); ++j) (sums[j] += first[j]) += middle[j];
  EXPECT_EQ(sums, digests(whole, key));
}

TEST(Digest, IsTheSameForAnyNumberOfThreads) {
  const Table table = testing::normal_table(50000, 2, 1);
  const auto with_threads = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return digests(table, key);
  };
  EXPECT_EQ(with_threads(1), with_threads(8));
}

// The definition, in arithmetic of 128 bits by hand: (2^32 a + b) v modulo 2^128.
TEST(Digest, WeighsEachValueByTheWordOfItsRow) {
  random::Stream stream(key, {random::Purpose::digest});
  std::uint64_t weight = 0;
  for (int row = 0; row < 13; ++row) weight = stream.next_double_word();
  const std::uint64_t value = 0x4008000000000000;  // 3.0
  const std::uint64_t low = (weight & 0xffffffff) * (value >> 32);
  const std::uint64_t high = (weight >> 32) * (value >> 32) + (low >> 32);
  EXPECT_EQ(digests(Table({{"x", Reals{3.0}}}), key, 12).front(), (Digest{low << 32, high}));
}

}  // namespace
}  // namespace overhand::masking
