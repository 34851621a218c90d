#include <gtest/gtest.h>

#include "overhand/attacks/guesses_internal.h"
#include "overhand/attacks/inference.h"
#include "overhand/attacks/linkability.h"
#include "overhand/attacks/singling_out.h"

namespace overhand::attacks {
namespace {

SeenColumn number(std::string name, Reals original, Reals released) {
  return {
      .name = std::move(name), .original = std::move(original), .released = std::move(released)};
}

SeenColumn category(std::string name, Reals original, Reals released) {
  SeenColumn column = number(std::move(name), std::move(original), std::move(released));
  column.is_category = true;
  return column;
}

View view_with(std::vector<SeenColumn> columns) {
  return {columns.front().original.size(), columns.front().released.size(), std::move(columns)};
}

TEST(Guesses, TheVoteIsWhatMostAgreeOn) {
  const SeenColumn levels = category("c", {}, {1, 2, 2, 3});
  EXPECT_EQ(voted(levels, {0, 1, 2, 3}), 2);
  EXPECT_EQ(voted(levels, {3, 0}), 3);  // of as many votes the nearest
  const SeenColumn numbers = number("a", {}, {5, 1.00, 1.03, 9});
  EXPECT_EQ(voted(numbers, {0, 1, 2, 3}), 1.00);
}

TEST(Guesses, ExactHoldersHaveMostOfTheKnownValues) {
  const View view = view_with({number("a", {1}, {1, 2, 1, 3}), number("b", {7}, {8, 7, 7, 9})});
  EXPECT_EQ(exact_holders(view, 0, {0, 1}), (std::vector<Row>{2}));
  EXPECT_EQ(exact_holders(view, 0, {0}), (std::vector<Row>{0, 2}));
}

TEST(Guesses, BinHoldersAreInTheBinsOfThePerson) {
  View view = view_with({number("a", {1.1}, {0, 1, 2, 10}), category("c", {7}, {7, 8, 7, 7})});
  EXPECT_FALSE(view.has_bins());
  tell_bins({5}, view);  // of a width of 2: 0 to 2 are in the first
  EXPECT_TRUE(view.has_bins());
  EXPECT_EQ(bin_holders(view, 0, {0, 1}), (std::vector<Row>{0, 2}));
  EXPECT_EQ(bin_holders(view, 0, {0}), (std::vector<Row>{0, 1, 2}));
}

TEST(Guesses, BinsAreMergedAsTheMethodMergesThem) {
  View view = view_with({number("a", {9, 100, missing_real}, {0, 1, 2, 10})});
  tell_bins({5, 2}, view);  // the last, of one record, joins the first
  EXPECT_EQ(bin_holders(view, 0, {0}), (std::vector<Row>{0, 1, 2, 3}));
  EXPECT_EQ(view.columns[0].original_bins[1], view.columns[0].released_bins[3]);  // beyond them
  EXPECT_EQ(view.columns[0].original_bins[2], masking::missing_bin);
}

TEST(Guesses, TheVotedBinIsGuessedByItsMean) {
  View view = view_with({number("a", {0}, {0, 1, 2, 8, 10}), category("c", {1}, {1, 2, 2, 2, 2})});
  tell_bins({5}, view);
  EXPECT_EQ(of_voted_bin(view.columns[0], {3, 0, 2}), 1);  // of 0, 1 and 2
  EXPECT_EQ(of_voted_bin(view.columns[0], {4}), 10);       // 8 is in the bin before
  EXPECT_EQ(of_voted_bin(view.columns[1], {0, 1, 2}), 2);
}

// By hand: the person knows a = 0 and asks for b = 1 and the level 4. The nearest record says b = 1
// and 4, the five nearest agree on b = 2 and 5.
TEST(Guesses, TheNearestAndTheVoteMayDiffer) {
  const View view =
      view_with({number("a", {0}, {.01, .2, .3, .4, .5, 9}), number("b", {1}, {1, 2, 2, 2, 2, 1}),
                 category("c", {4}, {4, 5, 5, 5, 5, 4})});
  for (const Rights& right : rights_about(view, 0, {0}, {1, 2})) {
    EXPECT_TRUE(right[static_cast<std::size_t>(Guesser::nearest)]);
    EXPECT_FALSE(right[static_cast<std::size_t>(Guesser::vote)]);
  }
}

// b = 2 a in every released record, and no record is near the person.
TEST(Guesses, ALineGoesOnWhereThereAreNoRecords) {
  const View view = view_with({number("a", {10}, {0, 1, 2, 3}), number("b", {20}, {0, 2, 4, 6})});
  const auto rights = rights_about(view, 0, {0}, {1});
  ASSERT_EQ(rights.size(), 1U);
  EXPECT_FALSE(rights[0][static_cast<std::size_t>(Guesser::nearest)]);
  EXPECT_TRUE(rights[0][static_cast<std::size_t>(Guesser::line)]);
}

// Four rows by hand: two members went out as they are, two strangers did not.
View four_rows() {
  return view_with({number("a", {1, 2, 30, 40}, {1, 2}), number("b", {5, 6, 70, 80}, {5, 6})});
}
const People halves{{0, 1}, {2, 3}};

TEST(Inference, OfFourRowsIsCertainOfMembersAlone) {
  const Inference found = inference(four_rows(), halves, {0, 1, 0, 1}, {.known = 1, .sets = 3},
                                    random::key_from_seed(1));
  EXPECT_EQ(found.all[0].target.people, 2U);
  EXPECT_DOUBLE_EQ(found.all[0].target.rate(), 1);
  EXPECT_DOUBLE_EQ(found.all[0].control.rate(), 0);
  EXPECT_EQ(found.isolated[0].target.people, 1U);
  EXPECT_EQ(found.isolated[0].control.people, 1U);
}

TEST(Inference, KnowsWhatIsKeptAndAllButOneColumnAtMost) {
  View view = four_rows();
  view.columns[0].is_kept = true;
  const Inference found =
      inference(view, halves, {0, 0, 0, 0}, {.known = 5, .sets = 2}, random::key_from_seed(1));
  EXPECT_DOUBLE_EQ(found.all[0].target.rate(), 1);
  view.columns[1].is_kept = true;
  const Inference nothing =
      inference(view, halves, {0, 0, 0, 0}, {.known = 5, .sets = 2}, random::key_from_seed(1));
  EXPECT_EQ(nothing.all[0].target.people, 0U);  // nothing is left to guess
}

TEST(Linkability, OfFourRowsByHand) {
  const AttackTally tally = linkability(four_rows(), halves, 2, random::key_from_seed(1));
  EXPECT_DOUBLE_EQ(tally.target.rate(), 1);
  EXPECT_DOUBLE_EQ(tally.control.rate(),
                   1);  // the second record is nearest to both, by either half
  View apart = four_rows();
  apart.columns[1].released = {6, 5};
  EXPECT_DOUBLE_EQ(linkability(apart, halves, 2, random::key_from_seed(1)).target.rate(), 0);
  EXPECT_EQ(linkability(view_with({number("a", {1}, {1})}), {{0}, {}}, 2, random::key_from_seed(1))
                .target.people,
            0U);  // one column cannot be known from two sources
}

TEST(SinglingOut, OfFourRowsFindsEachMember) {
  const AttackTally tally = singling_out(four_rows(), halves, 3, random::key_from_seed(1));
  EXPECT_DOUBLE_EQ(tally.target.rate(), 1);
  EXPECT_DOUBLE_EQ(tally.control.rate(), 0);
}

// Two people share what is unique in the release: nobody is singled out by it.
TEST(SinglingOut, NeedsOnePersonAlone) {
  const View view = view_with({number("a", {1, 1, 9, 9}, {1}), number("b", {5, 5, 8, 8}, {5})});
  EXPECT_DOUBLE_EQ(singling_out(view, halves, 2, random::key_from_seed(1)).target.rate(), 0);
}

}  // namespace
}  // namespace overhand::attacks
