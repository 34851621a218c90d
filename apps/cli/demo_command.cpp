// overhand demo [-o DIR]: what a steward does with a table of a hospital, which is simulated:
// looks what its columns are, decides, compares all methods, masks with the best, reports.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "command_line.h"
#include "overhand/inspection/inspection.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/schema_file.h"
#include "overhand/io/whole_file.h"
#include "overhand/io/write_table.h"
#include "overhand/release/release.h"
#include "overhand/simulation/people.h"
#include "overhand/table/cell_text.h"
#include "verdict_text.h"

namespace overhand::cli {
namespace {

constexpr std::uint64_t demo_seed = 1;
constexpr std::size_t demo_rows = 1000;

std::vector<std::string> names_with(const Schema& schema, Treatment role) {
  std::vector<std::string> names;
  for (const ColumnPlan& plan : schema.columns) {
    if (plan.role == role) names.push_back(plan.name);
  }
  return names;
}

void print_roles(const Schema& proposed, const std::vector<std::string>& identities) {
  fmt::print("What overhand inspect proposes for them:\n");
  for (const Treatment role : {Treatment::mask, Treatment::keep, Treatment::drop}) {
    const auto names = names_with(proposed, role);
    if (!names.empty()) fmt::print("  {:<5} {}\n", name_of(role), fmt::join(names, ", "));
  }
  fmt::print("In every record {}, and is computed so after masking.\n\n",
             fmt::join(identities, ", "));
}

void print_row(const std::string& what, const Table& table, std::size_t row) {
  fmt::print("{:<8}", what);
  for (const Column& column : table.columns()) {
    fmt::print("  {:>{}}", cell_text(column, row).value_or(""), column.name.size());
  }
  fmt::print("\n");
}

void print_head(const Table& original, const masking::Masked& masked) {
  fmt::print("Three masked records, and the record that each comes from:\n{:<8}", "");
  for (const Column& column : original.columns()) fmt::print("  {}", column.name);
  fmt::print("\n");
  for (std::size_t row = 0; row < 3; ++row) {
    print_row("masked", masked.table, row);
    print_row("  source", original, (*masked.lineage)[row]);
  }
  fmt::print("\n");
}

struct Demo {
  Table hospital;
  inspection::Inspection inspection;
  Schema schema;
  Table original;  // the columns that the steward lets out
};

Demo prepared(const random::Key& key) {
  Demo demo;
  demo.hospital = simulation::hospital(demo_rows, key);
  demo.inspection = value_or_fail(inspection::inspect(demo.hospital, {}, terminal_progress()));
  demo.schema = proposed_schema(demo.inspection);
  demo.original = value_or_fail(choose_columns(demo.hospital, {.plans = plans_of(demo.schema)}));
  return demo;
}

void write_inputs(const Demo& demo, const std::string& folder) {
  done_or_fail(io::write_table(demo.hospital, folder + "/original.csv"));
  const auto comments = schema_comments(demo.inspection, "original.csv");
  done_or_fail(io::write_file(folder + "/schema.toml", io::schema_text(demo.schema, comments)));
}

void run_demo(const std::string& folder) {
  done_or_fail(io::FilePlan()
                   .writes_folder("-o", folder,
                                  {"original.csv", "schema.toml", "masked.csv", "report.html",
                                   internal_report_name("report.html")})
                   .check());
  const random::Key key = random::key_from_seed(demo_seed);
  const Demo demo = prepared(key);
  release::Wish wish{
      .grid = {10}, .tuning = {.replications = 3, .score = tuning::Score::loss}, .trial_key = key};
  wish.tuning.structure.derive = demo.inspection.identities;
  const auto tuning =
      value_or_fail(release::try_settings(demo.original, wish, terminal_progress()));
  const auto released = value_or_fail(release::release(
      demo.original, tuning, {.key = key, .for_report = true}, terminal_progress()));
  finish_progress_bar();
  report::Subject subject{demo.original, released.masked, released.evaluation, released.kept,
                          &tuning};
  subject.masked_by = released.decision.setting;
  subject.structure = wish.tuning.structure;
  subject.details = {{"table", "a simulated hospital"},
                     {"method", subject.masked_by},
                     {"version", OVERHAND_VERSION}};

  make_folder(folder);
  write_inputs(demo, folder);
  done_or_fail(io::write_table(released.masked.table, folder + "/masked.csv"));
  write_report(subject, folder + "/report.html");

  fmt::print("A simulated hospital: {} visits, {} columns.\n\n", demo_rows,
             demo.hospital.column_count());
  print_roles(demo.schema, demo.inspection.identities);
  fmt::print("{} methods were tried; the best: {}.\n\n", tuning.tuned.size(), subject.masked_by);
  if (released.masked.lineage) print_head(demo.original, released.masked);
  print_verdict(report::verdict_of(subject));
  fmt::print(
      "\nWritten: {0}/original.csv, {0}/schema.toml, {0}/masked.csv\nReport: {0}/report.html\n",
      folder);
}

}  // namespace

void add_demo_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("demo", "Find the best masking of a simulated hospital and report on it");
  auto folder = std::make_shared<std::string>("demo");
  command->add_option("-o,--output", *folder, "folder to write to")
      ->capture_default_str()
      ->type_name("DIR");
  command->footer("Example:\n  overhand demo -o /tmp/demo");
  command->callback([folder] { run_demo(*folder); });
}

}  // namespace overhand::cli
