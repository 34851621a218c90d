#include <gtest/gtest.h>

#include "overhand/io/package_calendar_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

using Shows = Counting::Shows;
using All = std::vector<std::string>;

// The texts of what the counts are, "number" where they are no dates.
All read(Package package, const char* display, const Reals& counts) {
  const auto column = column_in_calendar(counts, counting_of(package, display));
  if (!column) return {"number"};
  All texts;
  for (std::size_t row = 0; row < column->size(); ++row) {
    texts.push_back(cell_text(*column, row).value_or("-"));
  }
  return texts;
}

TEST(PackageCalendar, StataCountsFrom1960) {
  EXPECT_EQ(read(Package::stata, "%td", {0, -1, 21915, missing_real}),
            (All{"1960-01-01", "1959-12-31", "2020-01-01", "-"}));
  EXPECT_EQ(read(Package::stata, "%tdDD/NN/CCYY", {0}), (All{"1960-01-01"}));
  EXPECT_EQ(read(Package::stata, "%-d", {1}), (All{"1960-01-02"}));
  EXPECT_EQ(read(Package::stata, "%tc", {1, -1}),
            (All{"1960-01-01 00:00:00.001", "1959-12-31 23:59:59.999"}));
  EXPECT_EQ(read(Package::stata, "%tc", {1000}), (All{"1960-01-01 00:00:01.000"}));
}

TEST(PackageCalendar, WeeksMonthsAndLeapSecondsStayNumbers) {
  for (const char* display : {"%tm", "%tq", "%tw", "%th", "%ty", "%tC", "%9.0g", "%8.2f", ""}) {
    EXPECT_EQ(read(Package::stata, display, {5}), (All{"number"})) << display;
  }
  for (const char* display : {"MOYR6", "QYR6", "WKYR8", "WKDAY3", "F8.2", "DTIME10"}) {
    EXPECT_EQ(read(Package::spss, display, {5}), (All{"number"})) << display;
  }
  for (const char* display : {"MONYY7", "YEAR4", "BEST12", "COMMA9", ""}) {
    EXPECT_EQ(read(Package::sas, display, {5}), (All{"number"})) << display;
  }
}

TEST(PackageCalendar, SpssCountsSecondsFrom1582) {
  for (const char* display : {"DATE11", "ADATE10", "EDATE10", "SDATE10", "JDATE7"}) {
    EXPECT_EQ(read(Package::spss, display, {86400, 13797216000}),
              (All{"1582-10-15", "2020-01-01"}));
  }
  EXPECT_EQ(read(Package::spss, "DATE11", {13797216001}), (All{"2020-01-01 00:00:01"}));
  EXPECT_EQ(read(Package::spss, "DATETIME20", {13797223384.567}), (All{"2020-01-01 02:03:04.567"}));
  EXPECT_EQ(read(Package::spss, "TIME8", {3723, 86399.25}), (All{"01:02:03.000", "23:59:59.250"}));
  EXPECT_EQ(read(Package::spss, "TIME8", {86400}), (All{"number"}));
}

TEST(PackageCalendar, SasFormatsHaveManyNames) {
  for (const char* display :
       {"DATE9", "DDMMYY10", "MMDDYY8.", "YYMMDDN8", "E8601DA10", "DDMMYYP"}) {
    EXPECT_EQ(read(Package::sas, display, {1}), (All{"1960-01-02"})) << display;
  }
  for (const char* display : {"DATETIME20.", "E8601DT26.6"}) {
    EXPECT_EQ(read(Package::sas, display, {1}), (All{"1960-01-01 00:00:01"})) << display;
  }
}

TEST(PackageCalendar, WhatIsNoTimeExactlyStaysANumber) {
  EXPECT_EQ(read(Package::stata, "%td", {0.5}), (All{"number"}));
  EXPECT_EQ(read(Package::stata, "%tc", {0.5}), (All{"1960-01-01 00:00:00.000500"}));
  EXPECT_EQ(read(Package::stata, "%td", {1e12}), (All{"number"}));  // no year has four digits there
  EXPECT_EQ(read(Package::stata, "%td", {-0.0}),
            (All{"number"}));  // a zero without its sign is another
  EXPECT_EQ(read(Package::spss, "DATETIME20", {1.0 / 3}), (All{"number"}));
}

TEST(PackageCalendar, CountsComeBackToTheLastBit) {
  const auto expect_back = [](Package package, const char* display, const Reals& counts) {
    const Counting counting = counting_of(package, display);
    const auto column = column_in_calendar(counts, counting);
    ASSERT_TRUE(column) << display;
    EXPECT_EQ(counts_of(*column, counting), counts) << display;
  };
  expect_back(Package::stata, "%td", {0, -80000, 21915});
  expect_back(Package::stata, "%tc", {0, 1927944306789, -1, 0.5});
  expect_back(Package::spss, "EDATE10", {13797216000, 86400});
  expect_back(Package::spss, "DATETIME20", {13797223384.567, 13797223384.123456, 0.25});
  expect_back(Package::spss, "TIME8", {0, 0.001, 86399});
}

TEST(PackageCalendar, FinerMomentsThanAPackageHasAreRefused) {
  const Column fine("", type::Timestamp{TimeUnit::nanosecond}, Integers{1'577'836'800'000'000'001});
  const Column coarse("", type::Timestamp{TimeUnit::nanosecond},
                      Integers{1'000'000, missing_integer});
  const Counting stata = usual_counting(Package::stata, Shows::moment);
  EXPECT_FALSE(counts_of(fine, stata));
  EXPECT_FALSE(counts_of(fine, usual_counting(Package::spss, Shows::moment)));
  const auto counts = counts_of(coarse, stata);
  ASSERT_TRUE(counts);
  EXPECT_EQ((*counts)[0], 315619200001);
  EXPECT_TRUE(is_missing((*counts)[1]));
}

}  // namespace
}  // namespace overhand::io
