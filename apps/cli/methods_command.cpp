// overhand methods [--json]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "command_line.h"
#include "overhand/report/catalogue_json.h"

namespace overhand::cli {
namespace {

std::string taken_by(const masking::Method& method) {
  std::vector<std::string> taken;
  if (method.takes.numbers) taken.emplace_back("numbers");
  if (method.takes.moments) taken.emplace_back("dates and times");
  if (method.takes.levels) taken.emplace_back("categories and text");
  if (method.takes.gaps) taken.emplace_back("missing values");
  return fmt::format("{}", fmt::join(taken, ", "));
}

void print(const masking::Method& method) {
  fmt::print("{}\n  {}.\n  Keeps exactly: {}.\n  Takes: {}.\n", method.name, method.summary,
             method.keeps, taken_by(method));
  for (const auto& option : method.options) {
    fmt::print("  --{} {}: {}\n", option.name, masking::text_of(option.default_value), option.help);
  }
  fmt::print("  {}\n\n", method.reference);
}

void list_methods(bool as_json) {
  if (as_json) return write_json(report::methods_json(), "-");
  for (const auto& method : masking::methods()) print(method);
}

}  // namespace

void add_methods_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("methods", "List the masking methods and their options");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "as JSON");
  command->footer("Example:\n  overhand methods --json");
  command->callback([as_json] { list_methods(*as_json); });
}

}  // namespace overhand::cli
