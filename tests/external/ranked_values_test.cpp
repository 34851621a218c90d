#include <gtest/gtest.h>

#include "overhand/external/ranked_values_internal.h"
#include "overhand/masking/parted_margins.h"
#include "overhand/random/uniform.h"
#include "overhand/table/cell_text.h"

namespace overhand::external {
namespace {

// Scores with ties and gaps, and as many gaps among the values.
struct Case {
  Reals scores;
  Column values;
};

Case made(std::size_t rows, bool are_whole) {
  random::Stream stream(random::key_from_seed(rows), {random::Purpose::test, 3});
  Case made{Reals(rows), Column()};
  Reals reals(rows);
  Integers whole(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const bool is_gap = i % 17 == 3;
    made.scores[rows - 1 - i] = is_gap ? missing_real : random::uniform_below(500, stream);
    reals[i] = is_gap ? missing_real : random::uniform(stream);
    whole[i] = is_gap ? missing_integer : random::uniform_below(1000, stream);
  }
  made.values = are_whole ? Column("x", whole) : Column("x", reals);
  return made;
}

// However little memory there is, and so however often the scores are read.
TEST(RankedValues, AreThoseOfTheWholeColumnAtOnce) {
  for (const bool are_whole : {false, true}) {
    const auto [scores, values] = made(300'000, are_whole);
    const Column expected = masking::values_at_ranks(scores, values);
    for (const std::uint64_t memory :
         {std::uint64_t{1}, std::uint64_t{1} << 21, std::uint64_t{1} << 30}) {
      const Reals knots(scores.begin(), scores.begin() + 1000);
      const auto found =
          ranked_values(values,
                        [&](std::size_t first, std::size_t count) -> Result<Reals> {
                          const auto begin = scores.begin() + static_cast<std::ptrdiff_t>(first);
                          return Reals(begin, begin + static_cast<std::ptrdiff_t>(count));
                        },
                        knots, memory, {});
      ASSERT_TRUE(found);
      for (std::size_t row = 0; row < scores.size(); ++row) {
        ASSERT_EQ(cell_text(*found, row), cell_text(expected, row)) << row;
      }
    }
  }
}

}  // namespace
}  // namespace overhand::external
