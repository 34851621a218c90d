#include "overhand/table/date_layout.h"

#include <gtest/gtest.h>

#include "overhand/table/column.h"
#include "overhand/table/date_text.h"

namespace overhand {
namespace {

using CellTexts = std::vector<std::string_view>;

// The cells read and written again.
std::vector<std::string> back(const CellTexts& cells) {
  const auto dates = dates_of(cells);
  if (!dates) return {"none"};
  std::vector<std::string> texts;
  for (const std::int64_t value : dates->values) {
    texts.push_back(text_in(dates->layout, dates->type, value));
  }
  return texts;
}

TEST(DateLayout, GivesBackWhatWasRead) {
  for (const CellTexts& cells : std::vector<CellTexts>{
           {"2020-12-31", "0007-01-02"},
           {"31.12.2020", "01.02.1969"},
           {"31.12.2020", "1.2.1969"},
           {"12/31/2020", "02/01/1969"},
           {"2020/12/31", "2020/1/2"},
           {"31 Dec 2020", "01 May 2020"},
           {"31-DEC-2020", "01-FEB-2020"},
           {"31 december 2020", "1 may 2020"},
           {"31.12.20", "01.02.99"},
           {"31-Dec-20", "01-Feb-99"},
           {"April 19, 2020", "May 1, 2020"},
           {"Apr 09 2020", "Dec 01 2020"},
           {"31.12.2020 08:30", "01.02.1969 23:59"},
           {"31.12.2020 8:30", "01.02.1969 0:05"},
           {"12/31/2020 08:30:00", "02/01/1969 23:59:59"},
           {"2020-12-31T08:30", "1969-12-31T23:59"},
           {"2020-12-31T08:30:05.25", "1969-12-31T23:59:59.75"},
           {"2020-12-31 08:30:05.000000001", "1969-12-31 23:59:59.999999999"},
           {"2020-12-31T08:30Z", "1969-12-31T23:59Z"},
           {"2020-12-31 08:30+01", "1969-12-31 23:59+01"},
           {"2020-12-31 08:30-0130", "1970-01-01 00:59-0130"},
           {"2020-12-31T08:30:00+05:45", "1970-01-01T00:10:00+05:45"},
       }) {
    EXPECT_EQ(back(cells), (std::vector<std::string>(cells.begin(), cells.end())));
  }
}

TEST(DateLayout, IsTheMostFrequentOne) {
  EXPECT_EQ(back({"01.02.2020", "02.03.2020", "3.4.2020"}),
            (std::vector<std::string>{"01.02.2020", "02.03.2020", "03.04.2020"}));
  EXPECT_EQ(back({"2020-12-31T08:30Z", "2020-12-31T09:30+00:00", "2020-12-31 10:30+00:00"}),
            (std::vector<std::string>{"2020-12-31T08:30+00:00", "2020-12-31T09:30+00:00",
                                      "2020-12-31T10:30+00:00"}));
}

TEST(DateLayout, IsAsFineAsTheFinestOfItsValues) {
  EXPECT_EQ(back({"31.12.2020 08:30", "31.12.2020 09:30", "31.12.2020 09:30:05.125"}),
            (std::vector<std::string>{"31.12.2020 08:30:00.000", "31.12.2020 09:30:00.000",
                                      "31.12.2020 09:30:05.125"}));
}

TEST(DateLayout, HasFourDigitsForAYearThatTwoWouldNotTell) {
  const DateLayout layout{.short_year = true};
  const HundredYears reach = hundred_years();
  const std::vector<std::int64_t> past = {reach.first_day, missing_integer, reach.last_day};
  const std::vector<std::int64_t> ahead = {reach.last_day + 1};
  const std::vector<std::int64_t> long_ago = {reach.first_day - 1};
  EXPECT_TRUE(with_years_of(layout, type::Date{}, past).short_year);
  EXPECT_FALSE(with_years_of(layout, type::Date{}, ahead).short_year);
  EXPECT_FALSE(with_years_of(layout, type::Date{}, long_ago).short_year);
}

TEST(DateLayout, CutsOffWhatIsFiner) {
  const DateLayout minutes{.has_time = true, .has_seconds = false};
  const type::Timestamp time{TimeUnit::millisecond};
  EXPECT_EQ(text_in(minutes, time, 59'999), "1970-01-01 00:00");
  EXPECT_EQ(text_in(minutes, time, -1), "1969-12-31 23:59");
  EXPECT_EQ(text_in({}, time, -1), "1969-12-31");
  EXPECT_EQ(text_in(minutes, type::Date{}, 1), "1970-01-02 00:00");
}

}  // namespace
}  // namespace overhand
