// overhand evaluate ORIGINAL MASKED [--pairing row|sorted|FILE] [--analysis FORMULA] ...
#include <fmt/format.h>

#include <memory>

#include "analyses.h"
#include "columns.h"
#include "command_line.h"
#include "commands/evaluation.h"
#include "commands/masked_table.h"
#include "commands/preparation.h"
#include "evaluation_text.h"
#include "option_checks.h"
#include "overhand/core/text.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/lineage_file.h"
#include "overhand/io/read_table.h"
#include "verdict_text.h"

namespace overhand::cli {
namespace {

using evaluation::Stated;

struct EvaluateArguments {
  std::string original;
  std::string masked;
  std::string pairing;
  std::string json;
  std::string report;
  std::string figures;
  std::string ps = "damped";
  std::uint64_t seed = 1;
  bool exact = false;
  std::vector<std::string> analyses;
  std::string target;
  std::string schema;
  ColumnChoice columns;  // with the plans and the structure of the schema
  StructureArguments structure;
  io::ReadOptions reading;
};

Stated stated_by(const EvaluateArguments& arguments) {
  if (arguments.pairing.empty()) return Stated::nothing;
  if (arguments.pairing == "row") return Stated::row;
  return arguments.pairing == "sorted" ? Stated::sorted : Stated::lineage;
}

// The sources that --pairing states: row by row, or in a lineage file. Sorting states none.
std::optional<Lineage> lineage_of(const EvaluateArguments& arguments, std::size_t records) {
  const Stated stated = stated_by(arguments);
  if (stated == Stated::row) return same_rows(records);
  if (stated != Stated::lineage) return std::nullopt;
  return value_or_fail(io::read_lineage(arguments.pairing, terminal_progress()));
}

bool is_reported(const EvaluateArguments& arguments) {
  return !arguments.report.empty() || !arguments.figures.empty();
}

commands::EvaluationWish wish_of(const EvaluateArguments& arguments) {
  commands::EvaluationWish wish{.stated = stated_by(arguments), .seed = arguments.seed};
  wish.exact = arguments.exact;
  if (arguments.ps == "glm") wish.ps = utility::PsFit::glm;
  wish.target = arguments.target;
  wish.for_report = is_reported(arguments);
  wish.analyses = formulas_of(arguments.analyses);
  wish.where_sources = "A lineage file (--pairing FILE)";
  wish.original = arguments.original;
  wish.masked = arguments.masked;
  return wish;
}

commands::PreparedTable same_columns_of_original(const EvaluateArguments& arguments,
                                                 const Table& masked) {
  const ColumnChoice choice = commands::choice_for_original(masked, arguments.columns);
  return coarsened_or_fail(arguments.original,
                           read_or_fail(arguments.original, choice, arguments.reading), choice);
}

commands::ComparedTables compared_or_fail(const EvaluateArguments& arguments) {
  masking::Masked masked{
      read_or_fail(arguments.masked, commands::choice_for_masked(arguments.columns),
                   commands::reading_for_masked(arguments.reading))
          .table,
      std::nullopt};
  masked.lineage = lineage_of(arguments, masked.table.row_count());
  auto read = same_columns_of_original(arguments, masked.table);
  auto tables = commands::compared(std::move(read), std::move(masked), arguments.columns.structure,
                                   terminal_progress());
  if (!tables) {
    throw Failure(in_lines_of(arguments.original, tables.error(), arguments.reading));
  }
  for (const std::string& sentence : tables->told) {
    say(fmt::format("{}: {}", arguments.original, sentence));
  }
  return *std::move(tables);
}

void check_files(const EvaluateArguments& arguments) {
  io::FilePlan plan;
  plan.reads("the original", arguments.original)
      .reads("the masked table", arguments.masked)
      .reads("the schema", arguments.schema)
      .writes("--json", arguments.json)
      .writes_folder("--figures", arguments.figures);
  if (stated_by(arguments) == Stated::lineage) plan.reads("the lineage", arguments.pairing);
  plan_report(plan, arguments.report);
  done_or_fail(plan.check());
}

void evaluate(EvaluateArguments arguments) {
  check_files(arguments);
  const auto wish = wish_of(arguments);  // its formulas are looked at before any work
  arguments.columns = with_schema(arguments.columns, arguments.schema, arguments.structure);
  Structure& structure = arguments.columns.structure;
  structure.k = std::max(structure.k, arguments.structure.suppress_records);
  const auto tables = compared_or_fail(arguments);
  check_analyses(arguments.original, tables.original, wish.analyses);
  const auto evaluation =
      value_or_fail(commands::evaluated(tables, structure, wish, terminal_progress()));
  const risk::KeptColumns kept = evaluation::kept_in(tables.original, tables.masked);
  report::Subject subject = commands::subject_of(tables, structure, evaluation, kept);
  subject.details = {{"original", file_name(arguments.original)},
                     {"masked", file_name(arguments.masked)},
                     {"version", OVERHAND_VERSION}};
  for (auto& detail : commands::details_of(tables.read.coarsened)) {
    subject.details.push_back(std::move(detail));
  }
  const report::Verdict verdict = verdict_of(subject);
  // Before any text, so that they are there for who stops reading it.
  if (!arguments.json.empty()) {
    write_json(commands::evaluated_json(subject, verdict), arguments.json);
  }
  if (!arguments.report.empty()) write_report(subject, arguments.report);
  if (!arguments.figures.empty()) write_charts(subject, arguments.figures);
  if (arguments.json == "-") return;
  print_verdict(verdict);
  print_evaluation(evaluation);
}

}  // namespace

void add_evaluate_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("evaluate", "Measure risk and loss of a masked table");
  auto arguments = std::make_shared<EvaluateArguments>();
  command->add_option("original", arguments->original, "the original table")
      ->required()
      ->type_name("ORIGINAL");
  command->add_option("masked", arguments->masked, "the masked table")
      ->required()
      ->type_name("MASKED");
  command
      ->add_option("--pairing", arguments->pairing,
                   "how records belong together: row, sorted, or a lineage file "
                   "[the riskier of row and sorted]")
      ->type_name("row|sorted|FILE");
  add_schema_option(*command, arguments->schema);
  add_evaluated_columns(*command, arguments->columns);
  arguments->structure.add_binding_to(*command);
  arguments->structure.add_measured_to(*command);
  arguments->structure.add_keys_to(*command);
  add_read_options(*command, arguments->reading);
  command->add_option("--ps", arguments->ps, "propensity model: damped, or glm as R fits it")
      ->capture_default_str()
      ->check(one_of({"damped", "glm"}))
      ->type_name("FIT");
  add_analysis_option(*command, arguments->analyses);
  command
      ->add_option("--target", arguments->target,
                   "the column that trees learn to predict for tstr [the median over columns]")
      ->type_name("NAME");
  command->add_flag("--exact", arguments->exact, "link all records, however many there are");
  command->add_option("--seed", arguments->seed, "of random ties and samples")
      ->capture_default_str()
      ->transform(seed_number())
      ->type_name("N");
  command->add_option("--json", arguments->json, "write the results as JSON, or - for the pipe")
      ->type_name("FILE");
  command->add_option("--report", arguments->report, "write a report for people")
      ->type_name("FILE.html");
  command->add_option("--figures", arguments->figures, "write the figures as Vega-Lite specs")
      ->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  overhand evaluate people.csv masked.csv --pairing source.csv\n"
      "  overhand evaluate people.csv masked.csv --pairing row --json -\n"
      "  overhand evaluate people.csv masked.csv --analysis \"income ~ age + hours\"");
  command->callback([arguments] { evaluate(*arguments); });
}

}  // namespace overhand::cli
