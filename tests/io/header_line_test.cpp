#include <gtest/gtest.h>

#include "overhand/io/header_line_internal.h"

namespace overhand::io {
namespace {

using Records = std::vector<Fields>;

TEST(HeaderLine, HoldsNames) {
  EXPECT_FALSE(looks_like_record({"age", "income"}, {{"31", "2000"}, {"47", "1800"}}));
  EXPECT_FALSE(looks_like_record({"", "x"}, {{"0", "5"}, {"1", "6"}}));  // pandas' index
  EXPECT_FALSE(looks_like_record({"name", "city"}, {{"Ada", "Rom"}, {"Bo", "Ulm"}}));
  EXPECT_FALSE(looks_like_record({"age", "7", "hours"}, {{"31", "1", "2"}, {"47", "2", "3"}}));
  EXPECT_FALSE(looks_like_record({"a", "b"}, {}));
  EXPECT_FALSE(looks_like_record({"NA", "a"}, {{"1", "2"}}));
}

TEST(HeaderLine, MayNameYears) {
  const Records growth = {{"Peru", "1.2", "3.4"}, {"Chad", "0.5", "1.1"}};
  EXPECT_FALSE(looks_like_record({"country", "2019", "2020"}, growth));
  EXPECT_FALSE(looks_like_record({"country", "1990", "2000", "2010"}, {{"Peru", "1", "2", "3"}}));
  EXPECT_FALSE(
      looks_like_record({"2020", "region", "city"}, {{"1000", "4", "1"}, {"2500", "5", "2"}}));
  const Records births = {{"Bo", "1975"}, {"Cy", "1990"}};
  EXPECT_TRUE(looks_like_record({"Ada", "1980"}, births));  // years below: a record
}

TEST(HeaderLine, IsARecordWhenItsNumbersStandAboveNumbers) {
  EXPECT_TRUE(looks_like_record({"31", "2000"}, {{"47", "1800"}}));
  EXPECT_TRUE(looks_like_record({"Ada", "31", "2000"}, {{"Bo", "47", "1800"}}));
  EXPECT_TRUE(looks_like_record({"31", "", "2000"}, {{"47", "1", "1800"}}));
  EXPECT_TRUE(looks_like_record({"31", "NA", " 1.5 "}, {{"47", "1", "2.5"}}));
  EXPECT_TRUE(looks_like_record({"+3", "-4e5"}, {{"1", "1"}}));
  EXPECT_TRUE(looks_like_record({"1", "2"}, {}));
}

TEST(HeaderLine, IsAskedAboutWhenItCouldBeBoth) {
  EXPECT_TRUE(looks_like_record({"0", "1", "2"}, {{"5.1", "3.5", "1.4"}}));  // pandas' own names
  EXPECT_TRUE(looks_like_record({"", "0", "1"}, {{"0", "5.1", "3.5"}}));
  EXPECT_TRUE(looks_like_record({"2019", "2020"}, {{"1.5", "2.5"}}));
  const Records amounts = {{"Bo Dahl", "310.5", "47"}, {"Cy Ode", "12", "90"}};
  EXPECT_TRUE(looks_like_record({"Ada Meier", "1950", "2010"}, amounts));
  EXPECT_TRUE(looks_like_record({"Ada Meier", "NA", "na"}, amounts));
  EXPECT_TRUE(looks_like_record({"Ada Meier", "1950", "2010", "2.5"}, {{"Bo", "1", "2", "3"}}));
}

TEST(HeaderLine, IsARecordWhenItRepeats) {
  EXPECT_TRUE(looks_like_record({"a", "b", "c", "5", "5"}, {{"1", "2", "3", "4", "5"}}));
  EXPECT_TRUE(looks_like_record({"Ada", "Rom", "-"}, {{"Bo", "Rom", "1"}}));  // a text again below
}

TEST(HeaderLine, HoldsNamesThoughOneIsALevelToo) {
  const Records homes = {{"urban", "3", "41"}, {"rural", "4", "52"}, {"urban", "1", "77"}};
  EXPECT_FALSE(looks_like_record({"urban", "rooms", "age"}, homes));
  EXPECT_TRUE(looks_like_record({"urban", "rooms"}, homes));       // one for, one against
  EXPECT_TRUE(looks_like_record({"urban", "age", "age"}, homes));  // nobody has two of a name
  EXPECT_TRUE(looks_like_record({"urban", "2", "age"}, homes));
  EXPECT_EQ(field_said_again({"rooms", "rural"}, {{"3", "rural"}}), 1U);
  const Records levels = {{"f", "urban", "a"}, {"m", "rural", "b"}, {"f", "rural", "b"},
                          {"m", "urban", "a"}, {"f", "urban", "b"}, {"m", "rural", "a"}};
  EXPECT_FALSE(looks_like_record({"sex", "urban", "group"}, levels));
  EXPECT_TRUE(looks_like_record({"f", "urban", "c"}, levels));
}

TEST(HeaderLine, MayBeATitleAboveTheNames) {
  const std::vector<Fields> table = {{"age", "pay"}, {"30", "100"}, {"31", ""}};
  EXPECT_EQ(names_below_title({"Our patients", ""}, table), 0U);
  EXPECT_EQ(names_below_title({"", "Our patients"}, table), 0U);
  EXPECT_EQ(
      names_below_title({"Our patients", ""}, {{"", ""}, {"day", "pay"}, {"31.12.2020", "x"}}), 1U);
}

TEST(HeaderLine, IsNoTitleWhereARecordFollowsOrNamesFillIt) {
  EXPECT_FALSE(names_below_title({"age", ""}, {{"30", "x"}, {"31", "y"}}));
  EXPECT_FALSE(names_below_title({"", "town"}, {{"anna", "berlin"}, {"bert", "rome"}}));
  EXPECT_FALSE(names_below_title({"age", "pay"}, {{"a", "b"}, {"31", "1"}}));
  EXPECT_FALSE(names_below_title({"title", ""}, {{"same", "same"}, {"31", "1"}}));
  EXPECT_FALSE(names_below_title({"title"}, {{"age"}, {"31"}}));
  EXPECT_FALSE(names_below_title({"title", ""}, {{"age", "pay"}}));
  EXPECT_FALSE(names_below_title({"2020", ""}, {{"age", "pay"}, {"31", "1"}}));
}

}  // namespace
}  // namespace overhand::io
