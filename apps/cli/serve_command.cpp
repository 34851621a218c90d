// overhand serve [--port 0] [--max-upload 1024]
#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "option_checks.h"
#include "web/server.h"

namespace overhand::cli {
namespace {

struct ServeArguments {
  int port = 0;
  std::size_t max_upload_megabytes = 1024;
};

void announce(const std::string& address) {
  fmt::print(
      "The page is at\n  {}\n"
      "on this machine only. Who has the address can use it. Ctrl-C ends it and forgets all.\n",
      address);
  std::fflush(stdout);
}

void serve(const ServeArguments& arguments) {
  done_or_fail(
      web::serve({.port = arguments.port, .max_upload_bytes = arguments.max_upload_megabytes << 20},
                 web::actions(), announce, terminal_progress()));
}

}  // namespace

void add_serve_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("serve", "Work in the browser, on this machine only: 127.0.0.1");
  auto arguments = std::make_shared<ServeArguments>();
  command->add_option("--port", arguments->port, "the port [0: any that is free]")
      ->type_name("N")
      ->transform(whole_number(0, 65535));
  command
      ->add_option("--max-upload,--max_upload", arguments->max_upload_megabytes,
                   "the largest file that the page may open, in MB")
      ->capture_default_str()
      ->type_name("MB")
      ->transform(whole_number(1, std::uint64_t{1} << 20));
  command->footer("Example:\n  overhand serve --port 8080");
  command->callback([arguments] { serve(*arguments); });
}

}  // namespace overhand::cli
