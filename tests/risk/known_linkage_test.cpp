// The linkage of who knows the kept columns, against a search that looks at every pair.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "overhand/risk/dbrl.h"
#include "overhand/risk/known_linkage_internal.h"
#include "overhand/risk/partner_fit.h"

namespace overhand::risk {
namespace {

using Rows = std::vector<std::uint32_t>;
using statistics::Profile;

Profile profile_of(const std::vector<Reals>& columns) {
  std::vector<Column> all;
  std::vector<std::string> names;
  for (const Reals& values : columns) {
    names.push_back("x" + std::to_string(all.size()));
    all.push_back({names.back(), values});
  }
  return statistics::distance_profile(*statistics::measured_of(Table(all), names, "test"));
}

struct Tables {
  std::vector<Reals> original;
  std::vector<Reals> masked;
  Rows source;
};

// Normal columns, `noise` added, records in another order.
Tables simulated(std::size_t records, std::size_t columns, double noise, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Tables tables;
  tables.source.resize(records);
  std::iota(tables.source.begin(), tables.source.end(), 0U);
  std::ranges::shuffle(tables.source, random);
  for (std::size_t j = 0; j < columns; ++j) {
    Reals values(records);
    for (double& value : values) value = std::round(2 * normal(random));  // ties
    Reals masked;
    for (const std::uint32_t row : tables.source) {
      masked.push_back(values[row] + noise * normal(random));
    }
    tables.original.push_back(values);
    tables.masked.push_back(masked);
  }
  return tables;
}

std::size_t linked_by_looking_at_all(const Profile& original, const Profile& masked,
                                     const KnownClasses& classes, const Rows& source) {
  std::size_t linked = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    double smallest = std::numeric_limits<double>::infinity();
    const auto record = masked.standardised_record(i);
    for (std::size_t k = 0; k < classes.originals.size(); ++k) {
      if (classes.originals[k] != classes.masked[i]) continue;
      smallest = std::min(smallest, squared_distance(record, original.standardised_record(k)));
    }
    linked += static_cast<std::size_t>(
        squared_distance(record, original.standardised_record(source[i])) == smallest);
  }
  return linked;
}

TEST(KnownLinkage, IsThatOfASearchAmongAllOfTheClass) {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    const Tables tables = simulated(200, 1 + seed, seed == 1 ? 0 : 1.5, seed);
    const Profile original = profile_of(tables.original);
    const Profile masked = profile_of(tables.masked);
    Rows before(200);
    for (std::size_t i = 0; i < 200; ++i)
      before[i] = static_cast<std::uint32_t>(i * i % (7 * seed));
    Rows after;
    for (const std::uint32_t row : tables.source) after.push_back(before[row]);
    const auto found = known_linkage(original, masked, {before, after}, tables.source);
    EXPECT_EQ(found.searched, 200U);
    EXPECT_FALSE(found.interval);
    EXPECT_EQ(found.found,
              linked_by_looking_at_all(original, masked, {before, after}, tables.source));
  }
}

TEST(KnownLinkage, SmallerClassesAreLinkedMore) {
  const Tables tables = simulated(1000, 4, 2, 5);
  const Profile original = profile_of(tables.original);
  const Profile masked = profile_of(tables.masked);
  double before = 0;
  for (const std::uint32_t classes : {1U, 10U, 100U, 1000U}) {
    Rows of_originals(1000);
    for (std::uint32_t i = 0; i < 1000; ++i) of_originals[i] = i % classes;
    Rows of_masked;
    for (const std::uint32_t row : tables.source) of_masked.push_back(row % classes);
    const double share =
        known_linkage(original, masked, {of_originals, of_masked}, tables.source).share();
    EXPECT_GT(share, before);
    before = share;
  }
  EXPECT_EQ(before, 1);  // alone in its class
}

TEST(KnownLinkage, ASourceOfAnotherClassIsNotFound) {
  const Profile table = profile_of({{1, 2, 3, 4}});
  const Rows same = {0, 1, 2, 3};
  EXPECT_EQ(known_linkage(table, table, {Rows{0, 0, 1, 1}, Rows{1, 1, 5, 0}}, same).found, 0U);
}

TEST(PartnerFit, SourcesFitAndStrangersDoNot) {
  for (const double noise : {0.0, 2.0, 8.0}) {
    Tables tables = simulated(1000, 4, noise, 11);
    const Profile original = profile_of(tables.original);
    const Profile masked = profile_of(tables.masked);
    EXPECT_TRUE(partners_fit(original, masked, tables.source)) << noise;
    std::mt19937 random(12);
    std::ranges::shuffle(tables.source, random);  // passes once in 700 seeds
    EXPECT_FALSE(partners_fit(original, masked, tables.source)) << noise;
  }
}

TEST(PartnerFit, TooFewRecordsCannotTell) {
  const Profile table = profile_of({{1, 2, 3, 4}});
  EXPECT_TRUE(partners_fit(table, table, Rows{3, 2, 1, 0}));
}

}  // namespace
}  // namespace overhand::risk
