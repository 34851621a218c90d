// overhand metrics [--json]
#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "overhand/report/results_json.h"
#include "overhand/risk/measures.h"
#include "overhand/utility/measures.h"

namespace overhand::cli {
namespace {

void print(const std::vector<statistics::Measure>& measures) {
  for (const auto& measure : measures) {
    fmt::print("{}\n  {}\n  {}\n  Scale: {}\n  {}\n\n", measure.name, measure.summary,
               measure.formula, measure.scale, measure.reference);
  }
}

void list_metrics(bool as_json) {
  if (as_json) return write_json(report::measures_json(), "-");
  fmt::print("RISK\n\n");
  print(risk::measures());
  fmt::print("LOSS\n\n");
  print(utility::measures());
}

}  // namespace

void add_metrics_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("metrics", "List the measures of risk and loss");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "as JSON");
  command->footer("Example:\n  overhand metrics");
  command->callback([as_json] { list_metrics(*as_json); });
}

}  // namespace overhand::cli
