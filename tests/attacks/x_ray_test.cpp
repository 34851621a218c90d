#include "overhand/attacks/x_ray.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/tables.h"

namespace overhand::attacks {
namespace {

const random::Key key = random::key_from_seed(1);
constexpr AttackOptions options{.most_people = 300, .sets = 4};

// Other people of the same kind, but for these records, which go out as they are.
Table leaking(const Table& original, const std::vector<Row>& leaks) {
  const Table other = testing::normal_table(original.row_count(), original.column_count(), 77);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    Reals values = testing::reals_of(other, j);
    for (const Row row : leaks) values[row] = testing::reals_of(original, j)[row];
    columns.push_back(with_values(original.columns()[j], std::move(values)));
  }
  return Table(std::move(columns));
}

XRay ray_of(const Table& original, const Table& released) {
  const auto view = *view_of(original, released);
  People people;
  for (Row row = 0; row < original.row_count(); ++row) people.members.push_back(row);
  Exposures exposures;
  attacked(view, people, Flags(view.originals), options, key, &exposures);
  return *x_ray(original, view, exposures, options, key);
}

double score(const ExposedPerson& person) { return exposure_score(person.exposure, person.anyway); }

TEST(XRay, NamesThePeopleWhoLeakFirst) {
  const Table original = testing::normal_table(200, 6, 1);
  const XRay ray = ray_of(original, leaking(original, {17, 40, 111}));
  EXPECT_EQ(ray.attacked, 200);
  ASSERT_EQ(ray.people.size(), 20);
  std::vector<Row> first;
  for (std::size_t i = 0; i < 3; ++i) first.push_back(ray.people[i].exposure.person);
  std::ranges::sort(first);
  EXPECT_EQ(first, (std::vector<Row>{17, 40, 111}));
  EXPECT_GT(score(ray.people[2]), 2);
  EXPECT_LT(score(ray.people[3]), 1);
  const auto& columns = ray.columns;
  EXPECT_EQ(columns.size(), 6);
}

// Who is attacked alone looks as in the company of all.
TEST(XRay, IsTheSameOfOnePerson) {
  const Table original = testing::normal_table(200, 6, 1);
  const Table released = leaking(original, {17, 40, 111});
  const XRay all = ray_of(original, released);
  const ExposedPerson& first = all.people.front();
  const XRay one = *x_ray_of(original, released, first.exposure.person, options, key);
  ASSERT_EQ(one.people.size(), 1);
  EXPECT_DOUBLE_EQ(score(one.people.front()), score(first));
  EXPECT_EQ(one.people.front().exposure.linked, first.exposure.linked);
  EXPECT_EQ(one.people.front().exposure.singled_out, first.exposure.singled_out);
}

// The mean of all is near the person at the mean, whether or not that one is in.
TEST(XRay, BlamesNoReleaseForWhatOthersTell) {
  Table original = testing::normal_table(200, 4, 1);
  for (Column& column : original.columns()) {
    Reals values(200, 0.0);
    for (std::size_t row = 100; row < 200; ++row) values[row] = static_cast<double>(row);
    column = with_values(column, std::move(values));
  }
  const XRay ray = *x_ray_of(original, original, 3, options, key);
  EXPECT_DOUBLE_EQ(rates_of(ray.people.front().exposure).guessed[0], 1);
  EXPECT_DOUBLE_EQ(ray.people.front().anyway.guessed[0], 1);
  EXPECT_TRUE(findings_of(ray.people.front().exposure, ray.people.front().anyway).empty());
  const XRay alone = *x_ray_of(original, original, 150, options, key);
  EXPECT_FALSE(findings_of(alone.people.front().exposure, alone.people.front().anyway).empty());
}

TEST(XRay, FailsWhereTheReleaseLacksAColumn) {
  const Table original = testing::normal_table(50, 4, 1);
  const Table other = testing::normal_table(50, 3, 1);
  EXPECT_FALSE(x_ray_of(original, other, 0, options, key));
}

}  // namespace
}  // namespace overhand::attacks
