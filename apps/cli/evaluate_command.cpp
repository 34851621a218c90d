// overhand evaluate ORIGINAL MASKED [--pairing row|sorted|FILE] [--analysis FORMULA] ...
#include <fmt/format.h>

#include <memory>
#include <set>

#include "analyses.h"
#include "columns.h"
#include "command_line.h"
#include "commands/key_preparation.h"
#include "commands/masked_table.h"
#include "commands/structure.h"
#include "evaluation_text.h"
#include "option_checks.h"
#include "overhand/core/text.h"
#include "overhand/evaluation/analyses.h"
#include "overhand/evaluation/evaluator.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/evaluation/pairings.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/lineage_file.h"
#include "overhand/io/read_table.h"
#include "overhand/keys/suppression.h"
#include "overhand/masking/rare_units.h"
#include "overhand/report/results_json.h"
#include "overhand/risk/partner_fit.h"
#include "overhand/table/column_words.h"
#include "overhand/table/levels.h"
#include "verdict_text.h"

namespace overhand::cli {
namespace {

using evaluation::Evaluation;
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

evaluation::EvaluatorOptions evaluator_options(const EvaluateArguments& arguments) {
  evaluation::EvaluatorOptions options;
  options.key = random::key_from_seed(arguments.seed);
  options.linkage.exact = arguments.exact;
  options.structure = arguments.columns.structure;
  if (arguments.ps == "glm") options.ps = utility::PsFit::glm;
  return options;
}

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

Evaluation evaluated(const EvaluateArguments& arguments, const Table& original,
                     const masking::Masked& masked) {
  const auto evaluator = value_or_fail(
      evaluation::Evaluator::prepare(original, evaluator_options(arguments), terminal_progress()),
      arguments.original);
  const auto pairings = evaluation::pairings_for(stated_by(arguments), original.row_count(),
                                                 masked.table.row_count());
  const Lineage* lineage = masked.lineage ? &*masked.lineage : nullptr;
  auto evaluation = value_or_fail(
      evaluator.evaluate(masked.table,
                         {pairings, lineage, lineage != nullptr && is_reported(arguments),
                          evaluation::all_trees(arguments.target)},
                         terminal_progress()),
      arguments.masked);
  evaluation =
      value_or_fail(evaluation::with_analyses(std::move(evaluation), original, masked.table,
                                              formulas_of(arguments.analyses), terminal_progress()),
                    arguments.masked);
  if (stated_by(arguments) != Stated::nothing || pairings.size() == 1) return evaluation;
  evaluation.notes.emplace_back(
      "No pairing was given: the riskier of row and sorted stands first. A lineage file "
      "(--pairing FILE) tells the true risk.");
  return riskier_first(std::move(evaluation));
}

Table masked_table(const EvaluateArguments& arguments) {
  return read_or_fail(arguments.masked, commands::choice_for_masked(arguments.columns),
                      commands::reading_for_masked(arguments.reading))
      .table;
}

commands::PreparedTable same_columns_of_original(const EvaluateArguments& arguments,
                                                 const Table& masked) {
  const ColumnChoice choice = commands::choice_for_original(masked, arguments.columns);
  return coarsened_or_fail(arguments.original,
                           read_or_fail(arguments.original, choice, arguments.reading), choice);
}

// Kept columns with values that the original has not: nobody is found by them here, though who
// knows how they were coarsened does.
void say_foreign_values(const std::string& path, const Table& original, const Table& masked) {
  for (const Column& column : masked.columns()) {
    const auto place = find_column(original, column.name);
    if (!place || column.role != Role::keep) continue;
    const Texts before = texts_of(original.columns()[*place]);
    const Texts after = texts_of(column);
    const auto known = used_levels(before);
    const std::set<std::string_view> is_known(known.begin(), known.end());
    const auto levels = used_levels(after);
    const auto foreign = std::ranges::count_if(
        levels, [&](std::string_view level) { return !is_known.contains(level); });
    if (foreign == 0) continue;
    say(
        fmt::format("{}: {} is kept, and {} of its {} values are none of the original's; say with "
                    "--schema how it was coarsened, or the risk is told too low.",
                    path, at_start(column.name), foreign, levels.size()));
  }
}

// The original without the records that a masking left out, and the lineage, which names rows of
// the file, in terms of those that stay.
void leave_out(const Lineage& staying, const char* why, const EvaluateArguments& arguments,
               Table& original, masking::Masked& masked) {
  say(fmt::format("{}: {} of {} records are left out, {}.", arguments.original,
                  original.row_count() - staying.size(), original.row_count(), why));
  original = gather(original, staying);
  if (!masked.lineage) return;
  for (Row& source : *masked.lineage) {
    const auto place = std::ranges::lower_bound(staying, source);
    if (place == staying.end() || *place != source) {
      masked.lineage.reset();  // of another masking
      return;
    }
    source = static_cast<Row>(place - staying.begin());
  }
}

// A masking with --rare drop has no units of rare sizes, one with --suppress-records none that
// share their keys with too few. Their rows, where as many stay as the masked table has.
std::optional<Lineage> leave_out_records(const EvaluateArguments& arguments, Table& original,
                                         masking::Masked& masked) {
  const Structure& structure = arguments.columns.structure;
  const std::size_t records = masked.table.row_count();
  if (records >= original.row_count()) return std::nullopt;
  if (!structure.unit.empty()) {
    auto rows =
        value_or_fail(masking::rows_in_common_units(original, structure), arguments.original);
    if (rows.size() != records) return std::nullopt;
    leave_out(rows, "in units of sizes too rare to mask", arguments, original, masked);
    return rows;
  }
  const std::size_t k = std::max(arguments.structure.suppress_records, structure.k);
  if (k == 0) return std::nullopt;
  const auto codes = value_or_fail(keys::codes_of(original, keys::keys_in(original, structure)));
  auto rows = keys::rows_that_share(codes, k);
  if (rows.size() != records) return std::nullopt;
  leave_out(rows, "which share their keys with too few", arguments, original, masked);
  return rows;
}

// A lineage file of another masking, or rows in another order, would call any table safe.
report::Sources sources_of(const Table& original, const masking::Masked& masked) {
  if (!masked.lineage) return report::Sources::nobody;
  return risk::sources_fit(original, masked.table, *masked.lineage) ? report::Sources::owner
                                                                    : report::Sources::strangers;
}

report::Subject subject_of(const EvaluateArguments& arguments, const Table& original,
                           const masking::Masked& masked, const Evaluation& evaluation,
                           const risk::KeptColumns& kept) {
  report::Subject subject{original, masked, evaluation, kept};
  subject.details = {{"original", file_name(arguments.original)},
                     {"masked", file_name(arguments.masked)},
                     {"version", OVERHAND_VERSION}};
  subject.sources = sources_of(original, masked);
  subject.structure = arguments.columns.structure;
  return subject;
}

Json result_json(const report::Subject& subject, const report::Verdict& verdict,
                 const std::optional<coarsening::KeyLoss>& key_loss) {
  Json json = report::evaluation_json(subject.evaluation);
  if (key_loss) json["key_loss"] = commands::json_of(*key_loss);
  json["kept"] = report::kept_json(subject.kept);
  json["verdict"] = verdict_json(verdict);
  return json;
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
  const auto formulas = formulas_of(arguments.analyses);  // looked at before any work
  arguments.columns = with_schema(arguments.columns, arguments.schema, arguments.structure);
  masking::Masked masked{masked_table(arguments), std::nullopt};
  masked.lineage = lineage_of(arguments, masked.table.row_count());
  auto read = same_columns_of_original(arguments, masked.table);
  masked.table = commands::in_order_of(read, std::move(masked.table));
  Table original = read.table;
  const auto rows = leave_out_records(arguments, original, masked);
  masked.table = commands::as_original(original, std::move(masked.table));
  say_foreign_values(arguments.masked, original, masked.table);
  masked.suppressed = commands::suppressed_in(masked.table, arguments.columns.structure);
  check_measured(arguments.original, original, arguments.columns.structure, arguments.reading);
  check_analyses(arguments.original, original, formulas);
  const auto evaluation = evaluated(arguments, original, masked);
  const risk::KeptColumns kept = evaluation::kept_in(original, masked);
  report::Subject subject = subject_of(arguments, original, masked, evaluation, kept);
  subject.original_rows = rows;
  for (auto& detail : commands::details_of(read.coarsened)) {
    subject.details.push_back(std::move(detail));
  }
  const auto key_loss = original.row_count() == read.before.row_count()
                            ? commands::key_loss_of(read, masked, arguments.columns.structure)
                            : std::nullopt;
  subject.key_loss = key_loss;
  const report::Verdict verdict = verdict_of(subject);
  // Before any text, so that they are there for who stops reading it.
  if (!arguments.json.empty()) write_json(result_json(subject, verdict, key_loss), arguments.json);
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
