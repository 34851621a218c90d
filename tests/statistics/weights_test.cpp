#include "overhand/statistics/weights.h"

#include <gtest/gtest.h>

namespace overhand::statistics {
namespace {

Table survey(Reals weights) {
  return Table({Column("town", Texts{"a", "b", "a", "b"}), Column("w", std::move(weights))});
}

Error problem_with(Reals weights) {
  const auto found = weights_in(survey(std::move(weights)), "w", "original");
  EXPECT_FALSE(found);
  return found ? Error{} : found.error();
}

TEST(Weights, ThatAreNoneAreSaidWithTheirRecord) {
  const Error missing = problem_with({1, 2, missing_real, -1});
  EXPECT_EQ(missing.message,
            "column 'w', the weight of each record, is missing here in the original table.");
  EXPECT_EQ(missing.place.record, 3U);
  EXPECT_EQ(missing.place.column, "w");
  const Error negative = problem_with({1, -2, 3, 4});
  EXPECT_NE(negative.message.find("is negative here"), std::string::npos);
  EXPECT_EQ(negative.place.record, 2U);
  EXPECT_NE(problem_with({0, 0, 0, 0}).message.find("is 0 in every record"), std::string::npos);
  EXPECT_EQ(weights_in(survey({1, -2, 3, 4}), "w", "").error().message,
            "column 'w', the weight of each record, is negative here.");
  const Table table = survey({1, 1, 1, 1});
  EXPECT_NE(weights_in(table, "town", "original").error().message.find("no column of numbers"),
            std::string::npos);
  EXPECT_NE(weights_in(table, "v", "original").error().message.find("There is no column 'v'"),
            std::string::npos);
}

}  // namespace
}  // namespace overhand::statistics
