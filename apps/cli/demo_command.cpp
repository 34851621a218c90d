// overhand demo [-o DIR]: compares all methods on a simulated survey, masks it with the best,
// reports.
#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/write_table.h"
#include "overhand/release/release.h"
#include "overhand/simulation/people.h"
#include "verdict_text.h"

namespace overhand::cli {
namespace {

constexpr std::uint64_t demo_seed = 1;
constexpr std::size_t demo_rows = 1000;

void print_row(const Table& table, std::size_t row) {
  for (const Column& column : table.columns()) fmt::print("{:>9}", reals(column)[row]);
  fmt::print("\n");
}

void print_head(const Table& original, const masking::Masked& masked) {
  for (const Column& column : original.columns()) fmt::print("{:>9}", column.name);
  fmt::print("\n");
  for (std::size_t row = 0; row < 3; ++row) {
    print_row(masked.table, row);
    fmt::print("   source:\n");
    print_row(original, (*masked.lineage)[row]);
  }
}

void demo(const std::string& folder) {
  done_or_fail(io::FilePlan()
                   .writes_folder("-o", folder,
                                  {"original.csv", "masked.csv", "report.html",
                                   internal_report_name("report.html")})
                   .check());
  const random::Key key = random::key_from_seed(demo_seed);
  const Table original = simulation::survey(demo_rows, key);
  const release::Wish wish{.grid = {10}, .tuning = {.replications = 3}, .trial_key = key};
  const auto tuning = value_or_fail(release::try_settings(original, wish, terminal_progress()));
  const auto released = value_or_fail(
      release::release(original, tuning, {.key = key, .for_report = true}, terminal_progress()));
  finish_progress_bar();
  report::Subject subject{original, released.masked, released.evaluation, released.kept, &tuning};
  subject.masked_by = released.decision.setting;
  subject.details = {{"table", "a simulated survey"},
                     {"method", subject.masked_by},
                     {"version", OVERHAND_VERSION}};

  make_folder(folder);
  done_or_fail(io::write_table(original, folder + "/original.csv"));
  done_or_fail(io::write_table(released.masked.table, folder + "/masked.csv"));
  write_report(subject, folder + "/report.html");

  fmt::print("A simulated survey of {} people. {} methods were tried; the best: {}.\n\n", demo_rows,
             tuning.tuned.size(), subject.masked_by);
  if (released.masked.lineage) {
    fmt::print("Three masked records, and the record that each comes from:\n");
    print_head(original, released.masked);
  }
  fmt::print("\n");
  print_verdict(report::verdict_of(subject));
  fmt::print("\nWritten: {0}/original.csv, {0}/masked.csv\nReport: {0}/report.html\n", folder);
}

}  // namespace

void add_demo_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("demo", "Find the best masking of a simulated survey and report on it");
  auto folder = std::make_shared<std::string>("demo");
  command->add_option("-o,--output", *folder, "folder to write to")
      ->capture_default_str()
      ->type_name("DIR");
  command->footer("Example:\n  overhand demo -o /tmp/demo");
  command->callback([folder] { demo(*folder); });
}

}  // namespace overhand::cli
