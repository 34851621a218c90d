// overhand tune IN [--method sjppds|all] ... and overhand compare IN: every method tuned.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "analyses.h"
#include "columns.h"
#include "command_line.h"
#include "commands/key_preparation.h"
#include "commands/structure.h"
#include "commands/tuning.h"
#include "commands/unless_done.h"
#include "option_checks.h"
#include "overhand/core/text.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/lineage_file.h"
#include "overhand/io/read_table.h"
#include "overhand/io/whole_file.h"
#include "overhand/io/write_table.h"
#include "overhand/report/html.h"
#include "stage_clock.h"
#include "tuning_text.h"
#include "verdict_text.h"

namespace overhand::cli {
namespace {

struct TuneArguments : commands::TuneWish {
  std::string command;
  std::string input;
  std::string output;
  std::string output_format;
  std::string lineage;
  std::string json;
  std::string report;
  std::string figures;
  std::vector<std::string> analyses;
  std::string schema;
  ColumnChoice columns;
  StructureArguments structure;
  io::ReadOptions reading;
};

bool is_reported(const TuneArguments& arguments) {
  return !arguments.report.empty() || !arguments.figures.empty();
}

bool is_writing(const TuneArguments& arguments) {
  return !arguments.output.empty() || is_reported(arguments);
}

// The verdict stands at the end of what is printed, so the table is made for it. As published, a
// table is made only where somebody wants to have it.
bool makes_table(const TuneArguments& arguments) {
  return is_writing(arguments) || (arguments.json != "-" && arguments.risk == "lineage");
}

std::vector<std::string> outputs_of(const TuneArguments& arguments) {
  std::vector<std::string> outputs = {arguments.output, arguments.lineage, arguments.json};
  if (arguments.report.empty()) return outputs;
  outputs.push_back(arguments.report);
  outputs.push_back(internal_report_name(arguments.report));
  return outputs;
}

// What was asked for, and its names.
std::vector<std::string> write_released(const TuneArguments& arguments,
                                        const report::Subject& subject, const io::Layout& like,
                                        const std::optional<Lineage>& rows) {
  std::vector<std::string> written;
  if (!arguments.output.empty()) {
    const io::Format format = output_format(arguments.output, arguments.output_format);
    done_or_fail(
        io::write_table(subject.masked.table, arguments.output, terminal_progress(), like, format));
    say_plain_gaps(arguments.output, subject.masked.table, format);
    written.push_back(arguments.output);
  }
  if (!arguments.lineage.empty()) {
    if (subject.masked.lineage) {
      done_or_fail(io::write_lineage(commands::rows_in_file(*subject.masked.lineage, rows),
                                     arguments.lineage));
      written.push_back(arguments.lineage);
    } else {
      say(fmt::format("{} makes new records, which have no source: there is no {}.",
                      subject.masked_by, arguments.lineage));
    }
  }
  if (!arguments.report.empty()) {
    for (const auto& page : write_report(subject, arguments.report)) written.push_back(page);
  }
  if (!arguments.figures.empty()) {
    write_charts(subject, arguments.figures);
    written.push_back(arguments.figures);
  }
  return written;
}

void report_refusal(const TuneArguments& arguments, const tuning::Tuning& tuning,
                    const std::string& why) {
  const Json report = report::refusal_json(
      tuning, why, {{"table", file_name(arguments.input)}, {"version", OVERHAND_VERSION}});
  done_or_fail(io::write_file(arguments.report, report::report_html(report),
                              io::WholeFile::Access::owner_only));
}

// What was tried, and why nothing came of it.
void write_refusal(const TuneArguments& arguments, const tuning::Tuning& tuning,
                   const commands::PreparedTable& read, const std::string& why) {
  std::vector<std::string> written;
  if (!arguments.json.empty()) {
    Json json = commands::tuned_json(arguments.command, tuning, read);
    json["refused"] = why;
    write_json(json, arguments.json);
    written.push_back(arguments.json);
  }
  if (!arguments.report.empty()) {
    report_refusal(arguments, tuning, why);
    written.push_back(arguments.report);
  }
  if (arguments.json != "-") print_written(written);
}

[[noreturn]] void refuse(const TuneArguments& arguments, const tuning::Tuning& tuning,
                         const commands::PreparedTable& read, const Error& why) {
  const Error error =
      commands::with_possible_remedies(with_broken_rules(why, tuning), tuning.options.structure);
  if (error.kind == ErrorKind::refused) write_refusal(arguments, tuning, read, words_of(error));
  throw Failure(error);
}

// A release has a fresh key: without an output the results stay the same for the same seed.
void write_results(const TuneArguments& arguments, const report::Subject& subject,
                   const release::Released& released, const commands::PreparedTable& read) {
  if (arguments.json.empty()) return;
  Json json = commands::tuned_json(arguments.command, *subject.tuning, read);
  if (is_writing(arguments)) {
    json["release"] = commands::released_json(subject, released);
  }
  write_json(json, arguments.json);
}

void check_files(const TuneArguments& arguments) {
  io::FilePlan plan;
  plan.reads("the table", arguments.input)
      .reads("the schema", arguments.schema)
      .writes("-o", arguments.output)
      .writes("--lineage", arguments.lineage)
      .writes("--json", arguments.json)
      .writes_folder("--figures", arguments.figures);
  plan_report(plan, arguments.report);
  check_private("--lineage: the sources undo the masking", arguments.lineage);
  if (!arguments.lineage.empty() && arguments.output.empty()) {
    throw Failure({ErrorKind::invalid_option,
                   "--lineage: these are the sources of the table that -o writes; give both."});
  }
  if (!arguments.output.empty()) output_format(arguments.output, arguments.output_format);
  done_or_fail(plan.check());
}

void tune(const TuneArguments& arguments) {
  const double began = steady_seconds();
  const auto clock = [began] { return steady_seconds() - began; };
  check_files(arguments);
  const auto formulas = formulas_of(arguments.analyses);
  ColumnChoice choice = with_schema(arguments.columns, arguments.schema, arguments.structure);
  auto read = read_to_mask(arguments.input, choice, arguments.reading, arguments.structure);
  if (arguments.keys_by == "least") prepare_keys(arguments.input, read, choice);
  const Table& original = read.table;
  check_analyses(arguments.input, original, formulas);
  if (makes_table(arguments)) check_kept(original, choice.structure);
  const auto tuning = value_or_fail(
      release::try_settings(original, commands::wish_of(arguments, choice.structure, clock),
                            terminal_progress()),
      arguments.input);
  finish_progress_bar();
  const bool is_text = arguments.json != "-";
  if (is_text && read.key_ways) print_key_ways(*read.key_ways);
  if (is_text) print_trials(tuning);
  if (tuning.best && !makes_table(arguments)) {
    if (is_text) print_decision(release::decision_of(tuning));
    if (!arguments.json.empty())
      write_json(commands::tuned_json(arguments.command, tuning, read), arguments.json);
    return say_codes(arguments.input, original, choice, arguments.reading);
  }
  const auto released = release::release(
      original, tuning, {.for_report = is_reported(arguments), .analyses = formulas},
      terminal_progress());
  finish_progress_bar();
  if (!released) refuse(arguments, tuning, read, released.error());
  const report::Subject subject =
      commands::subject_of(file_name(arguments.input), arguments, tuning, *released, read);
  commands::UnlessDone outputs(outputs_of(arguments));
  auto written = write_released(arguments, subject, read.layout, read.rows);
  write_results(arguments, subject, *released, read);
  outputs.done();
  say_codes(arguments.input, original, choice, arguments.reading);
  say_guessed_encoding(arguments.input, original, read.layout, arguments.reading);
  if (!is_text) return;
  if (!arguments.json.empty()) written.push_back(arguments.json);
  print_decision(released->decision);
  const std::string suppressed = commands::suppression_words(released->masked);
  if (!suppressed.empty()) fmt::print("{}\n", printable(suppressed));
  fmt::print("\n");
  print_verdict(report::verdict_of(subject));
  print_written(written);
}

// What the settings are held against and ranked by.
void add_choosing(CLI::App& command, TuneArguments& arguments) {
  command
      .add_option("--max-risk,--max_risk", arguments.max_risk,
                  "ceiling: the share of records that may be linked (DBRL)")
      ->capture_default_str()
      ->check(real_number(0, 1))
      ->type_name("R");
  command
      .add_option("--risk", arguments.risk,
                  "lineage: by true sources where there are; paper: as published")
      ->capture_default_str()
      ->check(one_of({"lineage", "paper"}))
      ->type_name("READING");
  command
      .add_option(
          "--score", arguments.score,
          "loss: rank by the mean of ps, pil (mixed tables: with total variation), c2st and "
          "implausible under the ceiling; paper: by the paper's overall score")
      ->capture_default_str()
      ->check(one_of({"loss", "paper"}))
      ->type_name("SCORE");
  command
      .add_option("--marginals", arguments.marginals,
                  "values that shuffles give out: each column's own (exact), others near the rare "
                  "ones (smoothed), or drawn between them (synthetic)")
      ->capture_default_str()
      ->check(one_of({"exact", "smoothed", "synthetic"}))
      ->type_name("VALUES");
  command
      .add_option("--keys-by,--keys_by", arguments.keys_by,
                  "with --suppress K: coarsen keys, suppress cells or leave records out, whichever "
                  "loses least (least), or only suppress cells (cells)")
      ->capture_default_str()
      ->check(one_of({"least", "cells"}))
      ->type_name("WAY");
}

// What is written.
void add_results(CLI::App& command, TuneArguments& arguments) {
  command.add_option("--json", arguments.json, "write the results as JSON, or - for the pipe")
      ->type_name("FILE");
  command
      .add_option("-o,--output", arguments.output,
                  "also mask the table with the choice and a fresh key")
      ->type_name("OUT");
  add_output_format(command, arguments.output_format);
  command
      .add_option("--lineage", arguments.lineage,
                  "also write each masked row's source: a secret, keep it")
      ->type_name("FILE");
  command.add_option("--report", arguments.report, "write a report for people")
      ->type_name("FILE.html");
  command.add_option("--figures", arguments.figures, "write the figures as Vega-Lite specs")
      ->type_name("DIR");
}

std::shared_ptr<TuneArguments> add_common(CLI::App& command, const std::string& name) {
  auto arguments = std::make_shared<TuneArguments>();
  arguments->command = name;
  command.add_option("input", arguments->input, "the table to mask")->required()->type_name("IN");
  add_schema_option(command, arguments->schema);
  add_column_choice(command, arguments->columns);
  arguments->structure.add_to(command);
  add_read_options(command, arguments->reading);
  add_choosing(command, *arguments);
  command.add_option("--replications", arguments->replications, "maskings of each setting")
      ->capture_default_str()
      ->transform(whole_number(1, 100000))
      ->type_name("R");
  command.add_option("--ps", arguments->ps, "propensity model: damped, or glm as R fits it")
      ->capture_default_str()
      ->check(one_of({"damped", "glm"}))
      ->type_name("FIT");
  add_analysis_option(command, arguments->analyses);
  command.add_flag("--quick", arguments->quick, "10 settings, 3 replications");
  command
      .add_option(
          "--time", arguments->seconds,
          "bound all of it: trials take half, the released table the other half (90s, 2m, 1h)")
      ->transform(duration())
      ->type_name("TIME");
  command.add_option("--seed", arguments->seed, "of the trials; the released masking has a key")
      ->capture_default_str()
      ->transform(seed_number())
      ->type_name("N");
  add_results(command, *arguments);
  command.callback([arguments] { tune(*arguments); });
  return arguments;
}

}  // namespace

void add_tune_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("tune", "Find the best setting of a method");
  const auto arguments = add_common(*command, "tune");
  command->add_option("--method", arguments->method, "a method, or all")
      ->capture_default_str()
      ->type_name("NAME");
  command->footer(
      "Examples:\n"
      "  overhand tune people.csv --method cell_rotate --drop name,region\n"
      "  overhand tune people.csv --method noise --max-risk 0.1 --quick --drop name,region");
}

void add_compare_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("compare", "Tune every method and rank them");
  const auto arguments = add_common(*command, "compare");
  arguments->method = "all";
  command->footer(
      "Examples:\n"
      "  overhand compare people.csv --quick --drop name,region\n"
      "  overhand compare people.csv --quick --schema people.toml -o masked.csv");
}

}  // namespace overhand::cli
