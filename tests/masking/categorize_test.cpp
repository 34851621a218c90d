#include "overhand/masking/categorize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "overhand/statistics/range.h"
#include "support/csv.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

constexpr BinCode no_bin = 0;  // as R's NA

std::vector<BinCode> codes_as_in_r(const Reals& values, int bins) {
  auto codes = categorize(values, bins);
  std::ranges::replace(codes, unbinned_minimum(bins), no_bin);
  return codes;
}

double number_of(const nlohmann::json& json) {
  return json.is_number() ? json.get<double>() : missing_real;
}

TEST(Categorize, AgreesWithRsCutOnTheEdges) {
  const std::string path = testing::fixture("bin_codes_edge.json");
  if (!testing::exists(path)) GTEST_SKIP() << "the reference fixtures are not there";
  int compared = 0;
  for (const auto& entry : testing::read_json(path)) {
    if (!entry.contains("codes")) continue;  // R refuses one bin and infinite values
    SCOPED_TRACE(entry["name"].get<std::string>());
    Reals values;
    std::vector<BinCode> expected;
    for (const auto& value : entry["x"]) values.push_back(number_of(value));
    for (const auto& code : entry["codes"]) {
      expected.push_back(code.is_null() ? no_bin : code.get<BinCode>());
    }
    EXPECT_EQ(codes_as_in_r(values, entry["nc"]), expected);
    ++compared;
  }
  EXPECT_EQ(compared, 33);
}

class CategorizeCensus : public ::testing::TestWithParam<int> {};

TEST_P(CategorizeCensus, AgreesWithRsCut) {
  const int bins = GetParam();
  const std::string data = testing::data_file("census.csv");
  const std::string codes = testing::fixture("bins_census_nc" + std::to_string(bins) + ".csv");
  if (!testing::exists(data) || !testing::exists(codes)) {
    GTEST_SKIP() << "the Census data or the reference fixtures are not there";
  }
  const Table census = testing::read_csv(data);
  const Table expected = testing::read_csv(codes);
  ASSERT_EQ(census.column_count(), 13U);
  for (std::size_t j = 0; j < 13; ++j) {
    const auto computed = categorize(testing::reals_of(census, j), bins);
    EXPECT_TRUE(std::ranges::equal(computed, testing::reals_of(expected, j)))
        << census.columns()[j].name;
  }
}

INSTANTIATE_TEST_SUITE_P(Bins, CategorizeCensus, ::testing::Values(3, 10, 100));

TEST(Categorize, BinsTheSameManyAtATimeAsOneByOne) {
  for (const int bins : {1, 2, 7, 100, 1000}) {
    for (const double offset : {0.0, 1e6, -1e12}) {
      Reals values = testing::reals_of(testing::normal_table(1000, 1, 3), 0);
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] += offset;
        if (i % 3 == 0) values[i] = std::round(values[i]);
        if (i % 97 == 0) values[i] = missing_real;
      }
      std::vector<std::uint16_t> at_once(values.size());
      Binner(statistics::range(values), bins).bin_all<std::uint16_t, double>(values, at_once);
      EXPECT_TRUE(std::ranges::equal(at_once, categorize(values, bins)));
    }
  }
}

TEST(Categorize, PutsEveryValueBetweenItsBreaks) {
  const Reals values = testing::reals_of(testing::normal_table(5000, 1, 4), 0);
  for (const int bins : {2, 10, 333}) {
    const auto breaks = equal_width_breaks(statistics::range(values), bins);
    const auto codes = categorize(values, bins);
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_LT(breaks[codes[i] - 1], values[i]);
      ASSERT_LE(values[i], breaks[codes[i]]);
    }
  }
}

TEST(Categorize, GivesMissingValuesABinOfTheirOwn) {
  EXPECT_EQ(categorize(Reals{1, missing_real, 3}, 2), (std::vector<BinCode>{1, missing_bin, 2}));
  EXPECT_EQ(categorize(Reals{missing_real, missing_real}, 2),
            (std::vector<BinCode>{missing_bin, missing_bin}));
}

TEST(Categorize, KeepsAMinimumWithoutBinApartFromMissingValues) {
  const Reals values = {1e15, missing_real, 1e15 + 4, 1e15 + 7};
  const auto codes = categorize(values, 4);
  EXPECT_EQ(codes[0], unbinned_minimum(4));
  EXPECT_EQ(codes[1], missing_bin);
}

}  // namespace
}  // namespace overhand::masking
