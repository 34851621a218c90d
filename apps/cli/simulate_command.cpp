// overhand simulate gaussian|exponential|timing|survey -n N -p P [--rho R] [--seed N] -o OUT
#include <map>
#include <memory>

#include "command_line.h"
#include "option_checks.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/write_table.h"
#include "overhand/study/simulation.h"

namespace overhand::cli {
namespace {

struct SimulateArguments {
  std::string kind;
  study::SimulationOptions options;
  std::optional<std::uint64_t> seed;
  std::string output;
};

Table simulated(const SimulateArguments& arguments, const random::Key& key) {
  if (arguments.kind == "gaussian") return study::simulated_gaussian(arguments.options, key);
  if (arguments.kind == "exponential") return study::simulated_exponential(arguments.options, key);
  if (arguments.kind == "timing") return study::simulated_timing(arguments.options, key);
  return study::simulated_survey(arguments.options.rows, key);
}

void simulate(const SimulateArguments& arguments) {
  value_or_fail(io::output_format_of(arguments.output));
  done_or_fail(io::FilePlan().writes("-o", arguments.output).check());
  // Simulated people have no secrets: a seed is as good as a key here.
  const random::Key key =
      arguments.seed ? random::key_from_seed(*arguments.seed) : value_or_fail(random::fresh_key());
  done_or_fail(io::write_table(simulated(arguments, key), arguments.output, terminal_progress()));
}

}  // namespace

void add_simulate_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("simulate", "Make a table of the paper's experiments");
  auto arguments = std::make_shared<SimulateArguments>();
  command->add_option("kind", arguments->kind, "gaussian, exponential, timing or survey")
      ->required()
      ->type_name("KIND")
      ->check(one_of({"gaussian", "exponential", "timing", "survey"}));
  command->add_option("-n,--rows", arguments->options.rows, "records")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole_number(1, (std::uint64_t{1} << 32) - 1));
  command->add_option("-p,--columns", arguments->options.columns, "columns (a survey has six)")
      ->capture_default_str()
      ->type_name("P")
      ->transform(whole_number(1, std::uint64_t{1} << 20));
  command
      ->add_option("--rho", arguments->options.rho,
                   "correlation of neighbouring columns [drawn from U(-0.8, 0.8); timing -0.75]")
      ->type_name("R")
      ->check(real_number(-1, 1));
  command->add_option("--seed", arguments->seed, "for the same table again")
      ->transform(seed_number())
      ->type_name("N");
  command->add_option("-o,--output", arguments->output, "the table, or - for CSV to the pipe")
      ->required()
      ->type_name("OUT");
  command->footer(
      "Examples:\n"
      "  overhand simulate survey -n 1000 -o people.csv\n"
      "  overhand simulate gaussian -n 500 -p 10 --seed 1 -o gaussian.parquet");
  command->callback([arguments] { simulate(*arguments); });
}

}  // namespace overhand::cli
