#include <fmt/format.h>
#include <tbb/global_control.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>

#include "command_line.h"
#include "option_checks.h"
#include "overhand/core/text.h"
#include "signals.h"
#include "standard_streams.h"
#include "usage.h"

namespace {

using namespace overhand;

int say(const std::string& sentence, int code) {
  cli::finish_progress_bar();
  std::cerr << "overhand: " << printable(sentence) << "\n";
  return code;
}

int exit_code(ErrorKind kind) {
  if (kind == ErrorKind::refused) return cli::exit_refused;
  return kind == ErrorKind::io ? cli::exit_io : cli::exit_bad_input;
}

// Once a signal came, what fails fails because of it. Stopped without one: nobody reads what is
// written to the pipe, and every program says so by this code.
int report_failure(const cli::Failure& failure) {
  if (const int signal = cli::caught_signal(); signal != 0) {
    return say(cancelled_error().message, cli::exit_signal + signal);
  }
  if (failure.kind == ErrorKind::cancelled) return cli::exit_signal + SIGPIPE;
  return say(failure.what(), exit_code(failure.kind));
}

int report_usage(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() != 0) return say(cli::usage_sentence(app, error), cli::exit_bad_input);
  app.exit(error);  // --help, --version
  return cli::exit_done;
}

// In the words of TBB, which has no type for it.
bool is_want_of_threads(const std::exception& error) {
  return std::string_view(error.what()).starts_with("pthread_create has failed");
}

int run(CLI::App& app, int argc, char** argv) {
  try {
    if (const auto problem = cli::problem_with_command(app, argc, argv)) {
      return say(*problem, cli::exit_bad_input);
    }
    app.parse(argc, argv);
    return cli::exit_done;
  } catch (const CLI::ParseError& error) {
    return report_usage(app, error);
  } catch (const cli::Failure& failure) {
    return report_failure(failure);
  } catch (const std::bad_alloc&) {
    return say("There is not enough memory for this table.", cli::exit_io);
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return cli::exit_done;  // deliver() says what happened
    if (is_want_of_threads(error)) {
      return say("No thread can be started: the memory ends, or too many processes run.",
                 cli::exit_io);
    }
    return say(fmt::format("A mistake of the program: {}. Please report it.", error.what()),
               cli::exit_io);
  }
}

int deliver(int code) {
  const auto delivery = cli::deliver_standard_output();
  if (delivery == cli::Delivery::done || code != cli::exit_done) return code;
  if (delivery == cli::Delivery::reader_gone) return cli::exit_signal + SIGPIPE;
  return say(fmt::format("standard output: cannot be written: {}.", std::strerror(errno)),
             cli::exit_io);
}

}  // namespace

int main(int argc, char** argv) {
  cli::guard_standard_streams();
  cli::catch_signals();
  CLI::App app("Masks tables of records so that they can be shared, and says what still leaks.",
               "overhand");
  app.set_version_flag("--version", "overhand " OVERHAND_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  overhand inspect people.csv --schema people.toml\n"
      "  overhand mask people.csv -o masked.csv --schema people.toml\n"
      "  overhand mask people.csv -o masked.csv --drop name");
  std::optional<std::size_t> threads;
  std::optional<tbb::global_control> limit;
  app.add_option("--threads", threads,
                 "threads to use [all]; the result is the same for any number")
      ->type_name("N")
      ->transform(cli::whole_number(1, 1024))
      ->each([&](const std::string& text) {
        limit.emplace(tbb::global_control::max_allowed_parallelism, std::stoul(text));
      });
  app.fallthrough();
  cli::add_inspect_command(app);
  cli::add_mask_command(app);
  cli::add_evaluate_command(app);
  cli::add_keys_command(app);
  cli::add_tune_command(app);
  cli::add_compare_command(app);
  cli::add_release_command(app);
  cli::add_verify_command(app);
  cli::add_explain_command(app);
  cli::add_simulate_command(app);
  cli::add_study_command(app);
  cli::add_methods_command(app);
  cli::add_metrics_command(app);
  cli::add_demo_command(app);
  cli::add_serve_command(app);
  cli::refuse_empty_values(app);
  const int code = run(app, argc, argv);
  cli::finish_progress_bar();
  return deliver(code);
}
