// How Stata, SPSS and SAS count days and times: numbers since a day of their own, which a display
// format makes a date.
#pragma once

#include <optional>
#include <string_view>

#include "overhand/table/column.h"

namespace overhand::io {

struct Counting {
  enum class Shows { number, date, moment, time_of_day };
  Shows shows = Shows::number;
  std::int64_t per_day = 1;
  std::int64_t first_day = 0;  // in days since 1970-01-01
};

// "%td", "DATE11", "DATETIME20.". Weeks, months, quarters and Stata's %tC, whose days differ in
// length by leap seconds, are numbers.
Counting counting_of(Package package, std::string_view display);

// How the package counts dates or moments that came from elsewhere, and shows them.
Counting usual_counting(Package package, Counting::Shows shows);
std::string_view usual_display(Package package, Counting::Shows shows);

// Dates, moments in the coarsest unit that holds them all, or times of day (a text with its Arrow
// format). None where a number is none of these exactly, so that it would not go back as it came.
std::optional<Column> column_in_calendar(const Cells<double>& counts, const Counting& counting);

// A date's, moment's or time of day's values as the package counts them. None where one of them
// cannot be counted exactly.
std::optional<Reals> counts_of(const Column& column, const Counting& counting);

// What the column's values are to a package.
Counting::Shows shown_as(const Column& column);

}  // namespace overhand::io
