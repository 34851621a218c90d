// Masking from file to file against reading and writing the same file with Arrow alone, and reading
// one dialect against reading another.
#include <arrow/api.h>
#include <arrow/csv/api.h>
#include <arrow/io/api.h>
#include <benchmark/benchmark.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>

#include <filesystem>

#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/masking/methods.h"
#include "overhand/simulation/paper.h"

namespace overhand {
namespace {

const random::Key key = random::key_from_seed(1);
const Progress quiet;

std::string place(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("overhand_bench_" + name)).string();
}

// A simulated table of n rows and 10 columns in a file, made once.
std::string input(std::int64_t rows, const std::string& extension) {
  const std::string path = place(std::to_string(rows) + extension);
  if (std::filesystem::exists(path)) return path;
  const Table table = simulation::timing({static_cast<std::size_t>(rows), 10}, key);
  if (!io::write_table(table, path)) throw std::runtime_error("cannot write " + path);
  return path;
}

// The same with semicolons and decimal commas.
std::string german_input(std::int64_t rows) {
  const std::string path = place(std::to_string(rows) + "_german.csv");
  if (std::filesystem::exists(path)) return path;
  const Table table = simulation::timing({static_cast<std::size_t>(rows), 10}, key);
  const io::Layout german{io::FileFormat::csv, io::Dialect{.delimiter = ';', .decimal = ','}};
  if (!io::write_table(table, path, {}, german)) throw std::runtime_error("cannot write " + path);
  return path;
}

void read_file(benchmark::State& state, bool is_german) {
  const std::string from = is_german ? german_input(state.range(0)) : input(state.range(0), ".csv");
  for (auto _ : state) {
    if (!io::read_table(from)) state.SkipWithError("not read");
  }
}

void mask_file(benchmark::State& state, const std::string& extension) {
  const std::string from = input(state.range(0), extension);
  const std::string to = place("masked" + extension);
  const masking::Method& sjppds = **masking::find_method("sjppds");
  for (auto _ : state) {
    const auto original = io::read_table(from);
    const auto masked = sjppds.mask(*original, {{"bins", std::int64_t{100}}}, {key, quiet});
    if (!io::write_table(masked->table, to)) state.SkipWithError("not written");
  }
}

arrow::Status copy_parquet(const std::string& from, const std::string& to, bool as_we_do) {
  ARROW_ASSIGN_OR_RAISE(auto source, arrow::io::ReadableFile::Open(from));
  ARROW_ASSIGN_OR_RAISE(auto reader,
                        parquet::arrow::OpenFile(source, arrow::default_memory_pool()));
  reader->set_use_threads(true);
  ARROW_ASSIGN_OR_RAISE(auto table, reader->ReadTable());
  parquet::WriterProperties::Builder builder;
  if (as_we_do) {
    builder.disable_dictionary()->encoding(parquet::Encoding::BYTE_STREAM_SPLIT);
    builder.compression(arrow::Compression::ZSTD)->compression_level(1);
  }
  ARROW_ASSIGN_OR_RAISE(auto sink, arrow::io::FileOutputStream::Open(to));
  ARROW_RETURN_NOT_OK(parquet::arrow::WriteTable(*table, arrow::default_memory_pool(), sink,
                                                 1 << 20, builder.build()));
  return sink->Close();
}

arrow::Status copy_csv(const std::string& from, const std::string& to) {
  ARROW_ASSIGN_OR_RAISE(auto source, arrow::io::ReadableFile::Open(from));
  ARROW_ASSIGN_OR_RAISE(auto reader,
                        arrow::csv::TableReader::Make(arrow::io::default_io_context(), source,
                                                      arrow::csv::ReadOptions::Defaults(),
                                                      arrow::csv::ParseOptions::Defaults(),
                                                      arrow::csv::ConvertOptions::Defaults()));
  ARROW_ASSIGN_OR_RAISE(auto table, reader->Read());
  ARROW_ASSIGN_OR_RAISE(auto sink, arrow::io::FileOutputStream::Open(to));
  ARROW_RETURN_NOT_OK(
      arrow::csv::WriteCSV(*table, arrow::csv::WriteOptions::Defaults(), sink.get()));
  return sink->Close();
}

void arrow_parquet(benchmark::State& state, bool as_we_do) {
  const std::string from = input(state.range(0), ".parquet");
  for (auto _ : state) {
    if (!copy_parquet(from, place("copied.parquet"), as_we_do).ok()) state.SkipWithError("failed");
  }
}

void arrow_csv(benchmark::State& state) {
  const std::string from = input(state.range(0), ".csv");
  for (auto _ : state) {
    if (!copy_csv(from, place("copied.csv")).ok()) state.SkipWithError("failed");
  }
}

constexpr std::int64_t rows = 2'000'000;

BENCHMARK_CAPTURE(mask_file, parquet, std::string(".parquet"))
    ->Arg(rows)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(arrow_parquet, defaults, false)
    ->Arg(rows)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(arrow_parquet, same_settings, true)
    ->Arg(rows)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mask_file, csv, std::string(".csv"))
    ->Arg(rows / 2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_file, commas, false)
    ->Arg(rows / 2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_file, semicolons, true)
    ->Arg(rows / 2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(arrow_csv)->Arg(rows / 2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace overhand
