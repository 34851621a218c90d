#include "overhand/attacks/exposure.h"

#include <gtest/gtest.h>

#include "overhand/attacks/attacks.h"
#include "support/tables.h"

namespace overhand::attacks {
namespace {

const random::Key key = random::key_from_seed(1);
constexpr AttackOptions options{.most_people = 300, .sets = 6};

// The whole table goes out as `released`, and so many of its people are attacked.
Exposures exposures_in(const View& view, std::size_t people) {
  People all;
  for (Row row = 0; row < people; ++row) all.members.push_back(row);
  Exposures exposures;
  attacked(view, all, Flags(view.originals), options, key, &exposures);
  return exposures;
}

// Independent noise, but for these records, which go out as they are.
Table leaking(const Table& original, const std::vector<Row>& leaks) {
  const Table other = testing::normal_table(original.row_count(), original.column_count(), 77);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    const auto& noise = std::get<Cells<double>>(other.columns()[j].values);
    const auto& truth = std::get<Cells<double>>(original.columns()[j].values);
    Reals values(noise.begin(), noise.end());
    for (const Row row : leaks) values[row] = truth[row];
    columns.push_back(with_values(original.columns()[j], std::move(values)));
  }
  return Table(std::move(columns));
}

TEST(Exposure, SaysWhatWasLearntAndByWhichAttack) {
  const Table original = testing::normal_table(300, 6, 1);
  const auto view = *view_of(original, leaking(original, {17}));
  Exposures exposures = exposures_in(view, 300);
  const Exposure& exposure = *exposures.of(17);
  for (const ColumnExposure& column : exposure.columns) {
    EXPECT_GT(column.tried, 0);
    EXPECT_EQ(column.right[0], column.tried);  // nothing is nearer than the record itself
    EXPECT_EQ(column.known[0].size(), 2);      // two facts were enough
    EXPECT_EQ(column.holders, 1);
  }
  EXPECT_EQ(exposure.halves, options.sets);
  EXPECT_EQ(exposure.linked.size(), options.sets);
  EXPECT_EQ(exposure.combinations, 2 * options.sets);
  std::vector<AttackKind> kinds;
  for (const Finding& finding : findings_of(exposure, {})) kinds.push_back(finding.attack);
  EXPECT_EQ(std::ranges::count(kinds, AttackKind::inference), 6);
  EXPECT_EQ(std::ranges::count(kinds, AttackKind::look_up), 6);
  EXPECT_EQ(std::ranges::count(kinds, AttackKind::linkability), 1);
}

TEST(Exposure, CountsOnlyWhatIsNotKnownAnyway) {
  const Table original = testing::normal_table(300, 6, 1);
  const auto view = *view_of(original, leaking(original, {17}));
  Exposures exposures = exposures_in(view, 300);
  const ExposureRates all_right{Reals(6, 1.0), Reals(6, 1.0), 1, 1};
  EXPECT_TRUE(findings_of(*exposures.of(17), all_right).empty());
  EXPECT_DOUBLE_EQ(exposure_score(*exposures.of(17), all_right), 0);
}

// The attacks say the same whether or not somebody looks at single people.
TEST(Exposure, ChangesNoAttack) {
  const Table original = testing::normal_table(200, 5, 3);
  const auto view = *view_of(original, leaking(original, {1, 2, 3}));
  const auto split = control_splits(200, 5, {}, key).front();
  Exposures exposures;
  const AttackSums with = attacked(view, split, Flags(200), options, key, &exposures);
  const AttackSums without = attacked(view, split, Flags(200), options, key);
  EXPECT_EQ(with.inference[1].all[0].target.right, without.inference[1].all[0].target.right);
  EXPECT_EQ(with.linkability.target.right, without.linkability.target.right);
  EXPECT_EQ(with.singling_out.target.right, without.singling_out.target.right);
  EXPECT_EQ(with.membership.look_up.members, without.membership.look_up.members);
  EXPECT_EQ(exposures.all().size(), 200);
}

// By the shares of each person the average over all is that of the attack.
TEST(Exposure, AddsUpToTheAttack) {
  const Table original = testing::normal_table(200, 5, 3);
  const auto view = *view_of(original, leaking(original, {1, 2, 3}));
  People people;
  for (Row row = 0; row < 200; ++row) people.members.push_back(row);
  Exposures exposures;
  const AttackSums sums = attacked(view, people, Flags(200), options, key, &exposures);
  double linked = 0;
  double looked_up = 0;
  for (const Exposure& one : exposures.all()) {
    linked += rates_of(one).linked / 200;
    looked_up += rates_of(one).looked_up[0];
  }
  EXPECT_NEAR(linked, sums.linkability.target.rate(), 1e-12);
  EXPECT_EQ(looked_up, 3);
}

// Two rows that are alike hide each other, one that is alone in both tables is singled out.
TEST(Exposure, SinglesOutWhoIsAloneInBothTables) {
  const Table original = testing::table_of({{1, 1, 5, 9}, {1, 1, 5, 9}, {2, 2, 7, 7}});
  const auto view = *view_of(original, original);
  Exposures exposures;
  People people{{0, 1, 2, 3}, {}};
  exposures.watch(view, people.members);
  singling_out(view, people, 4, key, &exposures);
  for (const Exposure& one : exposures.all()) EXPECT_EQ(one.combinations, 8);
  EXPECT_TRUE(exposures.of(0)->singled_out.empty());
  EXPECT_TRUE(exposures.of(1)->singled_out.empty());
  EXPECT_EQ(exposures.of(2)->singled_out.size(), 8);
}

}  // namespace
}  // namespace overhand::attacks
