#include <gtest/gtest.h>

#include "overhand/io/package_table_internal.h"

namespace overhand::io {
namespace {

const std::vector<ValueLabel> answers = {
    {1.0, "yes"}, {2.0, "no"}, {3.0, "perhaps"}, {tagged_missing('a'), "refused"}, {9.0, "secret"}};

Column answered(const std::string& name, Reals values, Role role, const std::string& set = "set") {
  Column column(name, std::move(values));
  column.role = role;
  column.labels = std::make_shared<const Labels>(
      Labels{.package = Package::stata, .set = set, .values = answers});
  return column;
}

Reals repeated(std::size_t count, double value, Reals more) {
  more.insert(more.end(), count, value);
  return more;
}

std::vector<std::string> labels_in(const PackageVariable& variable) {
  std::vector<std::string> labels;
  for (const ValueLabel& value : variable.values) labels.push_back(value.label);
  return labels;
}

using Words = std::vector<std::string>;

TEST(PackageLabels, OfAKeptVariableThoseOfValuesThatARecordHas) {
  const Table table({answered("kept", {1, 7, 3, tagged_missing('a')}, Role::keep)});
  const auto variables = package_variables(table, Package::stata);
  ASSERT_TRUE(variables);
  EXPECT_EQ(labels_in(variables->front()), (Words{"yes", "perhaps", "refused"}));
}

TEST(PackageLabels, OfAMaskedVariableThoseOfValuesThatManyHave) {
  const Table table({answered("masked", repeated(20, 1, repeated(19, 2, {3})), Role::mask)});
  const auto variables = package_variables(table, Package::stata);
  ASSERT_TRUE(variables);
  EXPECT_EQ(labels_in(variables->front()), Words{"yes"});
}

TEST(PackageLabels, ASetStaysOne) {
  const Table table({answered("a", {1, 1}, Role::keep), answered("b", {2, 2}, Role::keep),
                     answered("c", {3, 3}, Role::keep, "another")});
  const auto variables = package_variables(table, Package::stata);
  ASSERT_TRUE(variables);
  for (const std::size_t j : {0U, 1U}) {
    EXPECT_EQ((*variables)[j].set, "set");
    EXPECT_EQ(labels_in((*variables)[j]), (Words{"yes", "no"}));
  }
  EXPECT_EQ(labels_in((*variables)[2]), Words{"perhaps"});
}

}  // namespace
}  // namespace overhand::io
