// overhand tune IN [--method sjppds|all] ... and overhand compare IN: every method tuned.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "command_line.h"
#include "option_checks.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/read_table.h"
#include "overhand/io/whole_file.h"
#include "overhand/io/write_table.h"
#include "overhand/report/html.h"
#include "overhand/report/results_json.h"
#include "overhand/report/tuning_figures.h"
#include "overhand/tuning/applied.h"
#include "overhand/tuning/tuner.h"

namespace overhand::cli {
namespace {

using tuning::RiskBasis;

struct TuneArguments {
  std::string command;
  std::string input;
  std::string method = "sjppds";
  std::string output;
  std::string json;
  std::string report;
  std::string figures;
  std::string basis = "lineage";
  std::string ps = "damped";
  double max_risk = 0.2;
  int replications = 30;
  std::uint64_t seed = 1;
  bool quick = false;
  ColumnChoice columns;
};

std::vector<tuning::Candidate> candidates(const TuneArguments& arguments, const Table& original,
                                          const random::Key& key) {
  const tuning::GridSize size{arguments.quick ? std::size_t{10} : std::size_t{30}};
  std::vector<tuning::Candidate> all;
  for (const masking::Method& method : masking::methods()) {
    if (arguments.method != "all" && arguments.method != method.name) continue;
    all.push_back(tuning::candidate(method, original, key, size));
  }
  if (all.empty()) throw Failure(masking::find_method(arguments.method).error());
  return all;
}

tuning::TuneOptions tune_options(const TuneArguments& arguments) {
  constexpr int quick_replications = 3;
  tuning::TuneOptions options;
  options.max_risk = arguments.max_risk;
  options.basis = arguments.basis == "paper" ? RiskBasis::paper : RiskBasis::lineage;
  options.replications = arguments.quick ? std::min(arguments.replications, quick_replications)
                                         : arguments.replications;
  options.evaluator.key = random::key_from_seed(arguments.seed);
  if (arguments.ps == "glm") options.evaluator.ps = utility::PsFit::glm;
  return options;
}

std::string options_text(const masking::OptionValues& options) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : options) {
    parts.push_back(fmt::format("{} {}", name, masking::text_of(value)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 30;
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

void print_row(const tuning::Tuned& tuned, const tuning::Point& point, RiskBasis basis,
               const char* remark) {
  const auto& figures = deciding(point.median, basis);
  fmt::print("{:<17} {:<30} {:>7.3f} {:>7.3f} {:>7.3f} {:>7.3f}  {:<8}{}\n", tuned.candidate.name,
             shortened(options_text(point.options)), value_of(figures.risk, "dbrl"),
             value_of(figures.score, "risk"), value_of(figures.score, "loss"),
             value_of(figures.score, "overall"), name_of(figures.pairing), remark);
}

// The methods by the score of their choice; those with nothing under the ceiling last.
std::vector<const tuning::Tuned*> ranked(const tuning::Tuning& tuning) {
  std::vector<const tuning::Tuned*> all;
  for (const auto& tuned : tuning.tuned) all.push_back(&tuned);
  const auto score = [&](const tuning::Tuned* tuned) {
    return tuned->choice ? overall_of(tuned->points[*tuned->choice], tuning.options.basis)
                         : std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(all, {}, score);
  return all;
}

void print_failures(const tuning::Tuned& tuned) {
  for (const auto& point : tuned.points) {
    if (!point.failure) continue;
    fmt::print("{}, {}: {}\n", tuned.candidate.name, options_text(point.options), *point.failure);
  }
}

void print(const tuning::Tuning& tuning) {
  const RiskBasis basis = tuning.options.basis;
  fmt::print("{} records, {} columns; at most {} of 1 linked (DBRL), {}.\n\n", tuning.rows,
             tuning.columns, tuning.options.max_risk,
             basis == RiskBasis::lineage ? "by true sources" : "paired as in the paper");
  fmt::print("{:<17} {:<30} {:>7} {:>7} {:>7} {:>7}  paired by\n", "method", "setting", "DBRL",
             "risk", "loss", "overall");
  for (const auto* tuned : ranked(tuning)) {
    if (tuned->choice)
      print_row(*tuned, tuned->points[*tuned->choice], basis, "");
    else if (tuned->nearest) {
      print_row(*tuned, tuned->points[*tuned->nearest], basis, "above the ceiling: its safest");
    }
  }
  fmt::print("\n");
  for (const auto& tuned : tuning.tuned) print_failures(tuned);
}

report::Subject subject_of(const TuneArguments& arguments, const Table& original,
                           const tuning::Tuning& tuning, const tuning::Applied& applied) {
  const auto& best = tuning.tuned[*tuning.best];
  report::Subject subject{original, applied.masked, applied.evaluation, &tuning};
  subject.max_risk = arguments.max_risk;
  subject.masked_by = report::setting_text(best.candidate.name, best.points[*best.choice].options);
  subject.details = {{"table", file_name(arguments.input)},
                     {"method", subject.masked_by},
                     {"replications", std::to_string(tuning.options.replications)},
                     {"risk by", arguments.basis},
                     {"version", OVERHAND_VERSION}};
  return subject;
}

// Masks with the choice and a fresh key, and reports on that very table.
void release_choice(const TuneArguments& arguments, const Table& original,
                    const tuning::Tuning& tuning) {
  const auto& best = tuning.tuned[*tuning.best];
  const random::Key key = value_or_fail(random::fresh_key());
  const auto applied = value_or_fail(tuning::apply(
      *best.candidate.method, {.values = best.points[*best.choice].options, .shuffle_rows = true},
      original, tuning.options.evaluator, {key, terminal_progress()}));
  if (!arguments.output.empty()) {
    done_or_fail(io::write_table(applied.masked.table, arguments.output, terminal_progress()));
  }
  const report::Subject subject = subject_of(arguments, original, tuning, applied);
  if (!arguments.report.empty()) write_report(subject, arguments.report);
  if (!arguments.figures.empty()) write_figures(subject, arguments.figures);
}

void report_refusal(const TuneArguments& arguments, const tuning::Tuning& tuning) {
  const Json report = report::refusal_json(
      tuning, {{"table", file_name(arguments.input)}, {"version", OVERHAND_VERSION}});
  done_or_fail(io::write_file(arguments.report, report::report_html(report)));
}

void check_files(const TuneArguments& arguments) {
  io::FilePlan plan;
  plan.reads("the table", arguments.input)
      .writes("-o", arguments.output)
      .writes("--json", arguments.json)
      .writes_folder("--figures", arguments.figures);
  plan_report(plan, arguments.report);
  if (!arguments.output.empty()) value_or_fail(io::format_of(arguments.output));
  done_or_fail(plan.check());
}

void tune(const TuneArguments& arguments) {
  check_files(arguments);
  const Table original = value_or_fail(io::read_table(arguments.input, arguments.columns));
  const random::Key key = random::key_from_seed(arguments.seed);
  const auto tuning =
      value_or_fail(tuning::tune(original, candidates(arguments, original, key),
                                 tune_options(arguments), {key, terminal_progress()}),
                    arguments.input);
  finish_progress_bar();
  if (arguments.json != "-") print(tuning);
  if (!arguments.json.empty()) {
    Json json = report::tuning_json(tuning);
    json["command"] = arguments.command;
    write_json(json, arguments.json);
  }
  if (!tuning.best) {
    if (!arguments.report.empty()) report_refusal(arguments, tuning);
    throw Failure({ErrorKind::refused,
                   fmt::format("Nothing tried has a risk of {} or less; nothing was masked.",
                               arguments.max_risk)});
  }
  if (!arguments.output.empty() || !arguments.report.empty() || !arguments.figures.empty()) {
    release_choice(arguments, original, tuning);
  }
}

std::shared_ptr<TuneArguments> add_common(CLI::App& command, const std::string& name) {
  auto arguments = std::make_shared<TuneArguments>();
  arguments->command = name;
  command.add_option("input", arguments->input, "the table to mask")->required()->type_name("IN");
  add_column_choice(command, arguments->columns);
  command
      .add_option("--max-risk,--max_risk", arguments->max_risk,
                  "ceiling: the share of records that may be linked (DBRL)")
      ->capture_default_str()
      ->check(real_number(0, 1))
      ->type_name("R");
  command
      .add_option("--risk", arguments->basis,
                  "lineage: by true sources where there are; paper: as published")
      ->capture_default_str()
      ->check(one_of({"lineage", "paper"}))
      ->type_name("BASIS");
  command.add_option("--replications", arguments->replications, "maskings of each setting")
      ->capture_default_str()
      ->transform(whole_number(1, 100000))
      ->type_name("R");
  command.add_option("--ps", arguments->ps, "propensity model: damped, or glm as R fits it")
      ->capture_default_str()
      ->check(one_of({"damped", "glm"}))
      ->type_name("FIT");
  command.add_flag("--quick", arguments->quick, "10 settings, 3 replications");
  command.add_option("--seed", arguments->seed, "of the trials; the released masking has a key")
      ->capture_default_str()
      ->transform(seed_number())
      ->type_name("N");
  command.add_option("--json", arguments->json, "write the results as JSON, or - for the pipe")
      ->type_name("FILE");
  command
      .add_option("-o,--output", arguments->output,
                  "also mask the table with the choice and a fresh key")
      ->type_name("OUT");
  command.add_option("--report", arguments->report, "write a report for people")
      ->type_name("FILE.html");
  command.add_option("--figures", arguments->figures, "write the figures as Vega-Lite specs")
      ->type_name("DIR");
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
      "Example:\n"
      "  overhand compare people.csv --quick --drop name,region");
}

}  // namespace overhand::cli
