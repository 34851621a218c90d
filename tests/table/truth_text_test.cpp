#include "overhand/table/truth_text.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

using Truths = std::vector<std::int64_t>;

TEST(TruthText, IsOneSpellingOfBothWords) {
  EXPECT_EQ(truths_of({"true", "false"}), (Truths{1, 0}));
  EXPECT_EQ(truths_of({"False", "True"}), (Truths{0, 1}));
  EXPECT_EQ(truths_of({"TRUE"}), Truths{1});
}

TEST(TruthText, IsNoMixtureOfSpellings) {
  EXPECT_EQ(truths_of({"true", "True"}), std::nullopt);
  EXPECT_EQ(truths_of({"TRUE", "False"}), std::nullopt);
  EXPECT_EQ(truths_of({"true", "1"}), std::nullopt);
  EXPECT_EQ(truths_of({"true", "yes"}), std::nullopt);
  EXPECT_EQ(truths_of({}), std::nullopt);
}

TEST(TruthText, IsReadInAnyLettersWhereItIsSaidToBeOne) {
  EXPECT_EQ(truth_in("tRUE"), 1);
  EXPECT_EQ(truth_in("False"), 0);
  EXPECT_EQ(truth_in("1"), std::nullopt);
}

}  // namespace
}  // namespace overhand
