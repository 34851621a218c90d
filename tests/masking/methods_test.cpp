// What every method of the catalogue must have and do.
#include "overhand/masking/methods.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "support/stopping.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using testing::Seeded;

// Enough records for several tasks of every method, with a column of whole numbers.
Table sample_table(std::size_t records) {
  Table table = testing::normal_table(records, 3, 77);
  Integers whole(records);
  for (std::size_t i = 0; i < records; ++i) {
    whole[i] = std::llround(10 * (testing::reals_of(table, 0)[i] + testing::reals_of(table, 1)[i]));
  }
  table.columns()[2] = with_values(table.columns()[2], whole);
  return table;
}

// Options that let a method be quick on a large table.
OptionValues quick_options(const Method& method) {
  for (const Option& option : method.options) {
    if (option.name == "k" && method.name != "cell_rotate") return {{"k", std::int64_t{500}}};
  }
  return {};
}

Masked masked(const Method& method, const Table& original, std::uint64_t seed,
              std::size_t threads = 2) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  const Seeded seeded(seed);
  auto result = method.mask(original, quick_options(method), seeded.context);
  EXPECT_TRUE(result) << result.error().message;
  return result ? *std::move(result) : Masked{};
}

bool is_same(const Masked& a, const Masked& b) {
  if (a.lineage != b.lineage) return false;
  for (std::size_t j = 0; j < a.table.column_count(); ++j) {
    if (a.table.columns()[j].values != b.table.columns()[j].values) return false;
  }
  return true;
}

class EveryMethod : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method = **find_method(GetParam());
};

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    if (method.takes.numbers && lacking_option(method) == nullptr) names.push_back(method.name);
  }
  return names;
}

TEST_P(EveryMethod, IsTheSameForAnyNumberOfThreads) {
  const Table original = sample_table(method.name == "pppca" ? 1500 : 30000);
  const Masked one = masked(method, original, 5, 1);
  EXPECT_TRUE(is_same(one, masked(method, original, 5, 8)));
  EXPECT_EQ(is_same(one, masked(method, original, 6, 8)), method.is_deterministic);
}

TEST_P(EveryMethod, ChangesTheRecords) {
  const Table original = sample_table(1200);
  const Masked result = masked(method, original, 5);
  const Lineage source = result.lineage.value_or(same_rows(original.row_count()));
  std::size_t unchanged = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    bool is_unchanged = true;
    for (std::size_t j = 0; j < original.column_count(); ++j) {
      is_unchanged &=
          reals(result.table.columns()[j])[i] == reals(original.columns()[j])[source[i]];
    }
    unchanged += static_cast<std::size_t>(is_unchanged);
  }
  EXPECT_LT(unchanged, 40U);  // the identity: 1200
}

TEST_P(EveryMethod, SaysWhereARecordIs) {
  const Masked result = masked(method, sample_table(1200), 5);
  if (method.keeps_rows) {
    EXPECT_EQ(result.lineage, same_rows(1200));
  } else if (result.lineage) {
    EXPECT_NE(result.lineage, same_rows(1200));
    for (const Row source : *result.lineage) EXPECT_LT(source, 1200U);
  }
}

TEST_P(EveryMethod, KeepsNamesAndRoles) {
  const Masked result = masked(method, sample_table(1200), 5);
  ASSERT_EQ(result.table.column_count(), 3U);
  ASSERT_EQ(result.table.row_count(), 1200U);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(result.table.columns()[j].name, "x" + std::to_string(j + 1));
  }
}

// Asked at least as often as the records are looked at anew, so that no table is too large to stop.
TEST_P(EveryMethod, StopsInItsMidst) {
  constexpr int never = 1 << 30;
  const Table original = sample_table(6000);
  const random::Key key = random::key_from_seed(1);
  const testing::StopsAt not_at_all(never);
  ASSERT_TRUE(method.mask(original, quick_options(method), {key, not_at_all.progress()}));
  const int questions = not_at_all.questions();
  EXPECT_GE(questions, 3);
  for (const int question : {1, 2, questions / 2, questions}) {
    const testing::StopsAt stop(question);
    const auto result = method.mask(original, quick_options(method), {key, stop.progress()});
    ASSERT_FALSE(result) << question << " of " << questions;
    EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
  }
}

TEST_P(EveryMethod, StopsWhenAsked) {
  const random::Key key = random::key_from_seed(1);
  const Progress progress(nullptr, [] { return true; });
  const auto result = method.mask(sample_table(1200), quick_options(method), {key, progress});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
}

TEST_P(EveryMethod, RefusesWhatItCannotMask) {
  const Seeded seeded(1);
  Table text = sample_table(100);
  text.columns()[1] = with_values(text.columns()[1], Texts(100, "a"));
  EXPECT_EQ(bool(method.mask(text, {}, seeded.context)), method.takes.levels);
  Table infinite = sample_table(100);
  testing::set_real(infinite.columns()[0], 3, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(method.mask(infinite, {}, seeded.context));
  EXPECT_FALSE(method.mask(sample_table(1), {}, seeded.context));
  EXPECT_FALSE(method.mask(Table(), {}, seeded.context));
  EXPECT_FALSE(method.mask(sample_table(100), {{"nonsense", true}}, seeded.context));
}

Table without_missing(Table table) {
  for (Column& column : table.columns()) {
    const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values);
    if (whole != nullptr) {
      Integers values(whole->begin(), whole->end());
      std::ranges::replace(values, missing_integer, std::int64_t{3});
      column = with_values(column, std::move(values));
    } else {
      testing::change_each(column, [](double& value) {
        if (is_missing(value)) value = 0.5;
      });
    }
  }
  return table;
}

// Ties, constant columns, two records, more columns than records: a whole table or a sentence.
TEST_P(EveryMethod, MasksOrSaysWhyNot) {
  const Seeded seeded(3);
  int masked_tables = 0;
  testing::for_random_tables(200, [&](const Table& random) {
    const Table original = without_missing(random);
    const auto result = method.mask(original, {}, seeded.context);
    if (!result) {
      EXPECT_TRUE(result.error().message.ends_with(".")) << result.error().message;
      return;
    }
    ++masked_tables;
    ASSERT_EQ(result->table.row_count(), original.row_count());
    for (const Column& column : result->table.columns()) {
      EXPECT_TRUE(std::ranges::all_of(reals(column), [](double v) { return std::isfinite(v); }));
    }
  });
  EXPECT_GT(masked_tables, 50);
}

TEST_P(EveryMethod, IsDocumented) {
  EXPECT_FALSE(method.summary.empty());
  EXPECT_FALSE(method.reference.empty());
  EXPECT_FALSE(method.keeps.empty());
  for (const Option& option : method.options) {
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_TRUE(option.limits.grid.empty() || option.limits.grid.size() == 30) << option.name;
  }
  const std::string docs =
      std::string(OVERHAND_REFERENCE) + "/../../docs/guide/" + method.name + ".md";
  EXPECT_TRUE(std::filesystem::exists(docs)) << docs;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryMethod, ::testing::ValuesIn(method_names()),
                         [](const auto& instance) { return instance.param; });

TEST(Methods, HaveDifferentNames) {
  std::set<std::string> names;
  for (const Method& method : methods()) EXPECT_TRUE(names.insert(method.name).second);
  EXPECT_GE(names.size(), 12U);
}

}  // namespace
}  // namespace overhand::masking
