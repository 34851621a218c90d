// overhand study [PART ...] --data DIR -o DIR [--replications 30] [--seed N] [--quick]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "command_line.h"
#include "option_checks.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/read_table.h"
#include "overhand/io/whole_file.h"
#include "overhand/io/write_table.h"
#include "overhand/report/html.h"
#include "overhand/study/charts.h"
#include "overhand/study/json.h"
#include "overhand/study/page.h"
#include "overhand/study/released.h"
#include "overhand/study/report.h"
#include "overhand/study/tables.h"
#include "stage_clock.h"

namespace overhand::cli {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> all_parts = {"census",     "tarragona", "gaussian",    "exponential",
                                            "thresholds", "orders",    "permutation", "timing"};

struct StudyArguments {
  std::vector<std::string> parts = {"all"};
  std::string data;
  std::string output;
  std::string report;
  std::optional<int> replications;
  std::uint64_t seed = 1;
  bool is_quick = false;

  bool wants(const std::string& part) const {
    return std::ranges::any_of(
        parts, [&](const std::string& asked) { return asked == part || asked == "all"; });
  }
  study::StudySize size() const {
    study::StudySize size = is_quick ? study::quick_size : study::StudySize{};
    if (replications) size.replications = *replications;
    return size;
  }
};

// A table of the study that comes from R.
struct Source {
  const char* file;
  const char* r_name;
};
constexpr Source census_source = {"census.csv", "CASCrefmicrodata"};
constexpr Source tarragona_source = {"tarragona.csv", "Tarragona"};

void check_sources(const StudyArguments& arguments) {
  std::vector<Source> needed;
  if (arguments.wants("census") || arguments.wants("thresholds") || arguments.wants("orders")) {
    needed.push_back(census_source);
  }
  if (arguments.wants("tarragona") || arguments.wants("orders")) needed.push_back(tarragona_source);
  std::erase_if(needed, [&](const Source& source) {
    std::error_code ignored;
    return fs::exists(fs::path(arguments.data) / source.file, ignored);
  });
  if (needed.empty()) return;
  std::vector<std::string> files, commands;
  for (const Source& source : needed) {
    files.emplace_back(source.file);
    commands.push_back(fmt::format("write.csv(sdcMicro::{}, \"{}\", row.names = FALSE)",
                                   source.r_name, source.file));
  }
  const std::string folder = arguments.data.empty()
                                 ? "No data folder is given (--data DIR), and the study needs"
                                 : fmt::format("The folder {} does not have", arguments.data);
  throw Failure({ErrorKind::invalid_data,
                 fmt::format("{} {}. Make them in R with {}. The parts gaussian, exponential, "
                             "permutation and timing need no data.",
                             folder, fmt::join(files, " and "), fmt::join(commands, " and "))});
}

// One run of the command: the study as it grows.
class Run {
 public:
  explicit Run(const StudyArguments& arguments)
      : arguments_(arguments),
        key_(random::key_from_seed(arguments.seed)),
        study_{.size = arguments.size(), .seed = arguments.seed} {}

  void run_all() {
    if (const auto needed = entrants_for("census")) {
      run(study::single_table("census", "Census", census(), study_.size), *needed);
    }
    if (const auto needed = entrants_for("tarragona")) {
      run(study::single_table("tarragona", "Tarragona", read(tarragona_source, {}), study_.size),
          *needed);
    }
    if (const auto needed = entrants_for("gaussian")) {
      run(study::gaussian_tables(study_.size, key_), *needed);
    }
    if (const auto needed = entrants_for("exponential")) {
      run(study::exponential_tables(study_.size, key_), *needed);
    }
    if (arguments_.wants("permutation")) run_permutation();
    if (arguments_.wants("timing")) run_timing();
    clock_.finish();
  }

  void write_all() const;
  void print_stages() const { clock_.print(); }

 private:
  masking::Context context() const { return {key_, clock_.progress()}; }
  std::string path(const std::string& name) const {
    return (fs::path(arguments_.output) / name).string();
  }

  Table read(const Source& source, const ColumnChoice& choice) const {
    return value_or_fail(
        io::read_table((fs::path(arguments_.data) / source.file).string(), choice));
  }

  // PEARNVAL = PTOTVAL - POTHVAL: the paper masks the other twelve.
  Table census() const {
    Table table = read(census_source, {.drop = {"PEARNVAL"}});
    for (const char* name : {"PTOTVAL", "POTHVAL", "FICA"}) {
      value_or_fail(find_column(table, name), census_source.file);
    }
    return table;
  }

  // Nothing when no part needs the experiment; empty for all entrants.
  std::optional<std::vector<std::string>> entrants_for(const std::string& experiment) const {
    std::vector<std::string> only;
    if (arguments_.wants(experiment)) return only;
    if (experiment == "census" && arguments_.wants("thresholds")) only.emplace_back("noise");
    if (arguments_.wants("orders")) only.insert(only.end(), {"cart", "sjppds"});
    if (only.empty()) return std::nullopt;
    return only;
  }

  void run(const study::Experiment& experiment, const std::vector<std::string>& only) {
    auto result = value_or_fail(study::run(experiment, only, context()), experiment.name);
    const bool is_census = experiment.name == "census";
    if (is_census && arguments_.wants("thresholds")) study_.thresholds = study::thresholds(result);
    if (arguments_.wants("orders")) {
      study_.orders.push_back(value_or_fail(study::run_orders(experiment, result, context())));
    }
    if (!arguments_.wants(experiment.name)) return;
    add(study_.unsorted, study::run_unsorted(experiment, result, context()));
    if (experiment.tables.size() == 1) {
      add(study_.glm, study::run_glm(experiment, result, context()));
    }
    if (is_census) released_ = value_or_fail(study::released_census(experiment, result, context()));
    study_.experiments.push_back(std::move(result));
  }

  template <class Row>
  static void add(std::vector<Row>& rows, Result<std::vector<Row>> more) {
    std::ranges::move(value_or_fail(std::move(more)), std::back_inserter(rows));
  }

  void run_permutation() {
    study_.permutation = study::restricted_permutation_example(key_);
    study_.clouds = study::clouds(key_);
  }

  void run_timing() {
    study::TimingOptions options{.clock = thread_seconds, .replications = study_.size.replications};
    if (arguments_.is_quick) options.sizes = 2;
    study_.timings = value_or_fail(study::run_timing(options, context()));
  }

  const StudyArguments& arguments_;
  random::Key key_;
  study::Study study_;
  std::optional<Table> released_;
  StageClock clock_;
};

void Run::write_all() const {
  const auto write = [&](const std::string& name, const std::string& text) {
    done_or_fail(io::write_file(path(name), text));
  };
  const auto tables = study::tables_of(study_);
  const auto charts = study::charts_of(study_);
  for (const auto& table : tables) write(table.name, table.text);
  for (const auto& chart : charts) write(chart.id + ".vl.json", chart.spec.dump(1) + "\n");
  write_json(study::results_json(study_), path("results.json"));
  if (!study_.timings.empty()) write_json(study::timing_json(study_), path("timing.json"));
  if (released_) done_or_fail(io::write_table(*released_, path("census_released.csv")));
  write("study.md", study::markdown_page(study_));
  write("index.html", study::index_page(tables, charts));
  if (!arguments_.report.empty()) {
    const Json page = study::report_page(study_, charts);
    done_or_fail(io::write_file(arguments_.report, report::report_html(page)));
  }
}

void run_study(const StudyArguments& arguments) {
  check_sources(arguments);
  const fs::path data = arguments.data;
  done_or_fail(io::FilePlan()
                   .reads("the Census table", (data / census_source.file).string())
                   .reads("the Tarragona table", (data / tarragona_source.file).string())
                   .writes_folder("-o", arguments.output, {"results.json"})
                   .writes("--report", arguments.report)
                   .check());
  make_folder(arguments.output);
  Run run(arguments);
  run.run_all();
  finish_progress_bar();
  run.write_all();
  run.print_stages();
}

}  // namespace

void add_study_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("study", "Run the paper's experiments again");
  auto arguments = std::make_shared<StudyArguments>();
  std::vector<std::string> parts = all_parts;
  parts.emplace_back("all");
  command->add_option("part", arguments->parts, fmt::format("some of {}", fmt::join(parts, ", ")))
      ->capture_default_str()
      ->type_name("PART")
      ->check(one_of(parts));
  command->add_option("--data", arguments->data, "the folder with census.csv and tarragona.csv")
      ->type_name("DIR");
  command
      ->add_option("-o,--output", arguments->output, "the folder for tables, figures and results")
      ->required()
      ->type_name("DIR");
  command
      ->add_option("--replications", arguments->replications,
                   "maskings of each setting of a real table [30]")
      ->type_name("R")
      ->transform(whole_number(1, 100000));
  command->add_option("--seed", arguments->seed, "of all chance: same seed, same results")
      ->capture_default_str()
      ->transform(seed_number())
      ->type_name("N");
  command->add_option("--report", arguments->report, "also write one page with every figure")
      ->type_name("FILE.html");
  command->add_flag("--quick", arguments->is_quick,
                    "3 replications, 10 settings of each method, 3 simulated tables");
  command->footer(
      "Examples:\n"
      "  overhand study gaussian --quick -o study\n"
      "  overhand study --data data -o study");
  command->callback([arguments] { run_study(*arguments); });
}

}  // namespace overhand::cli
