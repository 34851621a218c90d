#include <tbb/global_control.h>

#include <iostream>

#include "command_line.h"

namespace {

using namespace overhand;

int exit_code(ErrorKind kind) {
  if (kind == ErrorKind::cancelled) return cli::exit_interrupted;
  if (kind == ErrorKind::refused) return cli::exit_refused;
  return kind == ErrorKind::io ? cli::exit_io : cli::exit_bad_input;
}

int run(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return cli::exit_done;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? cli::exit_done : cli::exit_bad_input;
  } catch (const cli::Failure& failure) {
    cli::finish_progress_bar();
    std::cerr << "overhand: " << failure.what() << "\n";
    return exit_code(failure.kind);
  } catch (const std::bad_alloc&) {
    std::cerr << "overhand: there is not enough memory for this table.\n";
    return cli::exit_io;
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Masks tables of records so that they can be shared, and says what still leaks.",
               "overhand");
  app.set_version_flag("--version", "overhand " OVERHAND_VERSION);
  app.require_subcommand(1);
  app.footer("Example:\n  overhand mask people.csv -o masked.csv --drop name");
  std::optional<std::size_t> threads;
  std::optional<tbb::global_control> limit;
  app.add_option("--threads", threads,
                 "threads to use [all]; the result is the same for any number")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->each([&](const std::string& text) {
        limit.emplace(tbb::global_control::max_allowed_parallelism, std::stoul(text));
      });
  app.fallthrough();
  cli::add_mask_command(app);
  cli::add_evaluate_command(app);
  cli::add_tune_command(app);
  cli::add_compare_command(app);
  cli::add_simulate_command(app);
  cli::add_study_command(app);
  cli::add_methods_command(app);
  cli::add_metrics_command(app);
  cli::add_demo_command(app);
  cli::add_serve_command(app);
  cli::catch_interrupts();
  const int code = run(app, argc, argv);
  cli::finish_progress_bar();
  return code;
}
