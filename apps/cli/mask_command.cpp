// overhand mask IN -o OUT [--method cell_rotate] [METHOD OPTIONS] ...
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "columns.h"
#include "command_line.h"
#include "commands/key_preparation.h"
#include "commands/structure.h"
#include "overhand/core/text.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/lineage_file.h"
#include "overhand/io/matrix_file.h"
#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/report/catalogue_json.h"
#include "overhand/report/loss_words.h"
#include "overhand/report/results_json.h"
#include "overhand/report/risk_words.h"
#include "unless_done.h"

namespace overhand::cli {
namespace {

struct MaskArguments {
  std::string input;
  std::string output;
  std::string output_format;
  std::string lineage;
  std::string json;
  std::string schema;
  bool quiet = false;
  ColumnChoice columns;
  StructureArguments structure;
  io::ReadOptions reading;
  KeyArguments key;
  MethodArguments method;
};

void check_files(const MaskArguments& arguments) {
  output_format(arguments.output, arguments.output_format);
  check_private("--lineage: the sources undo the masking", arguments.lineage);
  io::FilePlan plan;
  plan.reads("the table", arguments.input)
      .reads("the key file", arguments.key.file)
      .reads("the schema", arguments.schema)
      .writes("-o", arguments.output)
      .writes("--lineage", arguments.lineage)
      .writes("--json", arguments.json);
  const auto matrix = arguments.method.texts.find("matrix");
  if (matrix != arguments.method.texts.end()) {
    for (const std::string& file : io::matrix_files(matrix->second)) plan.reads("the matrix", file);
  }
  done_or_fail(plan.check());
}

// What the masked table still tells, and what its kept columns do.
struct Risk {
  Result<evaluation::Linkage> linkage;
  risk::KeptColumns kept;
  risk::SourceUse use;
  bool has_sources;
  Result<evaluation::Plausibility> plausibility;  // what single records lose
};

Risk measured_risk(const Table& original, const masking::Method& method,
                   const masking::Masked& masked, const Structure& structure) {
  terminal_progress().report("measuring the risk", 0, 1);
  const auto source =
      masked.lineage ? std::optional<risk::Partners>(*masked.lineage) : std::nullopt;
  Risk found{
      evaluation::linkage_of(original, method, masked, risk::quick_search, random::key_from_seed(1),
                             terminal_progress()),
      report::with_names_of_persons(evaluation::kept_in(original, masked), original),
      source ? risk::source_use(*source, original.row_count()) : risk::SourceUse{},
      source.has_value(),
      evaluation::plausibility_of(original, masked.table, structure.rules, terminal_progress())};
  if (terminal_progress().cancelled()) throw Failure(cancelled_error());
  return found;
}

void print_risk(const Risk& risk) {
  const std::string order = report::order_words(risk.kept);
  for (const auto& words : {"Risk: " + report::linkage_words(risk.linkage),
                            report::unit_words(risk.kept), report::rank_words(risk.kept),
                            report::copy_words(risk.kept), report::identifier_words(risk.kept),
                            order.empty() ? order : order + " --shuffle-rows gives them another.",
                            report::kept_words(risk.kept), report::beside_keys_words(risk.kept),
                            report::small_class_words(risk.kept, !risk.has_sources),
                            report::repeat_words(risk.kept, risk.use)}) {
    if (!words.empty()) std::cerr << printable(words) << "\n";
  }
  if (!risk.plausibility || risk.plausibility->implausible == 0) return;
  std::cerr << printable(report::plausibility_words(*risk.plausibility)) << "\n";
}

Json record_of(const MaskArguments& arguments, const masking::MaskOptions& options,
               const commands::PreparedTable& read, const masking::Masked& made, const Risk& risk) {
  const Table& masked = made.table;
  Json columns = Json::array();
  for (const Column& column : masked.columns()) {
    columns.push_back(
        {{"name", column.name}, {"role", column.role == Role::keep ? "keep" : "mask"}});
  }
  const masking::Method& method = arguments.method.chosen();
  Json record = {{"schema", 1},
                 {"command", "mask"},
                 {"version", OVERHAND_VERSION},
                 {"method", method.name},
                 {"options", report::options_json(method, options.values)},
                 {"rows", masked.row_count()},
                 {"columns", columns},
                 {"rows_shuffled", options.shuffle_rows || !method.keeps_rows},
                 {"key", arguments.key.origin()},
                 {"risk", report::linkage_json(risk.linkage)},
                 {"kept", report::kept_json(risk.kept)},
                 {"plausibility", report::plausibility_json(risk.plausibility)}};
  if (!read.coarsened.empty()) record["coarsened"] = commands::json_of(read.coarsened);
  const auto key_loss = commands::key_loss_of(read, made, options.structure);
  if (key_loss) record["key_loss"] = commands::json_of(*key_loss);
  if (!made.suppressed.cells.empty()) {
    record["suppressed"] = report::suppressed_json(made);
    record["shared_keys"] = report::shared_keys_json(made);
  }
  if (made.moved) record["moved"] = report::moved_json(*made.moved);
  return record;
}

// --order is an option of cart too, of all columns: with units, one column is the order of their
// rows.
void give_order_to_units(MaskArguments& arguments) {
  auto& texts = arguments.method.texts;
  const auto order = texts.find("order");
  if (order == texts.end() || arguments.structure.said.unit.empty()) return;
  const auto& options = arguments.method.chosen().options;
  const bool has_method_one =
      std::ranges::find(options, "order", &masking::Option::name) != options.end();
  if (has_method_one && order->second.find(',') != std::string::npos) return;
  arguments.structure.said.order = order->second;
  texts.erase(order);
}

void mask(const MaskArguments& arguments) {
  auto options = arguments.method.options();
  check_files(arguments);
  ColumnChoice choice = with_schema(arguments.columns, arguments.schema, arguments.structure);
  StructureArguments structure = arguments.structure;
  structure.takes_rare_units = arguments.method.chosen().sees_structure;
  const auto read = read_to_mask(arguments.input, choice, arguments.reading, structure);
  const Table& original = read.table;
  options.structure = choice.structure;
  const random::Key key = arguments.key.key();
  const auto masked = value_or_fail(masking::mask(arguments.method.chosen(), original, options,
                                                  {.key = key, .progress = terminal_progress()}),
                                    arguments.input);
  if (!arguments.lineage.empty() && !masked.lineage) {
    throw Failure({ErrorKind::invalid_option,
                   fmt::format("--lineage: {} makes new records, which have no source.",
                               arguments.method.method)});
  }
  UnlessDone outputs({arguments.output, arguments.lineage, arguments.json});
  std::optional<Risk> risk;
  if (!arguments.quiet || !arguments.json.empty())
    risk = measured_risk(original, arguments.method.chosen(), masked, options.structure);
  const io::Format format = output_format(arguments.output, arguments.output_format);
  done_or_fail(
      io::write_table(masked.table, arguments.output, terminal_progress(), read.layout, format));
  if (!arguments.lineage.empty()) {
    done_or_fail(
        io::write_lineage(commands::rows_in_file(*masked.lineage, read.rows), arguments.lineage));
  }
  if (!arguments.json.empty()) {
    write_json(record_of(arguments, options, read, masked, *risk), arguments.json);
  }
  outputs.done();
  say_plain_gaps(arguments.output, masked.table, format);
  finish_progress_bar();
  const std::string suppressed = commands::suppression_words(masked);
  if (!suppressed.empty()) std::cerr << printable(suppressed) << "\n";  // also of the quiet: a loss
  if (arguments.quiet) return;
  if (masked.moved) std::cerr << report::moved_words(*masked.moved) << "\n";
  print_risk(*risk);
  say_codes(arguments.input, original, choice, arguments.reading);
  say_guessed_encoding(arguments.input, original, read.layout, arguments.reading);
}

}  // namespace

void add_mask_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("mask", "Mask a table and write the masked one");
  auto arguments = std::make_shared<MaskArguments>();
  command
      ->add_option("input", arguments->input,
                   "the table: .csv .tsv (.gz .zst) .parquet .feather .arrow .orc .dta .sav .zsav "
                   ".sas7bdat .xlsx .xlsm .ods, or -")
      ->required()
      ->type_name("IN");
  command
      ->add_option("-o,--output", arguments->output, "the masked table, or - for CSV to the pipe")
      ->required()
      ->type_name("OUT");
  add_output_format(*command, arguments->output_format);
  arguments->method.add_to(*command);
  add_schema_option(*command, arguments->schema);
  add_column_choice(*command, arguments->columns);
  arguments->structure.add_to(*command);
  arguments->key.add_to(*command);
  add_read_options(*command, arguments->reading);
  command
      ->add_option("--lineage", arguments->lineage,
                   "also write each masked row's source: a secret, keep it")
      ->type_name("FILE");
  command->add_option("--json", arguments->json, "also write a record of what was done, or -")
      ->type_name("FILE");
  command->add_flag("--quiet", arguments->quiet,
                    "do not say how high the risk is, which columns look like codes, nor which "
                    "encoding was guessed");
  command->footer(
      "Examples:\n"
      "  overhand mask people.csv -o masked.csv --schema people.toml\n"
      "  overhand mask people.csv -o masked.parquet --k 30 --drop name\n"
      "  overhand mask - -o - --keep region < people.csv > masked.csv");
  command->callback([arguments] {
    give_order_to_units(*arguments);
    mask(*arguments);
  });
}

}  // namespace overhand::cli
