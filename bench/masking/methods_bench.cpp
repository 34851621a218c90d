// The time of each masking method, on one thread, on normal columns with the covariance
// (-0.75)^|i-j|. Each bench checks its result.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "overhand/masking/methods.h"
#include "overhand/random/normal.h"

namespace overhand::masking {
namespace {

// An autoregressive row: x_j = -0.75 x_{j-1} + sqrt(1 - 0.75^2) e.
Table simulated(std::size_t records, std::size_t columns) {
  constexpr double rho = -0.75;
  const random::Key key = random::key_from_seed(1);
  std::vector<Column> table;
  for (std::uint32_t j = 0; j < columns; ++j) {
    Reals values(records);
    random::Stream stream(key, {random::Purpose::simulation, j});
    random::fill_normal(values, stream);
    if (j > 0) {
      const auto& before = std::get<Cells<double>>(table.back().values);
      for (std::size_t i = 0; i < records; ++i) {
        values[i] = rho * before[i] + std::sqrt(1 - rho * rho) * values[i];
      }
    }
    table.push_back({"x" + std::to_string(j + 1), std::move(values)});
  }
  return Table(std::move(table));
}

enum class Kinds { numbers, mixed, levels };

// Every second column, or each, as a category of eight levels, one record in twenty missing.
Table with_levels(Table table, Kinds kinds) {
  constexpr std::array<std::string_view, 8> levels = {"a", "b", "c", "d", "e", "f", "g", "h"};
  for (std::size_t j = 0; j < table.column_count(); j += kinds == Kinds::mixed ? 2 : 1) {
    Column& column = table.columns()[j];
    TextsBuilder texts;
    for (const double value : reals(column)) {
      const auto level = static_cast<std::size_t>(std::clamp(2 * value + 4, 0.0, 7.0));
      const bool is_missing = std::fmod(std::abs(value) * 1e6, 20) < 1;
      texts.append(is_missing ? std::nullopt : std::optional<std::string_view>(levels[level]));
    }
    column = Column(column.name, type::Category{}, std::move(texts).finish());
  }
  return table;
}

const Table& table_of_size(std::size_t records, std::size_t columns, Kinds kinds) {
  static std::map<std::tuple<std::size_t, std::size_t, Kinds>, Table> tables;
  auto& table = tables[{records, columns, kinds}];
  if (table.column_count() == 0) {
    table = simulated(records, columns);
    if (kinds != Kinds::numbers) table = with_levels(std::move(table), kinds);
  }
  return table;
}

double mean(const Column& column) {
  const Reals values = reals(column);
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The first columns changed, complete, and with means within 8 standard errors.
const char* problem_with(const Table& original, const Table& masked, std::size_t changed) {
  if (masked.row_count() != original.row_count()) return "records are missing";
  const double tolerance = 8 / std::sqrt(static_cast<double>(original.row_count()));
  for (std::size_t j = 0; j < original.column_count(); ++j) {
    const bool is_same = masked.columns()[j].values == original.columns()[j].values;
    if (is_same != (j >= changed)) return is_same ? "a column is unchanged" : "it is changed";
    if (!is_quantity(original.columns()[j].type)) continue;
    const double moved = std::abs(mean(masked.columns()[j]) - mean(original.columns()[j]));
    if (!(moved < tolerance)) return "a mean is off";
  }
  return nullptr;
}

struct Case {
  const char* method;
  OptionValues options;
  std::size_t records = 10000;
  std::size_t columns = 12;
  std::size_t threads = 1;
  Kinds kinds = Kinds::numbers;
  std::size_t changed = columns;
};

void run(benchmark::State& state, const Case& timed) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, timed.threads);
  const Table& original = table_of_size(timed.records, timed.columns, timed.kinds);
  const Method& method = **find_method(timed.method);
  const random::Key key = random::key_from_seed(2);
  const Progress progress;
  for (auto _ : state) {
    const auto masked = method.mask(original, timed.options, {key, progress});
    state.PauseTiming();
    const char* problem =
        masked ? problem_with(original, masked->table, timed.changed) : "it failed";
    state.ResumeTiming();
    if (problem != nullptr) return state.SkipWithError(problem);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * timed.records));
}

// Eight levels, of which each stays with a chance of 0.65.
MatrixList eight_levels() {
  LevelMatrix matrix{.file = "matrix.csv"};
  for (std::size_t level = 0; level < 8; ++level) {
    matrix.levels.push_back(std::string(1, static_cast<char>('a' + level)));
    matrix.chances.emplace_back(8, 0.05);
    matrix.chances.back()[level] = 0.65;
  }
  return {"matrix.csv", {matrix}};
}

const MatrixList noisy_matrix = eight_levels();
const OptionValues exchange = {{"geography", ColumnList{"x1,x2"}},
                               {"similar", ColumnList{"x3,x4,x5"}}};

const std::vector<Case> cases = {
    {"sjppds", {}},
    {"mdav", {{"k", 7L}}},
    {"mdav", {{"k", 7L}}, 100000, 12, 2},
    {"pca", {{"k", 7L}}},
    {"pppca", {{"k", 7L}}, 1000},
    {"pppca", {{"k", 7L}}},
    {"noise", {}},
    {"correlated_noise", {}},
    {"rank_swap", {{"percent", 15.0}}},
    {"cell_rotate", {}},
    {"cell_rotate", {}, 1000000, 10, 2},
    {"cell_shuffle", {}},
    {"rank_noise", {}},
    {"cart", {}},
    {"ipso", {}},
    {"sjppds", {}, 100000},
    {"sjppds", {}, 100000, 12, 1, Kinds::mixed},
    {"cell_rotate", {}, 100000},
    {"cell_rotate", {}, 100000, 12, 1, Kinds::mixed},
    {"cart", {}, 10000, 12, 1, Kinds::mixed},
    {"pram", {}, 100000, 12, 1, Kinds::levels},
    {"pram", {{"matrix", noisy_matrix}}, 100000, 12, 1, Kinds::levels},
    {"swap", exchange, 100000, 12, 1, Kinds::levels, 2},
    {"swap", exchange, 1000000, 12, 1, Kinds::levels, 2},
};

std::string name_of(const Case& timed) {
  constexpr std::array<const char*, 3> kind_names = {"", "/mixed", "/levels"};
  return std::string(timed.method) + "/records:" + std::to_string(timed.records) +
         "/columns:" + std::to_string(timed.columns) + "/threads:" + std::to_string(timed.threads) +
         kind_names.at(static_cast<std::size_t>(timed.kinds)) +
         (timed.options.contains("matrix") ? "/matrix" : "");
}

}  // namespace
}  // namespace overhand::masking

int main(int argc, char** argv) {
  for (const auto& timed : overhand::masking::cases) {
    benchmark::RegisterBenchmark(
        overhand::masking::name_of(timed).c_str(),
        [&timed](benchmark::State& state) { overhand::masking::run(state, timed); })
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
