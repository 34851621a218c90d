#include "overhand/table/column_list.h"

#include <gtest/gtest.h>

namespace overhand {
namespace {

using Names = std::vector<std::string>;

const Names columns = {"age", "income", "last, first", "say \"hi\"", " padded"};

TEST(NamesMeant, TakesAListApart) {
  EXPECT_EQ(names_meant("age", columns), Names{"age"});
  EXPECT_EQ(names_meant("age,income", columns), (Names{"age", "income"}));
  EXPECT_EQ(names_meant(" age ,  income, ", columns), (Names{"age", "income"}));
  EXPECT_EQ(names_meant("wage,,rent", columns), (Names{"wage", "rent"}));
  EXPECT_EQ(names_meant(",age", {"", "age"}), (Names{"", "age"}));
  EXPECT_EQ(names_meant(Names{"age", "wage,rent"}, columns), (Names{"age", "wage", "rent"}));
}

TEST(NamesMeant, TakesNamesWithCommas) {
  EXPECT_EQ(names_meant("last, first", columns), Names{"last, first"});
  EXPECT_EQ(names_meant("\"last, first\",age", columns), (Names{"last, first", "age"}));
  EXPECT_EQ(names_meant("age, \"last, first\" ", columns), (Names{"age", "last, first"}));
  EXPECT_EQ(names_meant("\"say \"\"hi\"\"\",age", columns), (Names{"say \"hi\"", "age"}));
  EXPECT_EQ(names_meant("say \"hi\", age", columns), (Names{"say \"hi\"", "age"}));
}

TEST(NamesMeant, TakesNamesWithSpacesAndNone) {
  EXPECT_EQ(names_meant("age, padded", columns), (Names{"age", " padded"}));
  EXPECT_EQ(names_meant("", columns), Names{""});
  EXPECT_EQ(names_meant("age,\"\"", columns), (Names{"age", ""}));
}

TEST(NamesMeant, LeavesBrokenQuotesAsTheyAre) {
  EXPECT_EQ(names_meant("\"age", columns), Names{"\"age"});
  EXPECT_EQ(names_meant("\"age\"x,income", columns), (Names{"\"age\"x", "income"}));
  EXPECT_EQ(names_meant("\"", columns), Names{"\""});
  EXPECT_EQ(names_meant("\"\"\"", columns), Names{"\"\"\""});
}

TEST(NameList, IsTakenApartAgain) {
  EXPECT_EQ(name_list({"age", "last, first"}), "age,\"last, first\"");
  const Names odd = {"a", "", ",", "\"", "\"\"", " b", "c ", "d,\"e\"", "\xC3\xA4\n"};
  EXPECT_EQ(names_meant(name_list(odd), {}), odd);
}

}  // namespace
}  // namespace overhand
