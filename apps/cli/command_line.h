// What the commands of the command line share: failures as exceptions of one type that main turns
// into an exit code, keys, progress, and the options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "error_words.h"
#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/read_table.h"
#include "overhand/masking/methods.h"
#include "overhand/random/key.h"
#include "overhand/report/report.h"

namespace overhand::cli {

// Exit codes: docs/guide/command_line.md.
constexpr int exit_done = 0;
constexpr int exit_refused = 1;
constexpr int exit_bad_input = 2;
constexpr int exit_io = 3;
constexpr int exit_signal = 128;  // and the number of the signal

struct Failure : std::runtime_error {
  explicit Failure(const Error& error) : std::runtime_error(words_of(error)), kind(error.kind) {}
  ErrorKind kind;
};

template <class T>
T value_or_fail(Result<T> result) {
  if (!result) throw Failure(result.error());
  return *std::move(result);
}
inline void done_or_fail(const Status& status) {
  if (!status) throw Failure(status.error());
}

// The same, for what is about a file: the sentence begins with its name.
template <class T>
T value_or_fail(Result<T> result, const std::string& file) {
  if (!result && result.error().kind == ErrorKind::invalid_data) {
    throw Failure(in_file(file, result.error()));
  }
  return value_or_fail(std::move(result));
}

// A bar on the terminal while work is going on, and signals as cancellation.
const Progress& terminal_progress();
void finish_progress_bar();

using Json = nlohmann::ordered_json;

// To standard output for "-", else to a file that appears whole or not at all.
void write_json(const Json& json, const std::string& path);

// With the folders above it; fails with a sentence.
void make_folder(const std::string& path);

// The last part of a path: a report does not tell where on a machine a file was.
std::string file_name(const std::string& path);

// The report as a self-contained page; `F-internal.html` beside it, with all that only the owner of
// the original may see. Returns the names of the two.
std::vector<std::string> write_report(const report::Subject& subject, const std::string& path);
void write_internal_page(const Json& report, const std::string& path);  // only the owner reads it
std::string internal_report_name(const std::string& path);
void plan_report(io::FilePlan& plan, const std::string& path);  // both pages; ends in .html

// The charts of the external report, each as CHART.vl.json in `folder`; tools/figures draws them.
void write_charts(const report::Subject& subject, const std::string& folder);

// --key-file and --seed, or a fresh key.
struct KeyArguments {
  std::string file;
  std::optional<std::uint64_t> seed;

  void add_to(CLI::App& command);
  random::Key key() const;     // warns on stderr when it comes from a seed
  std::string origin() const;  // for the run record
};

// The options of all masking methods, each once, as a person types them.
struct MethodArguments {
  std::string method = masking::default_method;
  std::map<std::string, std::string> texts;  // of the options given, by name
  bool shuffle_rows = false;

  void add_to(CLI::App& command);
  const masking::Method& chosen() const;
  masking::MaskOptions options() const;
};

// --columns, --drop, --keep of a table that is masked already.
void add_evaluated_columns(CLI::App& command, ColumnChoice& choice);

// --columns, --drop, --keep, --keep-identifiers.
void add_column_choice(CLI::App& command, ColumnChoice& choice);

// --delimiter, --decimal, --encoding, --header, --no-header, --skip, --totals, --no-totals,
// --missing, --sheet: read_options.cpp.
void add_read_options(CLI::App& command, io::ReadOptions& options);

// The same as words of a shell, each with a blank in front; "" where nothing was said.
std::string reading_text(const io::ReadOptions& reading);

// --output-format, and the format of an output: that one, or the extension's.
void add_output_format(CLI::App& command, std::string& name);
io::Format output_format(const std::string& path, const std::string& name);

// Fails where what is told about single records would go to a terminal, a pipe or a device. `why`
// begins the sentence: "--lineage: the sources undo the masking".
void check_private(const std::string& why, const std::string& path);

void add_compare_command(CLI::App& app);
void add_demo_command(CLI::App& app);
void add_evaluate_command(CLI::App& app);
void add_explain_command(CLI::App& app);
void add_inspect_command(CLI::App& app);
void add_keys_command(CLI::App& app);
void add_mask_command(CLI::App& app);
void add_methods_command(CLI::App& app);
void add_metrics_command(CLI::App& app);
void add_release_command(CLI::App& app);
void add_serve_command(CLI::App& app);
void add_simulate_command(CLI::App& app);
void add_study_command(CLI::App& app);
void add_tune_command(CLI::App& app);
void add_verify_command(CLI::App& app);

}  // namespace overhand::cli
