// overhand mask IN -o OUT [--method sjppds] [--bins 100 | METHOD OPTIONS] ...
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "command_line.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/lineage_file.h"
#include "overhand/io/read_table.h"
#include "overhand/io/write_table.h"
#include "overhand/report/catalogue_json.h"

namespace overhand::cli {
namespace {

struct MaskArguments {
  std::string input;
  std::string output;
  std::string lineage;
  std::string json;
  ColumnChoice columns;
  KeyArguments key;
  MethodArguments method;
};

void check_files(const MaskArguments& arguments) {
  value_or_fail(io::format_of(arguments.output));
  done_or_fail(io::FilePlan()
                   .reads("the table", arguments.input)
                   .reads("the key file", arguments.key.file)
                   .writes("-o", arguments.output)
                   .writes("--lineage", arguments.lineage)
                   .writes("--json", arguments.json)
                   .check());
}

Json record_of(const MaskArguments& arguments, const masking::MaskOptions& options,
               const Table& masked) {
  Json columns = Json::array();
  for (const Column& column : masked.columns()) {
    columns.push_back(
        {{"name", column.name}, {"role", column.role == Role::keep ? "keep" : "mask"}});
  }
  const masking::Method& method = arguments.method.chosen();
  return {{"schema", 1},
          {"command", "mask"},
          {"version", OVERHAND_VERSION},
          {"method", method.name},
          {"options", report::options_json(method, options.values)},
          {"rows", masked.row_count()},
          {"columns", columns},
          {"rows_shuffled", options.shuffle_rows || !method.keeps_rows},
          {"key", arguments.key.origin()},
          {"may_be_released", !arguments.key.seed.has_value()}};
}

void mask(const MaskArguments& arguments) {
  const auto options = arguments.method.options();
  check_files(arguments);
  const Table original = value_or_fail(io::read_table(arguments.input, arguments.columns));
  const random::Key key = arguments.key.key();
  const auto masked = value_or_fail(masking::mask(arguments.method.chosen(), original, options,
                                                  {.key = key, .progress = terminal_progress()}),
                                    arguments.input);
  if (!arguments.lineage.empty() && !masked.lineage) {
    throw Failure({ErrorKind::invalid_option,
                   fmt::format("--lineage: {} makes new records, which have no source.",
                               arguments.method.method)});
  }
  done_or_fail(io::write_table(masked.table, arguments.output, terminal_progress()));
  if (!arguments.lineage.empty()) {
    done_or_fail(io::write_lineage(*masked.lineage, arguments.lineage));
  }
  if (!arguments.json.empty()) {
    write_json(record_of(arguments, options, masked.table), arguments.json);
  }
}

}  // namespace

void add_mask_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("mask", "Mask a table and write the masked one");
  auto arguments = std::make_shared<MaskArguments>();
  command
      ->add_option("input", arguments->input,
                   "the table: .csv .tsv (.gz .zst) .parquet .feather, or -")
      ->required()
      ->type_name("IN");
  command
      ->add_option("-o,--output", arguments->output, "the masked table, or - for CSV to the pipe")
      ->required()
      ->type_name("OUT");
  arguments->method.add_to(*command);
  add_column_choice(*command, arguments->columns);
  arguments->key.add_to(*command);
  command
      ->add_option("--lineage", arguments->lineage,
                   "also write each masked row's source: a secret, keep it")
      ->type_name("FILE");
  command->add_option("--json", arguments->json, "also write a record of what was done, or -")
      ->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  overhand mask people.csv -o masked.csv\n"
      "  overhand mask people.csv -o masked.parquet --bins 30 --drop name\n"
      "  overhand mask - -o - --keep region < people.csv > masked.csv");
  command->callback([arguments] { mask(*arguments); });
}

}  // namespace overhand::cli
