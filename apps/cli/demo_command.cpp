// overhand demo [-o DIR]: compares all methods on a simulated survey, masks it with the best,
// reports.
#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/write_table.h"
#include "overhand/report/tuning_figures.h"
#include "overhand/study/simulation.h"
#include "overhand/tuning/applied.h"
#include "overhand/tuning/tuner.h"
#include "verdict_text.h"

namespace overhand::cli {
namespace {

constexpr std::uint64_t demo_seed = 1;
constexpr std::size_t demo_rows = 1000;

tuning::Tuning compared(const Table& original, const random::Key& key) {
  std::vector<tuning::Candidate> candidates;
  for (const auto& method : masking::methods()) {
    candidates.push_back(tuning::candidate(method, original, key, {10}));
  }
  return value_or_fail(
      tuning::tune(original, candidates, {.replications = 3}, {key, terminal_progress()}));
}

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
  const Table original = study::simulated_survey(demo_rows, key);
  const auto tuning = compared(original, key);
  finish_progress_bar();
  if (!tuning.best) throw Failure({ErrorKind::refused, "No method got under the ceiling."});
  const auto& best = tuning.tuned[*tuning.best];
  const auto& options = best.points[*best.choice].options;
  const auto applied =
      value_or_fail(tuning::apply(*best.candidate.method, {.values = options}, original,
                                  tuning.options.evaluator, {key, terminal_progress()}));
  report::Subject subject{original, applied.masked, applied.evaluation, &tuning};
  subject.masked_by = report::setting_text(best.candidate.name, options);
  subject.details = {{"table", "a simulated survey"},
                     {"method", subject.masked_by},
                     {"version", OVERHAND_VERSION}};

  make_folder(folder);
  done_or_fail(io::write_table(original, folder + "/original.csv"));
  done_or_fail(io::write_table(applied.masked.table, folder + "/masked.csv"));
  write_report(subject, folder + "/report.html");

  fmt::print("A simulated survey of {} people. {} methods were tried; the best: {}.\n\n", demo_rows,
             tuning.tuned.size(), subject.masked_by);
  if (applied.masked.lineage) {
    fmt::print("Three masked records, and the record that each comes from:\n");
    print_head(original, applied.masked);
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
