// The theorem of docs/theory/sjppds.md by enumeration: Algorithms 1 to 3 of the paper, outcome by
// outcome, have the distribution of the closed form. Counts of equally likely outcomes are
// integers, so the comparison is exact.
#include "overhand/masking/jppds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "overhand/masking/categorize.h"
#include "overhand/masking/sjppds_internal.h"
#include "support/chi_square.h"
#include "support/tables.h"

namespace overhand::masking {
namespace {

using State = std::vector<Reals>;                 // rows
using Outcomes = std::map<State, std::uint64_t>;  // equally likely ways to get there

// A missing value is not equal to itself: in a state this number, which is nowhere else, stands for
// it.
constexpr double missing_in_state = 1e9;

State rows_of(const std::vector<Reals>& columns) {
  State rows(columns.front().size());
  for (const Reals& column : columns) {
    for (std::size_t i = 0; i < column.size(); ++i) {
      rows[i].push_back(is_missing(column[i]) ? missing_in_state : column[i]);
    }
  }
  return rows;
}

Records records_of(const State& rows) {
  Records records{std::vector<Reals>(rows.front().size()), Lineage(rows.size())};
  for (const Reals& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      records.columns[j].push_back(row[j] == missing_in_state ? missing_real : row[j]);
    }
  }
  return records;
}

// Plays the part of chance: goes through all orders of every shuffle, like the digits of a counter.
class AllOrders {
 public:
  explicit AllOrders(bool rows_too) : rows_too_(rows_too) {}

  Shuffler shuffler() {
    at_ = 0;
    return [this](std::span<Row> rows) { shuffle(rows); };
  }

  // To the next combination of orders; false after the last. The last shuffle of a run is that of
  // all rows.
  bool advance() {
    if (!rows_too_) orders_.back() = last_order(orders_.back().size());
    for (auto& order : orders_) {
      if (std::ranges::next_permutation(order).found) return true;
    }
    return false;
  }

 private:
  using Order = std::vector<Row>;

  static Order last_order(std::size_t size) {
    Order order(size);
    std::iota(order.rbegin(), order.rend(), 0U);
    return order;
  }

  void shuffle(std::span<Row> rows) {
    if (at_ == orders_.size()) {
      orders_.emplace_back(rows.size());
      std::iota(orders_.back().begin(), orders_.back().end(), 0U);
    }
    const Order& order = orders_[at_++];
    const Order before(rows.begin(), rows.end());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = before[order[i]];
  }

  bool rows_too_;
  std::size_t at_ = 0;
  std::vector<Order> orders_;
};

State canonical(State rows, bool rows_too) {
  if (!rows_too) std::ranges::sort(rows);
  return rows;
}

// The distribution after one application and a rotation of the columns, from that before. With
// `rows_too` false, tables that differ in the order of their rows count as one: the application
// treats all orders alike, and its last shuffle makes them equally likely.
Outcomes after(Jppds jppds, const Outcomes& before, int bins, bool rows_too) {
  Outcomes outcomes;
  for (const auto& [state, ways] : before) {
    AllOrders orders(rows_too);
    do {
      Records x = jppds(records_of(state), bins, orders.shuffler());
      std::ranges::rotate(x.columns, x.columns.begin() + 1);
      outcomes[canonical(rows_of(x.columns), rows_too)] += ways;
    } while (orders.advance());
  }
  return outcomes;
}

Outcomes algorithm_3(Jppds jppds, const std::vector<Reals>& columns, int bins, bool rows_too) {
  Outcomes outcomes{{canonical(rows_of(columns), rows_too), 1}};
  for (std::size_t i = 0; i < columns.size(); ++i)
    outcomes = after(jppds, outcomes, bins, rows_too);
  return outcomes;
}

// All orders of a column's values within its bins.
std::vector<Reals> orders_within_bins(const Reals& column, int bins) {
  const auto codes = categorize(column, bins);
  AllOrders orders(true);
  std::vector<Reals> all;
  do {
    all.push_back(restricted_permutation(column, codes, orders.shuffler()));
  } while (orders.advance());
  return all;
}

void closed_form_from(const std::vector<std::vector<Reals>>& choices, std::vector<Reals>& chosen,
                      bool rows_too, Outcomes& outcomes) {
  if (chosen.size() < choices.size()) {
    for (const Reals& column : choices[chosen.size()]) {
      chosen.push_back(column);
      closed_form_from(choices, chosen, rows_too, outcomes);
      chosen.pop_back();
    }
    return;
  }
  State rows = rows_of(chosen);
  if (!rows_too) {
    ++outcomes[canonical(rows, false)];
    return;
  }
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    State shuffled;
    for (const std::size_t row : order) shuffled.push_back(rows[row]);
    ++outcomes[shuffled];
  } while (std::ranges::next_permutation(order).found);
}

Outcomes closed_form(const std::vector<Reals>& columns, int bins, bool rows_too) {
  std::vector<std::vector<Reals>> choices;
  for (const Reals& column : columns) choices.push_back(orders_within_bins(column, bins));
  Outcomes outcomes;
  std::vector<Reals> chosen;
  closed_form_from(choices, chosen, rows_too, outcomes);
  return outcomes;
}

std::uint64_t total(const Outcomes& outcomes) {
  std::uint64_t sum = 0;
  for (const auto& [state, ways] : outcomes) sum += ways;
  return sum;
}

// ways_a / total_a == ways_b / total_b for every table, without rounding.
void expect_same_distribution(const Outcomes& a, const Outcomes& b) {
  ASSERT_EQ(a.size(), b.size());
  const auto total_a = static_cast<unsigned __int128>(total(a));
  const auto total_b = static_cast<unsigned __int128>(total(b));
  for (const auto& [state, ways] : a) {
    const auto found = b.find(state);
    ASSERT_NE(found, b.end());
    ASSERT_TRUE(ways * total_b == found->second * total_a);
  }
}

struct Case {
  const char* name;
  std::vector<Reals> columns;
  int bins;
  bool rows_too;
};

const std::vector<Case> cases = {
    {"three rows, row order too", {{1, 2, 9}, {1, 5, 6}, {3, 3.5, 4}}, 2, true},
    {"three rows, one bin, row order too", {{1, 2, 9}, {1, 5, 6}, {3, 3.5, 4}}, 1, true},
    {"four rows, row order too", {{1, 2, 8, 9}, {1, 5, 6, 5}, {3, 3.5, 4, 7}}, 3, true},
    {"four rows, one bin", {{1, 2, 3, 4}, {5, 6, 7, 8}, {2, 4, 6, 8}}, 1, false},
    {"four rows, as many bins as values", {{1, 2, 3, 4}, {5, 6, 7, 8}, {2, 4, 6, 8}}, 4, false},
    {"five rows, two bins", {{1, 2, 8, 9, 10}, {1, 9, 2, 8, 3}, {5, 1, 4, 2, 3}}, 2, false},
    {"five rows, ties", {{1, 1, 8, 9, 9}, {1, 9, 1, 8, 9}, {5, 5, 5, 2, 1}}, 2, false},
    {"five rows, a constant column",
     {{1, 2, 8, 9, 10}, {7, 7, 7, 7, 7}, {5, 1, 4, 2, 3}},
     2,
     false},
    {"five rows, three bins", {{1, 2, 5, 9, 10}, {1, 9, 5, 4, 3}, {5, 1, 9, 2, 3}}, 3, false},
    {"five rows, as many bins as values",
     {{1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}, {1, 3, 5, 2, 4}},
     5,
     false},
    {"missing values", {{1, 2, missing_real, 9}, {1, 9, 5, 4}, {5, 1, 9, 2}}, 2, false},
};

class SameDistribution : public ::testing::TestWithParam<std::size_t> {};

TEST_P(SameDistribution, OfAlgorithm3AndTheClosedForm) {  // theorem 1
  const Case& tried = cases[GetParam()];
  SCOPED_TRACE(tried.name);
  const Outcomes expected = closed_form(tried.columns, tried.bins, tried.rows_too);
  for (const Jppds jppds : {jppds_full, jppds_simplified, jppds_successive}) {
    expect_same_distribution(algorithm_3(jppds, tried.columns, tried.bins, tried.rows_too),
                             expected);
  }
}

INSTANTIATE_TEST_SUITE_P(TinyTables, SameDistribution,
                         ::testing::Range(std::size_t{0}, cases.size()));

TEST(SameDistribution, WouldNoticeAMaskingThatDoesNothing) {
  const Case& tried = cases.front();
  const Outcomes identity{{rows_of(tried.columns), 1}};
  EXPECT_NE(identity.size(), closed_form(tried.columns, tried.bins, true).size());
}

// The product against the same enumeration: 4 records, 2 columns, each column in bins of 2.
TEST(SameDistribution, OfTheProduct) {
  const std::vector<Reals> columns = {{1, 2, 8, 9}, {1, 9, 2, 8}};
  const Outcomes expected = closed_form(columns, 2, true);
  constexpr std::uint64_t runs = 60000;
  Outcomes observed;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const testing::Seeded seeded(seed);
    const auto masked = sjppds(testing::table_of(columns), {.bins = 2}, seeded.context);
    ++observed[rows_of({testing::reals_of(masked->table, 0), testing::reals_of(masked->table, 1)})];
  }
  std::vector<double> counts;
  std::vector<double> expectations;
  for (const auto& [state, ways] : expected) {
    counts.push_back(static_cast<double>(observed[state]));
    expectations.push_back(static_cast<double>(runs * ways) / static_cast<double>(total(expected)));
  }
  EXPECT_EQ(observed.size(), expected.size());
  // Fails by chance with probability 1e-6.
  EXPECT_LT(testing::chi_square(counts, expectations),
            testing::chi_square_quantile(static_cast<double>(counts.size() - 1), 1e-6));
}

TEST(Jppds, LineageNamesARecordWithTheSameBins) {
  testing::for_random_tables(50, [](const Table& original) {
    for (const auto method : {sjppds_full, sjppds_simplified}) {
      const testing::Seeded seeded(3);
      const auto masked = method(original, {.bins = 4}, seeded.context);
      ASSERT_TRUE(masked);
      for (std::size_t j = 0; j < original.column_count(); ++j) {
        const auto before = categorize(reals(original.columns()[j]), 4);
        const auto after_masking = categorize(reals(masked->table.columns()[j]), 4);
        for (std::size_t i = 0; i < before.size(); ++i) {
          EXPECT_EQ(after_masking[i], before[(*masked->lineage)[i]]);
        }
        EXPECT_EQ(testing::sorted_reals(masked->table.columns()[j]),
                  testing::sorted_reals(original.columns()[j]));
      }
    }
  });
}

TEST(RestrictedPermutation, MovesValuesOnlyWithinLevels) {
  const Reals values = {1, 2, 3, 4, 5, 6};
  const std::vector<BinCode> given = {1, 2, 1, 2, 1, 2};
  const Shuffler reversed = [](std::span<Row> rows) { std::ranges::reverse(rows); };
  EXPECT_EQ(restricted_permutation(values, given, reversed), (Reals{5, 6, 3, 4, 1, 2}));
}

}  // namespace
}  // namespace overhand::masking
