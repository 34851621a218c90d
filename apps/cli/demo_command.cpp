// overhand demo [-o DIR]: masks a simulated survey and shows what came out.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "command_line.h"
#include "overhand/io/write_table.h"
#include "overhand/study/simulation.h"

namespace overhand::cli {
namespace {

constexpr std::uint64_t demo_seed = 1;
constexpr std::size_t demo_rows = 1000;

double correlation(const Reals& x, const Reals& y) {
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i], mean_y += y[i];
  mean_x /= static_cast<double>(x.size());
  mean_y /= static_cast<double>(y.size());
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xy / std::sqrt(xx * yy);
}

double largest_correlation_change(const Table& original, const Table& masked) {
  double largest = 0;
  for (std::size_t a = 0; a < original.column_count(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double before = correlation(reals(original.columns()[a]), reals(original.columns()[b]));
      const double after = correlation(reals(masked.columns()[a]), reals(masked.columns()[b]));
      largest = std::max(largest, std::abs(after - before));
    }
  }
  return largest;
}

void print_row(const Table& table, std::size_t row) {
  for (const Column& column : table.columns()) fmt::print("{:>9}", reals(column)[row]);
  fmt::print("\n");
}

void print_head(const Table& original, const masking::Masked& masked) {
  for (const Column& column : original.columns()) fmt::print("{:>9}", column.name);
  fmt::print("\n");
  for (std::size_t row = 0; row < 4; ++row) {
    print_row(masked.table, row);
    fmt::print("   source:\n");
    print_row(original, (*masked.lineage)[row]);
  }
}

void demo(const std::string& folder) {
  const random::Key key = random::key_from_seed(demo_seed);
  const Table original = study::simulated_survey(demo_rows, key);
  const masking::Method& method = *value_or_fail(masking::find_method("sjppds"));
  const masking::MaskOptions options{.values = {{"bins", std::int64_t{20}}}};
  const auto masked =
      value_or_fail(masking::mask(method, original, options, {key, terminal_progress()}));

  std::filesystem::create_directories(folder);
  done_or_fail(io::write_table(original, folder + "/original.csv"));
  done_or_fail(io::write_table(masked.table, folder + "/masked.csv"));

  fmt::print("A simulated survey of {} people, masked by sjppds with 20 bins.\n\n", demo_rows);
  fmt::print("Four masked records, and the record that each comes from:\n");
  print_head(original, masked);
  fmt::print(
      "\nWhat analysts keep: every column's values exactly; correlations within {:.3f}.\n"
      "What an intruder can do: a masked record lies in the same bins as its source in every\n"
      "column, so who knows a person well can find their record. Fewer bins hide more.\n\n"
      "Written: {}/original.csv, {}/masked.csv\n",
      largest_correlation_change(original, masked.table), folder, folder);
}

}  // namespace

void add_demo_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("demo", "Mask a simulated survey and show what came out");
  auto folder = std::make_shared<std::string>("demo");
  command->add_option("-o,--output", *folder, "folder to write to")
      ->capture_default_str()
      ->type_name("DIR");
  command->footer("Example:\n  overhand demo -o /tmp/demo");
  command->callback([folder] { demo(*folder); });
}

}  // namespace overhand::cli
