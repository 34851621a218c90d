#include "overhand/table/date_text.h"

#include <gtest/gtest.h>

#include "overhand/table/cell_text.h"
#include "overhand/table/column.h"

namespace overhand {
namespace {

// The dates as ISO text, or why there are none.
std::vector<std::string> iso(const std::vector<std::string_view>& cells) {
  const auto dates = dates_of(cells);
  if (!dates) return {"none"};
  if (dates->is_unsure) return {"unsure"};
  std::vector<std::string> texts;
  for (const std::int64_t value : dates->values) texts.push_back(text_of(dates->type, value));
  return texts;
}

using Days = std::vector<std::string>;

TEST(DateText, IsReadInEveryLayout) {
  for (const char* cell : {"2020-12-31", "2020/12/31", "31.12.2020", "31/12/2020", "12/31/2020",
                           "31-12-2020", "31 Dec 2020", "31-Dec-2020", "31 December 2020",
                           "31 DEC 2020", "2020.12.31", "December 31, 2020", "Dec 31, 2020",
                           "dec 31 2020", "31.12.20", "12/31/20", "31-Dec-20", "31 Dec 20"}) {
    EXPECT_EQ(iso({cell}), Days{"2020-12-31"}) << cell;
  }
  EXPECT_EQ(iso({"1.2.2020", "28.2.1969"}), (Days{"2020-02-01", "1969-02-28"}));
}

TEST(DateText, HasOneLayoutInAColumn) {
  EXPECT_EQ(iso({"31/12/2020", "12/31/2020"}), Days{"none"});
  EXPECT_EQ(iso({"31.12.2020", "2020-12-31"}), Days{"none"});
  EXPECT_EQ(iso({"31.12.2020", "31.12.2020 08:30"}), Days{"none"});
}

TEST(DateText, IsUnsureWhereDayAndMonthCannotBeTold) {
  EXPECT_EQ(iso({"03/04/2020", "05/06/2020"}), Days{"unsure"});
  EXPECT_EQ(iso({"03-04-2020"}), Days{"unsure"});
  EXPECT_EQ(iso({"03.04.2020"}), Days{"2020-04-03"});  // nobody writes the month first here
  EXPECT_EQ(iso({"05/05/2020"}), Days{"2020-05-05"});
  EXPECT_EQ(iso({"03/04/2020", "13/06/2020"}), (Days{"2020-04-03", "2020-06-13"}));
  EXPECT_EQ(iso({"03/04/2020", "06/13/2020"}), (Days{"2020-03-04", "2020-06-13"}));
}

TEST(DateText, OfAYearOfTwoDigitsLiesInThePast) {
  const HundredYears reach = hundred_years();
  for (const std::int64_t day : {reach.last_day, reach.first_day, reach.last_day - 20'000}) {
    const std::string text = text_in(
        {.order = DateOrder::day_first, .separator = '.', .short_year = true}, type::Date{}, day);
    const auto dates = dates_of(std::vector<std::string_view>{text});
    ASSERT_TRUE(dates) << text;
    EXPECT_EQ(dates->values.front(), day) << text;
    EXPECT_TRUE(dates->layout.short_year);
  }
  EXPECT_EQ(iso({"01.02.99"}), Days{"1999-02-01"});
}

TEST(DateText, OfAYearOfTwoDigitsMayBeUnsure) {
  EXPECT_EQ(iso({"19/04/24"}), Days{"unsure"});  // or 2019-04-24
  EXPECT_EQ(iso({"19-04-24"}), Days{"unsure"});
  EXPECT_EQ(iso({"04/05/20"}), Days{"unsure"});
  EXPECT_EQ(iso({"19/04/24", "19/04/85"}), (Days{"2024-04-19", "1985-04-19"}));
  EXPECT_EQ(iso({"04/19/24"}), Days{"2024-04-19"});
  EXPECT_EQ(iso({"05.05.24"}), Days{"2024-05-05"});
}

TEST(DateText, MayHaveATimeOfDay) {
  EXPECT_EQ(iso({"31.12.2020 08:30"}), Days{"2020-12-31 08:30:00"});
  EXPECT_EQ(iso({"12/31/2020 8:30:05"}), Days{"2020-12-31 08:30:05"});
  EXPECT_EQ(iso({"2020-12-31T08:30:05.25"}), Days{"2020-12-31 08:30:05.250000"});
  EXPECT_EQ(iso({"2020-12-31T08:30Z", "2020-12-31 08:30+01:00", "2020-12-31 08:30-0130"}),
            (Days{"2020-12-31 08:30:00Z", "2020-12-31 07:30:00Z", "2020-12-31 10:00:00Z"}));
  EXPECT_EQ(iso({"2020-12-31T08:30Z", "2020-12-31 08:30"}), Days{"none"});
}

TEST(DateText, MayBeOfNanoseconds) {
  EXPECT_EQ(iso({"2020-12-31 08:30:05.000000001", "2020-12-31 08:30:05.5"}),
            (Days{"2020-12-31 08:30:05.000000001", "2020-12-31 08:30:05.500000000"}));
  EXPECT_EQ(iso({"2020-12-31 08:30:05.123456000"}), Days{"2020-12-31 08:30:05.123456"});
  EXPECT_EQ(iso({"2020-12-31 08:30:05.000000000"}), Days{"2020-12-31 08:30:05"});
  EXPECT_EQ(iso({"1969-12-31 23:59:59.999999999Z"}), Days{"1969-12-31 23:59:59.999999999Z"});
  EXPECT_EQ(iso({"2020-12-31 08:30:05.0000000001"}), Days{"none"});
  // 64 bits of nanoseconds end in 2262
  EXPECT_EQ(iso({"2500-12-31 08:30:05.000000001"}), Days{"none"});
  EXPECT_EQ(iso({"2500-12-31 08:30:05.000001"}), Days{"2500-12-31 08:30:05.000001"});
}

TEST(DateText, OfAColumnHasAValueForEachRow) {
  const auto dates = dates_of(Texts{"31.12.2020", std::nullopt, "01.01.1970"});
  ASSERT_TRUE(dates);
  EXPECT_EQ(dates->values, (std::vector<std::int64_t>{18'627, missing_integer, 0}));
  EXPECT_TRUE(is_date("03/04/2020"));
  EXPECT_FALSE(is_date("3.5"));
}

TEST(DateText, IsADayOfTheCalendar) {
  for (const char* cell :
       {"31.02.2020", "00.01.2020", "1.13.2020", "2020-02-30", "29.02.2019", "31.13.20", "29.02.19",
        "20201231", "31 Foo 2020", "31.12.2020 24:00", "31.12.2020 08:60", "31.12.2020x",
        "31.12.2020 ", "2020-12-31T", "12.2020", "", "1.2.3"}) {
    EXPECT_EQ(iso({cell}), Days{"none"}) << cell;
  }
  EXPECT_FALSE(dates_of(std::vector<std::string_view>{}));
  EXPECT_FALSE(dates_of(Texts(3)));
}

}  // namespace
}  // namespace overhand
