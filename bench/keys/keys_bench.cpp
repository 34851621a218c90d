// Measures over the keys of a million records: eight keys of 3 to 100 levels, the first ones
// commoner than the last ones, 2 % of each missing. Each bench checks its result.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "overhand/keys/class_sizes.h"
#include "overhand/keys/diversity.h"
#include "overhand/keys/suda.h"
#include "overhand/keys/suppression.h"
#include "overhand/random/uniform.h"

namespace overhand::keys {
namespace {

constexpr std::size_t million = 1'000'000;
constexpr std::array<double, 8> levels = {100, 3, 17, 6, 8, 30, 5, 50};

Table drawn() {
  std::vector<Column> columns;
  for (std::uint32_t j = 0; j < levels.size(); ++j) {
    random::Stream stream(random::key_from_seed(15), {random::Purpose::simulation, j});
    Integers values(million);
    for (auto& value : values) {
      const double place = random::uniform(stream);
      const bool is_gap = random::uniform(stream) < .02;
      value = is_gap ? missing_integer : static_cast<std::int64_t>(levels[j] * place * place);
    }
    columns.push_back({"k" + std::to_string(j + 1), std::move(values)});
  }
  return Table(std::move(columns));
}

const Table& table() {
  static const Table once = drawn();
  return once;
}

KeyCodes coded_keys() { return *codes_of(table(), column_names(table())); }

const KeyCodes& keys() {
  static const KeyCodes once = coded_keys();
  return once;
}

tbb::global_control limit(const benchmark::State& state) {
  return {tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(state.range(0))};
}

void codes(benchmark::State& state) {
  const auto threads = limit(state);
  table();
  for (auto _ : state) {
    if (coded_keys().row_count() != million) state.SkipWithError("lost records");
  }
}

void sizes(benchmark::State& state) {
  const auto threads = limit(state);
  keys();
  for (auto _ : state) {
    const ClassSizes found = class_sizes(keys());
    if (std::ranges::min(found.records) != 1) state.SkipWithError("nobody is alone");
  }
}

// threads, keys in a set
void special_uniques(benchmark::State& state) {
  const auto threads = limit(state);
  const KeyGroups groups = groups_of(keys());
  const auto largest = static_cast<std::size_t>(state.range(1));
  for (auto _ : state) {
    if (suda(keys(), groups, {.largest = largest}).records == 0) {
      state.SkipWithError("no set of keys singles out a record");
    }
  }
}

// threads, k
void suppress(benchmark::State& state) {
  const auto threads = limit(state);
  const auto k = static_cast<std::size_t>(state.range(1));
  keys();
  for (auto _ : state) {
    const auto found = suppression(keys(), {.k = k});
    if (!found || found->below == 0) state.SkipWithError("nothing is suppressed");
  }
}

void left_out(benchmark::State& state) {
  const auto threads = limit(state);
  keys();
  for (auto _ : state) {
    if (rows_that_share(keys(), 3).size() == million) state.SkipWithError("nobody is left out");
  }
}

// Of the last key by the others.
void diverse(benchmark::State& state) {
  const auto threads = limit(state);
  const KeyGroups groups = groups_of(*codes_of(table(), {"k1", "k2", "k3", "k4"}));
  for (auto _ : state) {
    const Diversity found = diversity(table().columns().back(), groups);
    if (found.classes.size() != groups.count()) state.SkipWithError("lost classes");
  }
}

BENCHMARK(codes)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(sizes)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(special_uniques)
    ->ArgsProduct({{1, 2}, {3, 8}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(suppress)->ArgsProduct({{1, 2}, {3, 10}})->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(left_out)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(diverse)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace overhand::keys
