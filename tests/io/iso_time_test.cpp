#include <gtest/gtest.h>

#include "overhand/io/iso_time_internal.h"

namespace overhand::io {
namespace {

constexpr std::int64_t hour = 3'600'000;
constexpr std::int64_t day = 24 * hour;

TEST(IsoTime, DatesWithAndWithoutATime) {
  EXPECT_EQ(iso_milliseconds("1970-01-02"), day);
  EXPECT_EQ(iso_milliseconds("1970-01-01T01:00:00"), hour);
  EXPECT_EQ(iso_milliseconds("1970-01-01T01:00:00.25"), hour + 250);
  EXPECT_EQ(iso_milliseconds("1970-01-01T01:00:00Z"), hour);
  EXPECT_EQ(iso_milliseconds("1969-12-31T23:00"), -hour);
  for (const char* text : {"", "1970", "1970-13-01", "1970-02-30", "1970-01-01X",
                           "1970-01-01T99:00:00", "1970-01-01T1:2:3:4"}) {
    EXPECT_FALSE(iso_milliseconds(text)) << text;
  }
}

TEST(IsoTime, Durations) {
  EXPECT_EQ(iso_duration("PT08H30M00S"), 8 * hour + hour / 2);
  EXPECT_EQ(iso_duration("PT1.5S"), 1500);
  EXPECT_EQ(iso_duration("P1DT2H"), day + 2 * hour);
  EXPECT_EQ(iso_duration("-PT1H"), -hour);
  for (const char* text : {"", "1H", "P1M", "PT1", "PTH", "PT1X", "PT9999999999999999999H"}) {
    EXPECT_FALSE(iso_duration(text)) << text;
  }
}

}  // namespace
}  // namespace overhand::io
