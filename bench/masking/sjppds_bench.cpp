// sjppds against a plain gather of all columns by one random row permutation, with the same
// threads; and against the literal Algorithm 3.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <map>

#include "overhand/masking/jppds.h"
#include "overhand/masking/sjppds_internal.h"
#include "overhand/random/shuffle.h"
#include "overhand/simulation/paper.h"

namespace overhand::masking {
namespace {

const random::Key key = random::key_from_seed(1);
const Progress quiet;

const Table& table(std::size_t rows, std::size_t columns) {
  static std::map<std::pair<std::size_t, std::size_t>, Table> tables;
  auto& found = tables[{rows, columns}];
  if (found.row_count() == 0) found = simulation::timing({rows, columns}, key);
  return found;
}

tbb::global_control limit(std::int64_t threads) {
  return {tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)};
}

// rows, columns, threads
void gather(benchmark::State& state) {
  const Table& original = table(state.range(0), state.range(1));
  const auto threads = limit(state.range(2));
  const auto order = random::permutation(key, {random::Purpose::row_order}, original.row_count());
  for (auto _ : state) {
    std::vector<Values> gathered(original.column_count());
    tbb::parallel_for(std::size_t{0}, gathered.size(), [&](std::size_t j) {
      gathered[j] = overhand::gather(original.columns()[j].values, order);
    });
    benchmark::DoNotOptimize(gathered.data());
    if (std::get<overhand::Cells<double>>(gathered[0])[0] !=
        std::get<overhand::Cells<double>>(original.columns()[0].values)[order[0]]) {
      state.SkipWithError("gathered the wrong value");
    }
  }
}

template <class Mask>
void run(benchmark::State& state, const Mask& mask) {
  const Table& original = table(state.range(0), state.range(1));
  const auto threads = limit(state.range(2));
  const int bins = static_cast<int>(state.range(3));
  for (auto _ : state) {
    const auto masked = mask(original, bins);
    benchmark::DoNotOptimize(masked->table.columns().data());
    if (masked->table.row_count() != original.row_count()) state.SkipWithError("lost rows");
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// rows, columns, threads, bins
void closed_form(benchmark::State& state) {
  run(state, [](const Table& original, int bins) {
    return sjppds(original, {.bins = bins}, {key, quiet});
  });
}

void literal_simplified(benchmark::State& state) {
  run(state, [](const Table& original, int bins) {
    return sjppds_simplified(original, {.bins = bins}, {key, quiet});
  });
}

constexpr std::int64_t million = 1'000'000;

BENCHMARK(gather)
    ->ArgsProduct({{million, 10 * million}, {10}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(closed_form)
    ->ArgsProduct({{million, 10 * million}, {10}, {1, 2}, {100, 1000}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(closed_form)
    ->Name("closed_form_in_n")
    ->ArgsProduct({{million / 4, million / 2, million}, {10}, {1}, {100}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(closed_form)
    ->Name("closed_form_in_p")
    ->ArgsProduct({{million / 2}, {5, 10, 20}, {1}, {100}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(closed_form)
    ->Name("closed_form_small")
    ->Args({100000, 10, 1, 100})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(literal_simplified)
    ->Args({100000, 10, 1, 100})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace overhand::masking
