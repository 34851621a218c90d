// The curve is straight between its knots, wherever these lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "overhand/masking/rank_curve_internal.h"
#include "overhand/random/normal.h"
#include "overhand/random/uniform.h"

namespace overhand::masking {
namespace {

// Of 1,024 arguments, which are all knots then.
double expected(const Reals& arguments, const Reals& values, double argument) {
  const auto above = std::ranges::upper_bound(arguments, argument);
  if (above == arguments.begin()) return values.front();
  const auto place = static_cast<std::size_t>(above - arguments.begin()) - 1;
  if (above == arguments.end() || argument == arguments[place]) return values[place];
  const double share = (argument - arguments[place]) / (arguments[place + 1] - arguments[place]);
  return values[place] + share * (values[place + 1] - values[place]);
}

void expect_straight_between(Reals arguments) {
  std::ranges::sort(arguments);
  Reals values(arguments.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sqrt(static_cast<double>(i));
  const RankCurve curve(arguments, values);
  Reals asked = arguments;
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    asked.push_back(arguments[i] + (arguments[i + 1] - arguments[i]) / 3);
    asked.push_back(std::nextafter(arguments[i], -std::numeric_limits<double>::infinity()));
    asked.push_back(std::nextafter(arguments[i], std::numeric_limits<double>::infinity()));
  }
  for (const double beyond : {1e300, -1e300, std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()}) {
    asked.push_back(beyond);
  }
  for (const double argument : asked) {
    EXPECT_EQ(curve.at(argument), expected(arguments, values, argument)) << argument;
  }
}

Reals drawn(double (*made)(double)) {
  random::Stream stream(random::key_from_seed(3), {random::Purpose::test, 9});
  Reals all(1024);
  for (double& one : all) one = made(random::normal_quantile(random::uniform(stream)));
  return all;
}

TEST(RankCurve, IsStraightBetweenItsKnots) {
  expect_straight_between(drawn([](double x) { return x; }));
  expect_straight_between(drawn([](double x) { return std::exp(9 * x); }));  // nearly all in a cell
  expect_straight_between(drawn([](double x) { return std::round(2 * x); }));
  expect_straight_between(drawn([](double x) { return std::abs(x) < 2 ? 0 : x; }));
}

TEST(RankCurve, TakesKnotsThatAreHardlyApart) {
  expect_straight_between(Reals(1024, 0.3));
  expect_straight_between(drawn([](double x) { return 1 + 1e-16 * x; }));
  expect_straight_between(drawn([](double x) { return 1e-322 * std::round(x); }));
  expect_straight_between(drawn([](double x) { return 1e290 * x; }));
}

}  // namespace
}  // namespace overhand::masking
