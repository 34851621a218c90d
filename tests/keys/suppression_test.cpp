#include "overhand/keys/suppression.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <bit>
#include <set>

#include "overhand/keys/class_sizes.h"
#include "overhand/random/uniform.h"

namespace overhand::keys {
namespace {

using Rows = std::vector<std::vector<Code>>;

KeyCodes keys_of(const Rows& rows) {
  KeyCodes keys;
  for (std::size_t j = 0; j < rows.front().size(); ++j) {
    KeyColumn key{.name = "k" + std::to_string(j), .codes = {}};
    for (const auto& row : rows) {
      key.codes.push_back(row[j]);
      key.levels = std::max(key.levels, static_cast<std::size_t>(row[j] + 1));
    }
    keys.columns.push_back(std::move(key));
  }
  return keys;
}

Rows random_rows(random::Stream& stream, std::size_t count) {
  const std::size_t columns = 1 + random::uniform_below(4, stream);
  Rows rows(count, std::vector<Code>(columns));
  for (auto& row : rows) {
    for (Code& code : row) {
      code = random::uniform_below(12, stream) == 0
                 ? missing_code
                 : static_cast<Code>(random::uniform_below(4, stream));
    }
  }
  return rows;
}

// A gap of `a` matches all; one of `b` matches no value.
bool agree(const std::vector<Code>& a, const std::vector<Code>& b, std::uint32_t without) {
  for (std::size_t j = 0; j < a.size(); ++j) {
    const bool is_compared = (without >> j & 1U) == 0 && !is_missing(a[j]);
    if (is_compared && a[j] != b[j]) return false;
  }
  return true;
}

std::size_t agreeing(const Rows& rows, std::size_t row, std::uint32_t without) {
  return static_cast<std::size_t>(std::ranges::count_if(
      rows, [&](const auto& other) { return agree(rows[row], other, without); }));
}

KeyCodes without_cells(KeyCodes keys, const std::vector<std::uint32_t>& gaps) {
  for (std::size_t j = 0; j < keys.key_count(); ++j) {
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      if ((gaps[i] >> j & 1U) != 0) keys.columns[j].codes[i] = missing_code;
    }
  }
  return keys;
}

// Who counts for a record: equal, or emptied, or where it has none left itself.
std::size_t counted(const Rows& rows, const std::vector<std::uint32_t>& gaps, std::size_t row) {
  std::size_t count = 0;
  for (std::size_t other = 0; other < rows.size(); ++other) {
    count += agree(rows[row], rows[other], gaps[row] | gaps[other]) ? 1 : 0;
  }
  return count;
}

// By trying every set of every record: k count for each and k - 1 are true of it, with no more
// cells than the fewest with which k are true.
TEST(Suppression, KeepsItsPromiseWithFewCells) {
  random::Stream stream(random::key_from_seed(15), {random::Purpose::test});
  std::size_t given_back = 0;
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    const Rows rows = random_rows(stream, 5 + random::uniform_below(40, stream));
    const std::size_t k = 2 + random::uniform_below(3, stream);
    const auto found = suppression(keys_of(rows), {.k = k});
    ASSERT_TRUE(found);
    const std::uint32_t all = (1U << rows.front().size()) - 1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::uint32_t gaps = found->gaps[i];
      ASSERT_GE(agreeing(rows, i, gaps), std::max<std::size_t>(2, k - 1));
      ASSERT_GE(counted(rows, found->gaps, i), k);
      for (std::size_t j = 0; j < rows[i].size(); ++j) {
        ASSERT_FALSE((gaps >> j & 1U) != 0 && is_missing(rows[i][j]));  // it was missing before
      }
      if (agreeing(rows, i, gaps) < k) ++given_back;
      for (std::uint32_t other = 0; other <= all; ++other) {
        const bool is_smaller = std::popcount(other) < std::popcount(gaps);
        ASSERT_FALSE(is_smaller && agreeing(rows, i, other) >= k);
      }
    }
    const KeyCodes left = without_cells(keys_of(rows), found->gaps);
    ASSERT_GE(std::ranges::min(class_sizes(left).records), k);
    const auto told = sharing_where_emptied(keys_of(rows), left, Reals(rows.size(), 1));
    for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(told[i], counted(rows, found->gaps, i));
  }
  EXPECT_GT(given_back, 0U);
}

// Two records that never had keys would else share those of everybody.
TEST(Suppression, RecordsWithoutKeysHideNobody) {
  const Code gap = missing_code;
  const Rows rows = {{0, 0}, {1, 1}, {2, 2}, {2, 2}, {2, 2}, {gap, gap}, {gap, gap}};
  const auto found = suppression(keys_of(rows), {.k = 3});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->below, 2U);
  EXPECT_EQ(found->gaps, (std::vector<std::uint32_t>{3, 3, 0, 0, 0, 0, 0}));
  EXPECT_EQ(sharing(keys_of(rows)), (std::vector<Row>{1, 1, 3, 3, 3, 7, 7}));
  EXPECT_EQ(rows_that_share(keys_of(rows), 3), (std::vector<Row>{2, 3, 4, 5, 6}));
}

// Three records of one person are one.
TEST(Suppression, CopiesOfOneSourceCountOnce) {
  const Rows rows = {{0}, {0}, {0}, {1}, {1}, {1}};
  const Lineage sources = {4, 4, 4, 0, 1, 2};
  EXPECT_EQ(one_for_each_source(sources), (Reals{1, 0, 0, 1, 1, 1}));
  const auto found = suppression(keys_of(rows), {.k = 3, .weights = one_for_each_source(sources)});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->gaps, (std::vector<std::uint32_t>{1, 1, 1, 0, 0, 0}));
  const auto few = suppression(keys_of(rows), {.k = 5, .weights = one_for_each_source(sources)});
  ASSERT_FALSE(few);
  EXPECT_EQ(few.error().message,
            "There are 6 records of 4 sources, so that no record can share its keys with 5.");
}

// What is counted is never more than the different sources behind the records that agree.
TEST(Suppression, CountsNoMorePersonsThanThereAre) {
  random::Stream stream(random::key_from_seed(17), {random::Purpose::test});
  for (int round = 0; round < 50; ++round) {
    const Rows rows = random_rows(stream, 40);
    Lineage sources(rows.size());
    for (Row& source : sources) source = static_cast<Row>(random::uniform_below(30, stream));
    const auto counts = sharing(keys_of(rows), one_for_each_source(sources));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::set<Row> persons;
      for (std::size_t other = 0; other < rows.size(); ++other) {
        if (agree(rows[i], rows[other], 0)) persons.insert(sources[other]);
      }
      ASSERT_LE(counts[i], persons.size());
    }
  }
}

TEST(Suppression, LeavesRecordsAloneThatAreSharedAlready) {
  const auto found = suppression(keys_of({{0, 0}, {0, 0}, {1, 0}, {1, 1}}), {.k = 2});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->gaps, (std::vector<std::uint32_t>{0, 0, 1, 2}));
  EXPECT_EQ(found->below, 2U);
}

TEST(Suppression, SparesTheImportantKeys) {
  // The last record agrees with the others but for either key.
  const Rows rows = {{0, 0}, {0, 0}, {1, 1}, {1, 1}, {0, 1}};
  const auto plain = suppression(keys_of(rows), {.k = 2});
  const auto first_dear = suppression(keys_of(rows), {.k = 2, .importance = {5, 1}});
  const auto second_dear = suppression(keys_of(rows), {.k = 2, .importance = {1, 5}});
  ASSERT_TRUE(plain && first_dear && second_dear);
  EXPECT_EQ(std::popcount(plain->gaps[4]), 1);
  EXPECT_EQ(first_dear->gaps[4], 2U);
  EXPECT_EQ(second_dear->gaps[4], 1U);
}

TEST(Suppression, IsTheSameForAnyNumberOfThreads) {
  random::Stream stream(random::key_from_seed(16), {random::Purpose::test});
  Rows rows(5000, std::vector<Code>(7));
  for (auto& row : rows) {
    for (Code& code : row) code = static_cast<Code>(random::uniform_below(5, stream));
  }
  const KeyCodes keys = keys_of(rows);
  const auto many = suppression(keys, {.k = 5, .alike = true});
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const auto alone = suppression(keys, {.k = 5, .alike = true});
  ASSERT_TRUE(many && alone);
  EXPECT_EQ(many->gaps, alone->gaps);
}

TEST(Suppression, RecordsThatStayShareTheirKeys) {
  // The record with a gap can be that of the first, but does not hide it; without it it is alone.
  const Rows rows = {{0, 0}, {0, missing_code}, {1, 1}, {1, 1}, {2, 2}};
  EXPECT_EQ(rows_that_share(keys_of(rows), 2), (std::vector<Row>{2, 3}));
  EXPECT_EQ(rows_that_share(keys_of({{0, 0}, {0, 0}, {0, missing_code}, {0, 1}}), 2),
            (std::vector<Row>{0, 1, 2}));
  EXPECT_TRUE(rows_that_share(keys_of({{0}, {1}}), 2).empty());
}

TEST(Suppression, OnlyMakesCellsOfKeysMissing) {
  const Table table({Column("a", Texts{"x", "x", "y"}, Role::keep),
                     Column("b", Integers{1, 1, 1}, Role::keep),
                     Column("c", Reals{1, 2, 3}, Role::mask)});
  const auto done = suppressed(table, {.k = 2});
  ASSERT_TRUE(done);
  EXPECT_EQ(std::get<Texts>(done->table.columns()[0].values), (Texts{"x", "x", std::nullopt}));
  EXPECT_EQ(reals(done->table.columns()[1]), (Reals{1, 1, 1}));
  EXPECT_EQ(reals(done->table.columns()[2]), (Reals{1, 2, 3}));
  ASSERT_EQ(done->keys.cells.size(), 2U);
  EXPECT_EQ(done->keys.cells[0].cells, 1U);
  EXPECT_EQ(done->keys.cells[1].cells, 0U);
  EXPECT_EQ(done->keys.below, 1U);
  EXPECT_EQ(done->keys.alike_below, 1U);  // alone with its gap
  EXPECT_EQ(done->keys.fits_below, 1U);   // y fits the gap alone: x rules the others out
}

struct Drawn {
  Rows rows = {};
  std::vector<std::uint32_t> emptied = {};
  Reals weights = {};
};

// Some keys missing, some cells emptied, some records that do not count.
Drawn drawn(random::Stream& stream) {
  Drawn table;
  for (int row = 0; row < 30; ++row) {
    auto& values = table.rows.emplace_back();
    for (int j = 0; j < 3; ++j) {
      values.push_back(static_cast<Code>(random::uniform_below(4, stream)) - 1);
    }
    table.emptied.push_back(random::uniform_below(3, stream) == 0 ? random::uniform_below(8, stream)
                                                                  : 0);
    table.weights.push_back(random::uniform_below(3, stream) > 0 ? 1 : 0);
  }
  return table;
}

// Over all pairs.
std::size_t persons_who_fit_fewer(const Drawn& table, double k) {
  std::size_t below = 0;
  for (const auto& person : table.rows) {
    double fits = 0;
    for (std::size_t s = 0; s < table.rows.size(); ++s) {
      bool is_fit = true;
      for (std::size_t j = 0; j < 3; ++j) {
        is_fit = is_fit && (is_missing(person[j]) || (table.emptied[s] >> j & 1U) != 0 ||
                            table.rows[s][j] == person[j]);
      }
      if (is_fit) fits += table.weights[s];
    }
    if (fits < k) ++below;
  }
  return below;
}

TEST(Suppression, PersonsFitWhatIsEqualOrEmptied) {
  random::Stream stream(random::key_from_seed(5), {random::Purpose::test});
  for (int time = 0; time < 50; ++time) {
    const Drawn table = drawn(stream);
    EXPECT_EQ(fits_below(keys_of(table.rows), table.emptied, 3, table.weights),
              persons_who_fit_fewer(table, 3));
  }
}

// Records that count in each class of what is shown, over all pairs.
std::size_t fewest_alike(const Drawn& table) {
  const auto shown = [&](std::size_t row) {
    std::vector<Code> codes = table.rows[row];
    for (std::size_t j = 0; j < codes.size(); ++j) {
      if ((table.emptied[row] >> j & 1U) != 0) codes[j] = missing_code;
    }
    return codes;
  };
  double fewest = static_cast<double>(table.rows.size());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    double alike = 0;
    for (std::size_t other = 0; other < table.rows.size(); ++other) {
      if (shown(other) == shown(row)) alike += table.weights[other];
    }
    fewest = std::min(fewest, alike);
  }
  return static_cast<std::size_t>(fewest);
}

TEST(Suppression, MakesRecordsLookAlike) {
  random::Stream stream(random::key_from_seed(6), {random::Purpose::test});
  for (std::size_t time = 0; time < 200; ++time) {
    Drawn table = drawn(stream);
    const std::size_t k = 2 + time % 4;
    const auto found =
        suppression(keys_of(table.rows), {.k = k, .weights = table.weights, .alike = true});
    ASSERT_TRUE(found);
    table.emptied = found->gaps;
    EXPECT_GE(fewest_alike(table), k);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_FALSE((found->gaps[row] >> j & 1U) != 0 && is_missing(table.rows[row][j]));
      }
    }
  }
}

// The bishop's job is emptied, and those of two more whom nothing else sets apart from her.
TEST(Suppression, MakesTheFewestLookAlike) {
  Rows rows(10, {0, 0});
  rows.push_back({0, 1});
  for (int other = 0; other < 10; ++other) rows.push_back({1, 0});
  const auto found = suppression(keys_of(rows), {.k = 3, .alike = true});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->gaps[10], 2U);
  EXPECT_EQ(std::ranges::count(found->gaps, 2U), 3);
  EXPECT_EQ(std::ranges::count(found->gaps, 0U), 18);
}

TEST(Suppression, TakesAWholeClassWhereNoneCanLend) {
  const auto found = suppression(keys_of({{0}, {0}, {1}}), {.k = 2, .alike = true});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->gaps, (std::vector<std::uint32_t>{1, 1, 1}));
}

// Whoever knows that gaps are written unk must not know the others for made ones.
TEST(Suppression, EmptiedCellsLookLikeOtherGaps) {
  Column texts("a", Texts{"x", "x", "y", "unk", "unk", "NA"}, Role::keep);
  texts.gap_texts =
      std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"NA", "unk"});
  Column codes("b", Integers{1, 1, 2, -9, -9, missing_integer}, Role::keep);
  codes.gap_texts =
      std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"-9"});
  const auto done = suppressed(Table({texts, codes}), {.k = 2});
  ASSERT_TRUE(done);
  EXPECT_EQ(std::get<Texts>(done->table.columns()[0].values),
            (Texts{"x", "x", "unk", "unk", "unk", "NA"}));
  EXPECT_EQ(std::get<Cells<std::int64_t>>(done->table.columns()[1].values)[2], -9);
  EXPECT_EQ(done->keys.below, 1U);
}

TEST(Suppression, SaysWhichKeysCannotBe) {
  const Table table({Column("a", Texts{"x", "x"}, Role::keep), Column("b", Integers{1, 1})});
  const auto said = [&](const Structure& structure) {
    const auto problem = problem_with_keys(table, structure);
    return problem ? problem->message : "";
  };
  EXPECT_EQ(said({.k = 2}), "");
  EXPECT_EQ(said({}), "");
  EXPECT_EQ(said({.keys = {"a", "a"}}), "The key column 'a' is named twice.");
  EXPECT_EQ(said({.importance = {{"b", 2}}, .k = 2}),
            "'importance' names column 'b', which is no key: only cells of keys are suppressed.");
  EXPECT_EQ(said({.k = 3}), "There are 2 records, so that no record can share its keys with 3.");
}

TEST(Suppression, SaysWhatCannotBe) {
  const auto few = suppression(keys_of({{0}, {1}}), {.k = 3});
  ASSERT_FALSE(few);
  EXPECT_EQ(few.error().message,
            "There are 2 records, so that no record can share its keys with 3.");
  const auto wide = suppression(keys_of({std::vector<Code>(17)}), {.k = 2});
  ASSERT_FALSE(wide);
  EXPECT_EQ(wide.error().message,
            "Cells of 17 keys cannot be suppressed together; name at most 16.");
}

}  // namespace
}  // namespace overhand::keys
