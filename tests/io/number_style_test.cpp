#include <gtest/gtest.h>

#include "overhand/io/number_style_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

// The day as text, or "none".
std::string day(double serial, DateSystem system = DateSystem::from_1900) {
  const auto time = milliseconds_of(serial, system);
  return time ? text_of(type::Timestamp{TimeUnit::millisecond}, *time) : "none";
}

TEST(NumberStyle, OfBuiltInFormats) {
  for (const std::size_t format : {14, 15, 16, 17, 22, 27, 36, 57}) {
    EXPECT_EQ(style_of_built_in(format), NumberStyle::date) << format;
  }
  for (const std::size_t format : {18, 19, 20, 21, 45, 47}) {
    EXPECT_EQ(style_of_built_in(format), NumberStyle::time) << format;
  }
  EXPECT_EQ(style_of_built_in(46), NumberStyle::elapsed);
  for (const std::size_t format : {0, 1, 2, 9, 10, 11, 37, 48, 49, 164}) {
    EXPECT_EQ(style_of_built_in(format), NumberStyle::number) << format;
  }
}

TEST(NumberStyle, OfFormatsSpelledOut) {
  for (const char* format :
       {"yyyy-mm-dd", "D.M.YYYY", "[$-409]d\\-mmm\\-yy;@", "mmm yy", "mmmm", "dddd", "yyyy",
        "yyyy\\-mm\\-dd hh:mm:ss", "[Red]dd/mm/yyyy", "d\" of \"mmmm", "m/d/yy h:mm"}) {
    EXPECT_EQ(style_of(format), NumberStyle::date) << format;
  }
  for (const char* format : {"h:mm", "hh:mm:ss AM/PM", "mm:ss.0", "ss", "[$-F400]h:mm:ss"}) {
    EXPECT_EQ(style_of(format), NumberStyle::time) << format;
  }
  for (const char* format : {"[h]:mm:ss", "[hh]:mm", "[mm]:ss", "[s]"}) {
    EXPECT_EQ(style_of(format), NumberStyle::elapsed) << format;
  }
  for (const char* format :
       {"General", "@", "0", "0.00", "#,##0", "0.00E+00", "0 \"days\"", "0\\d", "[Red]0", "#,##0_d",
        "0.0%", "[$EUR-407] 0", "[>100]0", "", "\"", "[", "\\"}) {
    EXPECT_EQ(style_of(format), NumberStyle::number) << format;
  }
}

TEST(NumberStyle, DaysOfTheSystemFrom1900SkipTheDayThatNeverWas) {
  EXPECT_EQ(day(1), "1900-01-01 00:00:00.000");
  EXPECT_EQ(day(59), "1900-02-28 00:00:00.000");
  EXPECT_EQ(day(60), "none");
  EXPECT_EQ(day(61), "1900-03-01 00:00:00.000");
  EXPECT_EQ(day(45351), "2024-02-29 00:00:00.000");
  EXPECT_EQ(day(2958465), "9999-12-31 00:00:00.000");
}

TEST(NumberStyle, DaysOfTheSystemFrom1904) {
  EXPECT_EQ(day(0, DateSystem::from_1904), "1904-01-01 00:00:00.000");
  EXPECT_EQ(day(60, DateSystem::from_1904), "1904-03-01 00:00:00.000");
  EXPECT_EQ(day(43889, DateSystem::from_1904), "2024-02-29 00:00:00.000");
}

TEST(NumberStyle, NumbersOutsideTheCalendarAreNoDates) {
  for (const double serial :
       {-1.0, 0.0, 0.5, 2958466.0, 1e300, -1e300, double(NAN), double(INFINITY)}) {
    EXPECT_EQ(day(serial), "none") << serial;
  }
  EXPECT_EQ(day(-1, DateSystem::from_1904), "none");
  EXPECT_EQ(day(2957004, DateSystem::from_1904), "none");
}

TEST(NumberStyle, TimesAreOfTheNearestMillisecond) {
  EXPECT_EQ(day(45327.35416666666), "2024-02-05 08:30:00.000");
  EXPECT_EQ(day(45327.999999999999), "2024-02-06 00:00:00.000");
  EXPECT_EQ(day(45327.5000000116), "2024-02-05 12:00:00.001");
}

TEST(NumberStyle, EveryTimeGoesBack) {
  for (std::int64_t time = -2'208'988'800'000; time < 253'402'300'800'000; time += 7'777'777'777) {
    const auto serial = serial_of(time);
    ASSERT_TRUE(serial);
    ASSERT_EQ(milliseconds_of(*serial, DateSystem::from_1900), time) << time;
  }
  EXPECT_EQ(serial_of(-2'208'988'800'000), 1);
  EXPECT_FALSE(serial_of(-2'208'988'800'001));
  EXPECT_FALSE(serial_of(253'402'300'800'000));
}

}  // namespace
}  // namespace overhand::io
