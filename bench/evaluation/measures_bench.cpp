// What the measures cost: all of them together as tuning runs them, and the two dear ones alone, at
// sizes that show how the cost grows with the records n and the columns p.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <numeric>

#include "overhand/evaluation/evaluator.h"
#include "overhand/masking/methods.h"
#include "overhand/random/normal.h"
#include "overhand/random/uniform.h"

namespace overhand {
namespace {

using evaluation::Pairing;

// Correlated, skewed columns, as amounts of money are.
Table amounts(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  const random::Key key = random::key_from_seed(seed);
  random::Stream shared(key, {random::Purpose::test, 1000});
  Reals common(rows);
  for (double& value : common) value = random::normal(shared);
  std::vector<Column> table(columns);
  for (std::uint32_t j = 0; j < columns; ++j) {
    random::Stream own(key, {random::Purpose::test, j});
    Reals values(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      values[i] = std::exp(0.4 * common[i] + 0.4 * random::normal(own));
    }
    table[j] = {"x" + std::to_string(j + 1), std::move(values)};
  }
  return Table(std::move(table));
}

masking::Masked shuffled(const Table& original, std::int64_t bins) {
  const random::Key key = random::key_from_seed(7);
  const Progress progress;
  return *(*masking::find_method("sjppds"))->mask(original, {{"bins", bins}}, {key, progress});
}

statistics::Profile profile(const Table& table) {
  return statistics::profile_of(
      *statistics::measured_of(table, statistics::measured_names(table), "bench"));
}

std::size_t size(const benchmark::State& state, int argument) {
  return static_cast<std::size_t>(state.range(argument));
}

// n, p, threads: every measure with the sorted and the lineage pairing.
void all_measures(benchmark::State& state) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, size(state, 2));
  const Table original = amounts(size(state, 0), size(state, 1), 1);
  const masking::Masked masked = shuffled(original, 100);
  const auto evaluator = evaluation::Evaluator::prepare(original);
  for (auto _ : state) {
    const auto result =
        evaluator->evaluate(masked.table, {{Pairing::sorted, Pairing::lineage}, &*masked.lineage});
    const auto* by_source = evaluation::find_pairing(*result, Pairing::lineage);
    if (!(value_of(*by_source, evaluation::MeasureId::dbrl) > 0.3)) {
      state.SkipWithError("no links found");
    }
    if (result->by_pairing.size() != 2) state.SkipWithError("a pairing is missing");
  }
}
BENCHMARK(all_measures)
    ->ArgNames({"n", "p", "threads"})
    ->ArgsProduct({{1080}, {4, 8, 12, 24}, {1}})
    ->ArgsProduct({{270, 4320, 17280}, {12}, {1}})
    ->Unit(benchmark::kMillisecond);

// Every column a category of so many levels, the first ones common.
Table categories(std::size_t rows, std::size_t columns, std::uint32_t levels, std::uint64_t seed) {
  const random::Key key = random::key_from_seed(seed);
  std::vector<Column> table(columns);
  for (std::uint32_t j = 0; j < columns; ++j) {
    random::Stream own(key, {random::Purpose::test, j});
    TextsBuilder texts;
    for (std::size_t i = 0; i < rows; ++i) {
      texts.append(
          std::to_string(random::uniform_below(1 + random::uniform_below(levels, own), own)));
    }
    table[j] = {"c" + std::to_string(j + 1), std::move(texts).finish()};
  }
  return Table(std::move(table));
}

// n, p, levels: every measure of a table of categories, row by row, half of the columns moved.
void mixed_measures(benchmark::State& state) {
  const std::size_t rows = size(state, 0);
  const Table original =
      categories(rows, size(state, 1), static_cast<std::uint32_t>(state.range(2)), 1);
  Table masked = original;
  std::vector<Row> moved = same_rows(rows);
  std::rotate(moved.begin(), moved.begin() + 1, moved.end());
  for (std::size_t j = 0; j < masked.column_count(); j += 2) {
    masked.columns()[j] = gather(masked.columns()[j], moved);
  }
  for (auto _ : state) {
    const auto evaluator = evaluation::Evaluator::prepare(original);
    const auto result = evaluator->evaluate(masked, {{Pairing::row}});
    if (!(value_of(result->by_pairing[0], evaluation::MeasureId::dbrl) > 0.3)) {
      state.SkipWithError("no links found");
    }
  }
}
BENCHMARK(mixed_measures)
    ->ArgNames({"n", "p", "levels"})
    ->ArgsProduct({{1000, 10000}, {50}, {200}})
    ->Unit(benchmark::kMillisecond);

// n, p, search: the nearest original of every masked record, on all cores.
void linkage(benchmark::State& state) {
  const Table original = amounts(size(state, 0), size(state, 1), 2);
  const auto x = profile(original);
  const auto m = profile(shuffled(original, 100).table);
  std::vector<Row> rows(x.row_count());
  std::iota(rows.begin(), rows.end(), 0U);
  const risk::Neighbours neighbours(x, static_cast<risk::Search>(state.range(2)));
  for (auto _ : state) {
    const auto nearest = neighbours.nearest_to(m, rows);
    for (const std::size_t i : {std::size_t{0}, rows.size() / 2, rows.size() - 1}) {
      double smallest = risk::squared_distance(m.standardised_record(i), x.standardised_record(0));
      for (std::size_t l = 1; l < x.row_count(); ++l) {
        smallest = std::min(
            smallest, risk::squared_distance(m.standardised_record(i), x.standardised_record(l)));
      }
      if (nearest[i].distance != smallest) state.SkipWithError("not the nearest");
    }
  }
}
BENCHMARK(linkage)
    ->ArgNames({"n", "p", "search"})
    ->ArgsProduct({{10000, 100000}, {12}, {0, 1, 2}})
    ->ArgsProduct({{100000}, {4, 8}, {0, 1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// n, p: DBRL with its sample, from the standardised tables on.
void sampled_linkage(benchmark::State& state) {
  const Table original = amounts(size(state, 0), size(state, 1), 3);
  const masking::Masked masked = shuffled(original, 100);
  const auto x = profile(original);
  const auto m = profile(masked.table);
  for (auto _ : state) {
    const auto nearest =
        risk::nearest_originals(risk::Neighbours(x), m, {}, random::key_from_seed(1));
    const double share = risk::dbrl({x, m, nearest}, *masked.lineage);
    if (!(share > 0.001 && nearest.searched.is_sample)) state.SkipWithError("no links found");
  }
}
BENCHMARK(sampled_linkage)
    ->ArgNames({"n", "p"})
    ->ArgsProduct({{1000000, 10000000}, {12}})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->UseRealTime();

// n, p: ranks, orders, moments and standardised values of one table.
void profiles(benchmark::State& state) {
  const Table original = amounts(size(state, 0), size(state, 1), 5);
  for (auto _ : state) {
    const auto x = profile(original);
    if (x.sorted[0][x.row_count() / 2] < x.sorted[0][0]) state.SkipWithError("not sorted");
  }
}
BENCHMARK(profiles)
    ->ArgNames({"n", "p"})
    ->ArgsProduct({{1080, 100000, 10000000}, {12}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// n, p: the propensity score of a masking that the model can tell from the original.
void propensity(benchmark::State& state) {
  const Table original = amounts(size(state, 0), size(state, 1), 4);
  const auto x = profile(original);
  const auto m = profile(shuffled(original, 5).table);
  for (auto _ : state) {
    const utility::Ps result = utility::propensity_score(x, m);
    if (!(result.has_converged && result.ps > 0.001 && result.ps < 0.9)) {
      state.SkipWithError("no fit");
    }
  }
}
BENCHMARK(propensity)
    ->ArgNames({"n", "p"})
    ->ArgsProduct({{1080, 10000, 100000}, {12}})
    ->ArgsProduct({{1080}, {4, 8, 24}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace overhand
