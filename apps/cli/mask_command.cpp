// overhand mask IN -o OUT [--method cell_rotate] [METHOD OPTIONS] ...
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "beyond_memory.h"
#include "columns.h"
#include "command_line.h"
#include "commands/mask_record.h"
#include "commands/structure.h"
#include "commands/unless_done.h"
#include "overhand/core/text.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/lineage_file.h"
#include "overhand/io/matrix_file.h"
#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/report/risk_words.h"

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
  MemoryArguments memory;
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

commands::MaskedRisk measured_risk(const Table& original, const masking::Method& method,
                                   const masking::Masked& masked, const Structure& structure) {
  return value_or_fail(commands::risk_of(original, method, masked, structure, terminal_progress()));
}

void print_risk(const commands::MaskedRisk& risk) {
  for (const auto& words : sentences_on(risk, "--shuffle-rows gives them another.")) {
    std::cerr << printable(words) << "\n";
  }
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
  if (masked_beyond_memory({arguments.input, arguments.output, arguments.output_format,
                            arguments.lineage, arguments.json, arguments.quiet, choice,
                            arguments.structure, arguments.reading, arguments.key,
                            arguments.method.chosen(), options, arguments.memory})) {
    return;
  }
  StructureArguments structure = arguments.structure;
  structure.takes_rare_units = arguments.method.chosen().sees_structure;
  const auto read = read_to_mask(arguments.input, choice, arguments.reading, structure);
  const Table& original = read.table;
  check_lineage(arguments.lineage, read.layout,
                output_format(arguments.output, arguments.output_format));
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
  commands::UnlessDone outputs({arguments.output, arguments.lineage, arguments.json});
  std::optional<commands::MaskedRisk> risk;
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
    write_json(commands::mask_record(read, arguments.method.chosen(), options, masked,
                                     arguments.key.origin(), *risk),
               arguments.json);
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
                   ".sas7bdat .xlsx .xlsm .ods, a folder of .parquet, or -")
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
  arguments->memory.add_to(*command);
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
      "  overhand mask large.parquet -o masked.parquet --memory 2G\n"
      "  overhand mask - -o - --keep region < people.csv > masked.csv");
  command->callback([arguments] {
    give_order_to_units(*arguments);
    mask(*arguments);
  });
}

}  // namespace overhand::cli
