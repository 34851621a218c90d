#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "overhand/external/neighbourhoods_internal.h"
#include "overhand/random/sample.h"
#include "support/folder.h"
#include "support/moments.h"
#include "support/tables.h"

namespace overhand::external {
namespace {

constexpr std::size_t centres = 20;
constexpr std::size_t around_each = 5'000;

// Numbers of different scales, one with gaps, and a level.
struct Records {
  explicit Records(std::size_t rows) : x(rows), y(rows), codes(rows) {
    random::Stream stream(random::key_from_seed(rows), {random::Purpose::test});
    for (std::size_t i = 0; i < rows; ++i) {
      x[i] = 1000 * random::normal(stream);
      y[i] = random::uniform_below(6, stream) == 0 ? missing_real : random::normal(stream);
      codes[i] = static_cast<Code>(random::uniform_below(4, stream)) - 1;
    }
  }
  Table table() const {
    DictionaryBuilder levels;
    for (const char* level : {"a", "b", "c"}) levels.code_of(level);
    return Table(
        {{"x", x}, {"y", y}, {"c", type::Category{}, Texts(codes, std::move(levels).finish())}});
  }
  // By the definition: what is unlike adds 2.
  double distance(std::size_t a, std::size_t b, double sd_x, double sd_y) const {
    double sum = std::pow((x[a] - x[b]) / sd_x, 2);
    if (is_missing(y[a]) != is_missing(y[b])) sum += 2;
    if (!is_missing(y[a]) && !is_missing(y[b])) sum += std::pow((y[a] - y[b]) / sd_y, 2);
    return sum + (codes[a] == codes[b] ? 0 : 2);
  }

  Reals x;
  Reals y;
  std::vector<Code> codes;
};

double sd_of(const Reals& values) {
  Reals known;
  std::ranges::copy_if(values, std::back_inserter(known), [](double v) { return !is_missing(v); });
  const double middle = testing::mean(known);
  double squares = 0;
  for (const double value : known) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(known.size() - 1));
}

// A table whose parts are told by the row, and the rows part after part.
struct Laid {
  Laid(const Table& table, std::uint32_t parts, const std::string& folder)
      : store(made(table, parts, folder)) {
    for (std::uint32_t part = 0; part < parts; ++part) {
      for (Row row = part; row < table.row_count(); row += parts) rows.push_back(row);
    }
  }
  static PartStore made(const Table& table, std::uint32_t count, const std::string& folder) {
    std::vector<std::uint32_t> parts(table.row_count());
    std::vector<std::size_t> counts(count);
    for (std::size_t row = 0; row < parts.size(); ++row) {
      parts[row] = static_cast<std::uint32_t>(row) % count;
      ++counts[parts[row]];
    }
    auto store = PartStore::create(folder, table.columns(), counts);
    EXPECT_TRUE(store && store->add(table, parts));
    return *std::move(store);
  }
  PartStore store;
  Lineage rows;
};

class NeighbourhoodsTest : public testing::FolderTest {
 protected:
  random::Key key_ = random::key_from_seed(9);
};

TEST_F(NeighbourhoodsTest, AreTheNearestRecordsOfSomeByTheDefinition) {
  constexpr std::uint32_t parts = 7;
  const Records records(110'000);
  const Table table = records.table();
  const Laid laid(table, parts, path("."));
  const auto found = neighbourhoods(laid.store, laid.rows, table, key_);
  ASSERT_TRUE(found) << sentence_of(found.error());
  EXPECT_TRUE(std::ranges::is_sorted(*found));
  const std::set<Row> chosen(found->begin(), found->end());
  EXPECT_EQ(chosen.size(), found->size());
  const double sd_x = sd_of(records.x);
  const double sd_y = sd_of(records.y);
  std::set<Row> allowed;
  for (const Row place :
       random::sample(key_, {random::Purpose::linkage_sample}, laid.rows.size(), centres)) {
    const Row centre = laid.rows[place];
    std::vector<std::pair<double, Row>> near;
    for (Row row = centre % parts; row < table.row_count(); row += parts) {
      near.emplace_back(records.distance(row, centre, sd_x, sd_y), row);
    }
    std::ranges::sort(near);
    ASSERT_EQ(near.front().second, centre);
    const double limit = near[around_each - 1].first;
    for (const auto& [distance, row] : near) {
      const bool is_surely_near = distance < limit * (1 - 1e-9);
      EXPECT_TRUE(!is_surely_near || chosen.contains(row)) << row;
      if (distance <= limit * (1 + 1e-9)) allowed.insert(row);
    }
  }
  EXPECT_TRUE(std::ranges::includes(allowed, chosen));
}

// Who is looked for is found only among those who are there: a part has no records of others.
TEST_F(NeighbourhoodsTest, OfSmallPartsAreTheWholeParts) {
  constexpr std::uint32_t parts = 50;  // of 2,010 records
  const Records records(100'500);
  const Table table = records.table();
  const Laid laid(table, parts, path("."));
  const auto found = neighbourhoods(laid.store, laid.rows, table, key_);
  ASSERT_TRUE(found) << sentence_of(found.error());
  std::set<std::uint32_t> seen;
  for (const Row place :
       random::sample(key_, {random::Purpose::linkage_sample}, laid.rows.size(), centres)) {
    seen.insert(laid.rows[place] % parts);
  }
  EXPECT_EQ(found->size(), seen.size() * 2'010);
  for (const Row row : *found) ASSERT_TRUE(seen.contains(row % parts)) << row;
}

TEST_F(NeighbourhoodsTest, OfATableThatIsNotLargeAreAllRecords) {
  const Records records(100'000);
  const Laid laid(records.table(), 3, path("."));
  const auto found = neighbourhoods(laid.store, laid.rows, records.table(), key_);
  ASSERT_TRUE(found);
  Lineage all(100'000);
  std::iota(all.begin(), all.end(), Row{0});
  EXPECT_EQ(*found, all);
}

TEST_F(NeighbourhoodsTest, AreOthersByAnotherKeyAndTheSameByTheSame) {
  const Records records(101'000);
  const Table table = records.table();
  const Laid laid(table, 10, path("."));
  const auto one = neighbourhoods(laid.store, laid.rows, table, key_);
  const auto again = neighbourhoods(laid.store, laid.rows, table, key_);
  const auto other = neighbourhoods(laid.store, laid.rows, table, random::key_from_seed(10));
  ASSERT_TRUE(one && again && other);
  EXPECT_EQ(*one, *again);
  EXPECT_NE(*one, *other);
}

}  // namespace
}  // namespace overhand::external
