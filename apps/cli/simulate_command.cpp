// overhand simulate gaussian|exponential|timing|survey|hospital|households -n N -p P [--rho R]
// [--seed N] -o OUT
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <variant>

#include "command_line.h"
#include "option_checks.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/write_table.h"
#include "overhand/simulation/paper.h"
#include "overhand/simulation/people.h"

namespace overhand::cli {
namespace {

struct SimulateArguments {
  std::string kind;
  simulation::PaperOptions options;
  std::optional<std::uint64_t> seed;
  std::string output;
};

using OfPaper = Table (*)(const simulation::PaperOptions&, const random::Key&);
using OfPeople = Table (*)(std::size_t, const random::Key&);

struct Simulated {
  std::string name;
  std::variant<OfPaper, OfPeople> simulate;

  bool is_of_people() const { return std::holds_alternative<OfPeople>(simulate); }
};

const std::vector<Simulated>& kinds() {
  static const std::vector<Simulated> all = {
      {"gaussian", simulation::gaussian}, {"exponential", simulation::exponential},
      {"timing", simulation::timing},     {"survey", simulation::survey},
      {"hospital", simulation::hospital}, {"households", simulation::households},
  };
  return all;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Simulated& kind : kinds()) names.push_back(kind.name);
  return names;
}

const Simulated& kind_of(const std::string& name) {
  return *std::ranges::find(kinds(), name, &Simulated::name);
}

Table simulated(const SimulateArguments& arguments, const random::Key& key) {
  const auto& simulate = kind_of(arguments.kind).simulate;
  if (const auto* of_paper = std::get_if<OfPaper>(&simulate)) {
    return (*of_paper)(arguments.options, key);
  }
  return std::get<OfPeople>(simulate)(arguments.options.rows, key);
}

void simulate(const SimulateArguments& arguments) {
  value_or_fail(io::output_format_of(arguments.output));
  done_or_fail(io::FilePlan().writes("-o", arguments.output).check());
  // Simulated people have no secrets: a seed is as good as a key here.
  const random::Key key =
      arguments.seed ? random::key_from_seed(*arguments.seed) : value_or_fail(random::fresh_key());
  done_or_fail(io::write_table(simulated(arguments, key), arguments.output, terminal_progress()));
}

// The tables of people have columns and relations of their own.
void warn_of_no_effect(const SimulateArguments& arguments, const CLI::Option& option) {
  if (option.count() == 0 || !kind_of(arguments.kind).is_of_people()) return;
  std::cerr << fmt::format("overhand: {} has no effect on {}: it is for the paper's tables.\n",
                           option.get_name(), arguments.kind);
}

}  // namespace

void add_simulate_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "simulate", "Make a table of the paper's experiments or of made-up people");
  auto arguments = std::make_shared<SimulateArguments>();
  command
      ->add_option("kind", arguments->kind,
                   "gaussian, exponential or timing, of the paper; survey, hospital or households")
      ->required()
      ->type_name("KIND")
      ->check(one_of(kind_names()));
  command->add_option("-n,--rows", arguments->options.rows, "records")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole_number(1, (std::uint64_t{1} << 32) - 1));
  const CLI::Option* columns =
      command
          ->add_option("-p,--columns", arguments->options.columns, "columns, of the paper's tables")
          ->capture_default_str()
          ->type_name("P")
          ->transform(whole_number(1, std::uint64_t{1} << 20));
  const CLI::Option* rho =
      command
          ->add_option("--rho", arguments->options.rho,
                       "correlation of neighbouring columns, of the paper's tables [drawn from "
                       "U(-0.8, 0.8); timing -0.75]")
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
      "  overhand simulate hospital -n 5000 --seed 1 -o patients.csv\n"
      "  overhand simulate survey -n 1000 -o people.csv\n"
      "  overhand simulate gaussian -n 500 -p 10 --seed 1 -o gaussian.parquet");
  command->callback([arguments, columns, rho] {
    warn_of_no_effect(*arguments, *columns);
    warn_of_no_effect(*arguments, *rho);
    simulate(*arguments);
  });
}

}  // namespace overhand::cli
