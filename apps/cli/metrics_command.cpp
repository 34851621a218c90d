// overhand metrics [--json]
#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "overhand/evaluation/measures.h"
#include "overhand/report/results_json.h"

namespace overhand::cli {
namespace {

using evaluation::Kind;

void print(const char* title, Kind kind) {
  fmt::print("{}\n\n", title);
  for (const auto& measure : evaluation::measures()) {
    if (measure.kind != kind) continue;
    fmt::print("{}\n  {}\n  {}\n  Scale: {}\n  {}\n\n", measure.name, measure.summary,
               measure.formula, measure.scale, measure.reference);
  }
}

void list_metrics(bool as_json) {
  if (as_json) return write_json(report::measures_json(), "-");
  print("RISK", Kind::risk);
  print("LOSS", Kind::loss);
  print("SCORE", Kind::score);
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
