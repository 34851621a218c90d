#include "overhand/release/in_part.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "overhand/attacks/witnesses.h"
#include "overhand/masking/methods.h"
#include "support/tables.h"

namespace overhand::release {
namespace {

constexpr std::size_t all = 6'000;
constexpr std::size_t in_sample = 600;

// The sample is the first records, of which nobody knows that they are.
struct World {
  Table whole = testing::normal_table(all, 5, 7);
  Table sample = gather(whole, rows_below(in_sample));
  GateWish wish;
  Gate gate;

  World() {
    wish.wish.method = "cell_rotate";
    wish.wish.grid.points = 3;
    wish.wish.grid.marginals = "synthetic";
    wish.wish.tuning.replications = 1;
    wish.wish.tuning.score = tuning::Score::loss;
    wish.wish.tuning.evaluator.key = wish.wish.trial_key;
    wish.attacks.sets = 3;
    gate = *find_passing(sample, wish, {});
  }

  static std::vector<Row> rows_below(std::size_t count) {
    std::vector<Row> rows(count);
    std::iota(rows.begin(), rows.end(), Row{0});
    return rows;
  }
};

const World& world() {
  static const World made;
  return made;
}

Table masked_by_choice(const World& in, const Table& table, std::uint64_t seed) {
  const Attempt& attempt = in.gate.attempts[*in.gate.passed];
  const auto& tuned = in.gate.tuning.tuned[attempt.method];
  return masking::mask(*tuned.candidate.method, table,
                       {.values = tuned.points[attempt.point].options, .shuffle_rows = true},
                       {random::key_from_seed(seed), {}})
      ->table;
}

Table seen_of(const World& in, const Table& released, const std::vector<Row>& people) {
  const auto view = *attacks::view_of(in.sample, in.sample);
  attacks::Witnesses witnesses(
      people, attacks::searches_of(view, attacks_in_part(in.wish), in.wish.wish.trial_key));
  EXPECT_TRUE(witnesses.see(in.sample, released, 0));
  return gather(released, witnesses.found());
}

Table without_strangers(const World& in) {
  auto left_out = strangers_in_part(in.gate, in.wish).left_out;
  std::ranges::sort(left_out);
  std::vector<Row> rows;
  std::ranges::set_difference(World::rows_below(all), left_out, std::back_inserter(rows));
  return gather(in.whole, rows);
}

// The judgement of a release that `mask` makes of a table.
Result<Gated> judged(const World& in, const auto& mask) {
  const Table released = mask(in.whole, 11);
  const Table other = mask(without_strangers(in), 12);
  Whole whole{.records = all, .smallest_class = all};
  whole.measured = {{evaluation::MeasureId::dbrl, 0.01, statistics::Interval{0.005, 0.02}, 500}};
  InPart part{{gather(released, World::rows_below(in_sample)), World::rows_below(in_sample)},
              seen_of(in, released, members_in_part(in.sample, in.wish)),
              seen_of(in, other, strangers_in_part(in.gate, in.wish).attacked),
              whole};
  return judge_in_part(in.sample, in.gate, in.wish, std::move(part), {}, {});
}

double measured_as(const std::vector<Held>& held, const std::string& name) {
  return std::ranges::find(held, name, &Held::name)->measured;
}

TEST(InPart, TheSampleChoosesASetting) { ASSERT_TRUE(world().gate.passed.has_value()); }

TEST(InPart, PeopleAreOfTheSampleAndStrangersAFifthOfIt) {
  const auto strangers = strangers_in_part(world().gate, world().wish);
  EXPECT_EQ(strangers.left_out.size(), in_sample / 5);
  EXPECT_EQ(members_in_part(world().sample, world().wish).size(), 500U);
  for (const Row row : strangers.attacked) {
    EXPECT_TRUE(std::ranges::find(strangers.left_out, row) != strangers.left_out.end());
  }
}

TEST(InPart, NothingIsMaskedWhereNobodyWhoLiesAloneCanBeAttacked) {
  const World& in = world();
  EXPECT_FALSE(problem_in_part(in.sample, in.gate, in.wish));
  Gate gate = in.gate;
  std::ranges::fill(gate.plan.is_isolated, char{0});
  const auto problem = problem_in_part(in.sample, gate, in.wish);
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->message.find("take a larger sample"), std::string::npos);
}

TEST(InPart, WhatTheSettingMakesOfAllRecordsPasses) {
  const World& in = world();
  const auto gated = judged(in, [&](const Table& table, std::uint64_t seed) {
    return masked_by_choice(in, table, seed);
  });
  ASSERT_TRUE(gated) << gated.error().message;
  EXPECT_EQ(gated->released.evaluation.rows, all);
  EXPECT_DOUBLE_EQ(measured_as(gated->held, "dbrl"), 0.02);  // the upper end, of all records
  EXPECT_EQ(gated->released.evaluation.by_pairing.size(), 1U);
  const auto& measured = gated->released.evaluation.by_pairing.front();
  EXPECT_EQ(measurement_of(measured, evaluation::MeasureId::implausible).sample, in_sample);
  EXPECT_LT(measured_as(gated->held, "membership"), 0.1);
}

// It leaves everybody where he was, and says so of the whole, not of the sample.
TEST(InPart, ARecordThatStayedIsFoundAmongAll) {
  const auto gated = judged(world(), [](const Table& table, std::uint64_t) { return table; });
  ASSERT_FALSE(gated);
  EXPECT_EQ(gated.error().kind, ErrorKind::refused);
}

// One in eight stays as he was: so many members are looked up, and no stranger.
TEST(InPart, MembersWhoStayedAreToldFromStrangers) {
  World in = world();
  in.wish.takes_nearest = true;
  const auto gated = judged(in, [&](const Table& table, std::uint64_t seed) {
    const Table masked = masked_by_choice(in, table, seed);
    std::vector<Column> columns = masked.columns();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      Reals values(table.row_count());
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = testing::reals_of(i % 8 == 0 ? table : masked, j)[i];
      }
      columns[j] = with_values(columns[j], std::move(values));
    }
    return Table(std::move(columns));
  });
  ASSERT_TRUE(gated) << gated.error().message;
  EXPECT_NEAR(gated->attacks.membership.true_positives, 0.125, 0.06);  // 4 sd of 500 members
  EXPECT_NEAR(gated->attacks.look_up, 0.125, 0.06);
}

}  // namespace
}  // namespace overhand::release
