// What docs/guide/simulated_tables.md says about the hospital.
#include <algorithm>
#include <set>

#include "overhand/simulation/diagnoses_internal.h"
#include "overhand/simulation/people.h"
#include "support/moments.h"
#include "support/people.h"

namespace overhand::simulation {
namespace {

using testing::cells_of;
using testing::column_of;
using testing::expect_share;

constexpr std::size_t rows = 20000;

const Table& visits() {
  static const Table table = hospital(rows, random::key_from_seed(1));
  return table;
}

std::size_t gaps(const std::string& name) {
  return missing_count(column_of(visits(), name).values);
}

TEST(Hospital, EveryColumnHasTheTypeOfItsMeaning) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"visit", "integer"},      {"patient", "text"},
      {"name", "text"},          {"birth_date", "date"},
      {"sex", "integer"},        {"zip", "category"},
      {"insurance", "category"}, {"admission", "timestamp"},
      {"diagnosis", "category"}, {"length_of_stay", "integer"},
      {"cost_ward", "real"},     {"cost_drugs", "real"},
      {"cost_surgery", "real"},  {"cost", "real"},
      {"haemoglobin", "real"},   {"creatinine", "real"},
      {"crp", "real"},           {"glucose", "real"},
      {"smoker", "boolean"},     {"satisfaction", "category"}};
  std::vector<std::pair<std::string, std::string>> found;
  for (const Column& column : visits().columns()) {
    found.emplace_back(column.name, name_of(column.type));
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(column_of(visits(), "satisfaction").type, Type(type::Category{true}));
}

TEST(Hospital, TheCostIsTheSumOfItsPartsInEveryRecord) {
  const auto cents = [](const std::string& name) {
    std::vector<long long> all;
    for (const double amount : testing::numbers_of(visits(), name)) {
      all.push_back(std::llround(100 * amount));
    }
    return all;
  };
  const auto ward = cents("cost_ward"), drugs = cents("cost_drugs"),
             surgery = cents("cost_surgery");
  const auto cost = cents("cost");
  for (std::size_t row = 0; row < rows; ++row) {
    ASSERT_EQ(ward[row] + drugs[row] + surgery[row], cost[row]) << row;
  }
}

TEST(Hospital, AmountsHaveTwoDecimals) {
  for (const std::string name : {"cost_ward", "cost_drugs", "cost_surgery", "cost"}) {
    for (const std::string& cell : cells_of(visits(), name)) {
      const auto point = cell.find('.');
      ASSERT_TRUE(point == std::string::npos || cell.size() - point <= 3) << cell;
    }
  }
}

TEST(Hospital, WhatBelongsToAPatientIsTheSameAtEveryVisit) {
  for (const std::string name : {"name", "birth_date", "sex", "zip", "insurance", "smoker"}) {
    EXPECT_TRUE(testing::is_constant_within(visits(), "patient", name)) << name;
  }
  EXPECT_FALSE(testing::is_constant_within(visits(), "patient", "diagnosis"));
}

// A patient has one visit more with a probability of 0.3, so that n visits are by 0.7 n patients.
TEST(Hospital, PatientsComeAgain) {
  const auto codes = cells_of(visits(), "patient");
  expect_share(0.7, std::set(codes.begin(), codes.end()).size(), rows, "first visits");
}

TEST(Hospital, VisitsAreNumberedInTheOrderOfAdmission) {
  const auto admissions = cells_of(visits(), "admission");
  EXPECT_TRUE(std::ranges::is_sorted(admissions));
  EXPECT_EQ(admissions.front().size(), std::string("2023-01-01 08:30:00").size());
  const auto numbers = cells_of(visits(), "visit");
  EXPECT_EQ(numbers.front(), "1");
  EXPECT_EQ(numbers.back(), std::to_string(rows));
}

TEST(Hospital, NobodyIsAdmittedBeforeBirth) {
  const auto births = cells_of(visits(), "birth_date");
  const auto admissions = cells_of(visits(), "admission");
  for (std::size_t row = 0; row < rows; ++row) ASSERT_LT(births[row], admissions[row]);
}

TEST(Hospital, ZipsHaveFiveDigitsAndMostBeginWithZero) {
  const auto cells = cells_of(visits(), "zip");
  for (const std::string& zip : cells) {
    ASSERT_EQ(zip.size(), 5);
    ASSERT_TRUE(std::ranges::all_of(zip, [](char c) { return c >= '0' && c <= '9'; })) << zip;
  }
  EXPECT_GT(std::ranges::count_if(cells, [](const auto& zip) { return zip[0] == '0'; }), rows / 2);
}

TEST(Hospital, GapsAtRandomHaveTheirShares) {
  expect_share(0.05, gaps("creatinine"), rows, "creatinine");
  expect_share(0.08, gaps("glucose"), rows, "glucose");
  expect_share(0.12, gaps("smoker"), rows, "smoker");
  expect_share(0.40, gaps("satisfaction"), rows, "satisfaction");
  for (const std::string name : {"cost", "haemoglobin", "length_of_stay", "diagnosis", "sex"}) {
    EXPECT_EQ(gaps(name), 0) << name;
  }
}

TEST(Hospital, CrpIsMissingByDiagnosis) {
  const auto codes = cells_of(visits(), "diagnosis");
  const auto crp = cells_of(visits(), "crp");
  for (const Diagnosis& diagnosis : diagnoses) {
    std::size_t records = 0;
    std::size_t missing = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      if (codes[row] != diagnosis.code) continue;
      ++records;
      missing += static_cast<std::size_t>(crp[row].empty());
    }
    EXPECT_GT(records, 0) << diagnosis.code;
    expect_share(diagnosis.crp_gaps, missing, records, std::string(diagnosis.code));
  }
}

// The commonest of 16 diagnoses has more than an eighth of the records, the rarest less than a
// hundredth: shares of 20,000 are known to 0.02 with a probability of failure below 1e-8.
TEST(Hospital, DiagnosesAreSkewed) {
  const auto& codes = std::get<Texts>(column_of(visits(), "diagnosis").values);
  const auto counts = codes.level_counts();
  EXPECT_EQ(counts.size(), 16);
  EXPECT_GT(*std::ranges::max_element(counts), rows / 8);
  EXPECT_LT(*std::ranges::min_element(counts), rows / 100);
}

// Correlations of 20,000 records have standard errors below 0.01; each bound is more than six away
// from what a table of a million records has.
TEST(Hospital, LaboratoryValuesGoTogether) {
  const auto correlation = [](const std::string& a, const std::string& b) {
    const auto [x, y] = testing::pairs_of(visits(), a, b, [](std::size_t) { return true; });
    return testing::correlation(x, y);
  };
  EXPECT_LT(correlation("haemoglobin", "crp"), -0.1);
  EXPECT_GT(correlation("creatinine", "crp"), 0.1);
  EXPECT_GT(correlation("length_of_stay", "crp"), 0.15);
  EXPECT_GT(correlation("cost_ward", "length_of_stay"), 0.9);
  EXPECT_LT(correlation("creatinine", "birth_date"), -0.25);
}

TEST(Hospital, LaboratoryValuesDependOnTheDiagnosis) {
  const auto codes = cells_of(visits(), "diagnosis");
  const auto mean_glucose = [&](const std::string& code) {
    const auto [values, same] = testing::pairs_of(
        visits(), "glucose", "glucose", [&](std::size_t row) { return codes[row] == code; });
    return testing::mean(values);
  };
  EXPECT_GT(mean_glucose("E11.9"), mean_glucose("I10") + 50);
}

TEST(Hospital, ASeedGivesOneTable) {
  const auto text = [](std::uint64_t seed) {
    const Table table = hospital(200, random::key_from_seed(seed));
    std::string all;
    for (const std::string& name : column_names(table)) {
      for (const std::string& cell : cells_of(table, name)) all += cell + "\n";
    }
    return all;
  };
  EXPECT_EQ(text(3), text(3));
  EXPECT_NE(text(3), text(4));
}

TEST(Hospital, HasAsManyVisitsAsAskedFor) {
  for (const std::size_t asked : {1, 2, 3, 57}) {
    EXPECT_EQ(hospital(asked, random::key_from_seed(asked)).row_count(), asked);
  }
}

}  // namespace
}  // namespace overhand::simulation
