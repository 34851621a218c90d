// The timing study has the paper's sizes and options (appendix A1.4). No test looks at a clock.
#include "overhand/study/timing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace overhand::study {
namespace {

const Series& series(const std::string& name) {
  return *std::ranges::find(timing_series(), name, &Series::name);
}

struct Expected {
  const char* series;
  TimedSize smallest;
  TimedSize largest;
};

TEST(Timing, SeriesHaveThePapersSizes) {
  for (const Expected& expected : {Expected{"rows", {1000, 12, 100}, {10000, 12, 100}},
                                   Expected{"columns", {10000, 5, 100}, {10000, 50, 100}},
                                   Expected{"many_columns", {10000, 50, 100}, {10000, 500, 100}},
                                   Expected{"many_rows", {10000, 10, 100}, {100000, 10, 100}},
                                   Expected{"bins", {10000, 10, 100}, {10000, 10, 1000}}}) {
    SCOPED_TRACE(expected.series);
    const auto& sizes = series(expected.series).sizes;
    ASSERT_EQ(sizes.size(), 10U);
    EXPECT_EQ(sizes.front(), expected.smallest);
    EXPECT_EQ(sizes.back(), expected.largest);
    EXPECT_TRUE(std::ranges::is_sorted(sizes));
  }
}

TEST(Timing, MethodsHaveThePapersOptions) {
  const auto option = [](const char* entrant, const char* name) {
    return masking::text_of(timed_options(entrant_named(entrant), 100).at(name));
  };
  for (const char* name : {"mdav", "pca", "pppca"}) EXPECT_EQ(option(name, "k"), "7") << name;
  for (const char* name : {"noise", "correlated_noise"}) {
    EXPECT_EQ(option(name, "percent"), "100") << name;
  }
  EXPECT_EQ(option("rank_swap", "percent"), "15");
  for (const char* name : {"sjppds", "sjppds_full", "sjppds_simplified"}) {
    EXPECT_EQ(option(name, "bins"), "100") << name;
  }
  EXPECT_TRUE(timed_options(entrant_named("cart"), 100).empty());  // the columns as they are
}

TEST(Timing, EveryMethodIsTimedInEveryReplication) {
  double now = 0;
  const auto clock = [&] { return now += 1; };
  const Progress silent;
  const auto timings = run_timing({.clock = clock, .replications = 2, .sizes = 1},
                                  {random::key_from_seed(1), silent});
  ASSERT_TRUE(timings);
  std::size_t expected = 0;
  for (const Series& one : timing_series()) expected += one.methods.size();
  EXPECT_EQ(timings->size(), expected);
  for (const Timing& timing : *timings) {
    EXPECT_EQ(timing.seconds, (std::vector<double>{1, 1})) << timing.series << timing.method;
  }
}

TEST(Timing, WhatTakesLongIsRepeatedLessOften) {
  double now = 0;
  const auto clock = [&] { return now += 1; };
  const Progress silent;
  const auto timings =
      run_timing({.clock = clock, .replications = 5, .enough = 2.5, .at_least = 2, .sizes = 1},
                 {random::key_from_seed(1), silent});
  ASSERT_TRUE(timings);
  for (const Timing& timing : *timings) EXPECT_EQ(timing.seconds.size(), 3U) << timing.method;
}

TEST(Timing, GrowthIsTheExponent) {
  std::vector<Timing> timings;
  for (const double columns : {5.0, 10.0, 15.0, 20.0, 25.0, 30.0}) {
    const double seconds = 1e-5 * columns * columns;
    timings.push_back({"columns",
                       "sjppds",
                       {10000, static_cast<std::size_t>(columns), 100},
                       {seconds, 100 * seconds, seconds / 100}});
  }
  EXPECT_NEAR(*growth(timings, series("columns"), "sjppds"), 2, 1e-9);
  EXPECT_FALSE(growth(timings, series("columns"), "cart"));
}

TEST(Timing, StopsWhenCancelled) {
  const Progress cancelled({}, [] { return true; });
  const auto timings =
      run_timing({.clock = [] { return 0.0; }}, {random::key_from_seed(1), cancelled});
  ASSERT_FALSE(timings);
  EXPECT_EQ(timings.error().kind, ErrorKind::cancelled);
}

}  // namespace
}  // namespace overhand::study
