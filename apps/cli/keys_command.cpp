// overhand keys IN --keys a,b,c [--weight W] [--sensitive S] [--json F|-] [--records F.csv]
//   [--report F.html]
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "columns.h"
#include "command_line.h"
#include "keys_text.h"
#include "option_checks.h"
#include "overhand/core/text.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/private_csv.h"
#include "overhand/io/read_table.h"
#include "overhand/keys/measures.h"
#include "overhand/report/key_charts.h"
#include "overhand/report/keys_json.h"
#include "overhand/report/risk_words.h"
#include "overhand/table/column_list.h"
#include "overhand/table/column_words.h"

namespace overhand::cli {
namespace {

struct KeysArguments {
  std::string input;
  std::vector<std::string> keys;
  std::string weight;
  std::string sensitive;
  std::size_t largest_set = 0;
  std::string schema;
  std::string json;
  std::string records;
  std::string report;
  std::size_t k = report::usual_k;
  io::ReadOptions reading;
};

void check_files(const KeysArguments& arguments) {
  if (!arguments.records.empty()) {
    check_private("--records: the figures tell which records are at risk", arguments.records);
  }
  if (!arguments.report.empty()) {
    check_private("--report: its tables tell which records are at risk", arguments.report);
  }
  done_or_fail(io::FilePlan()
                   .reads("the table", arguments.input)
                   .reads("the schema", arguments.schema)
                   .writes("--json", arguments.json)
                   .writes("--records", arguments.records)
                   .writes("--report", arguments.report)
                   .check());
}

// What is not said on the command line is as the schema says: its keys, or else its kept columns.
void take_from_schema(KeysArguments& arguments, const ColumnChoice& schema) {
  if (arguments.weight.empty()) arguments.weight = schema.structure.weight;
  if (schema.structure.k > 0) arguments.k = schema.structure.k;
  if (!arguments.keys.empty()) return;
  for (const std::string& key : schema.structure.keys) arguments.keys.push_back(name_list({key}));
  if (!arguments.keys.empty()) return;
  for (const ColumnPlan& plan : schema.plans) {
    const bool is_other = plan.name == arguments.weight || plan.name == arguments.sensitive ||
                          plan.name == schema.structure.unit;
    if (plan.role == Treatment::keep && !is_other) arguments.keys.push_back(name_list({plan.name}));
  }
  if (!arguments.keys.empty()) return;
  throw Failure({ErrorKind::invalid_option,
                 "No key column is named: say --keys A,B with the columns that an intruder may "
                 "know, such as region, sex and age" +
                     std::string(arguments.schema.empty()
                                     ? "."
                                     : ", or keep some in the schema (role = \"keep\").")});
}

// The columns that are looked at, and no others; one that is named for two things is refused when
// the keys are measured.
ColumnChoice columns_of(const KeysArguments& arguments, ColumnChoice choice) {
  choice.structure = {};
  choice.keep_identifiers = true;
  choice.mask = arguments.keys;
  const auto keys = names_meant(arguments.keys, {});
  for (const std::string& name : {arguments.weight, arguments.sensitive}) {
    const bool is_named = name.empty() || std::ranges::find(keys, name) != keys.end() ||
                          std::ranges::find(choice.mask, name_list({name})) != choice.mask.end();
    if (!is_named) choice.mask.push_back(name_list({name}));
  }
  return choice;
}

io::TableInFile read(const KeysArguments& arguments, const ColumnChoice& choice) {
  auto read = value_or_fail(
      io::read_to_look(arguments.input, choice, arguments.reading, terminal_progress()));
  say_notes(arguments.input, read);
  if (read.unreadable.empty()) return read;
  throw Failure(
      {ErrorKind::invalid_data,
       fmt::format("{} is of a type that cannot be read.", at_start(read.unreadable.front())),
       {arguments.input}});
}

keys::KeyMeasures measured(const KeysArguments& arguments, const Table& table) {
  const keys::KeyChoice choice{names_meant(arguments.keys, column_names(table)),
                               arguments.weight,
                               arguments.sensitive,
                               {.largest = arguments.largest_set}};
  auto measures = keys::measure_keys(table, choice, terminal_progress());
  if (measures) return *std::move(measures);
  Error error = measures.error();
  if (error.kind == ErrorKind::invalid_data) error = in_file(arguments.input, error);
  if (error.place.record) {
    error.place = io::with_line(error.place, arguments.reading, terminal_progress());
  }
  throw Failure(error);
}

void print(const KeysArguments& arguments, const keys::KeyMeasures& measures) {
  const bool is_file = !io::is_standard_stream(arguments.input);
  std::vector<std::string> names;
  for (const auto& key : measures.keys) names.push_back(key.name);
  fmt::print("{}: {} records, {} key column{}: {}.\n\n{}",
             is_file ? printable(arguments.input) : "standard input",
             report::grouped(measures.records), names.size(), names.size() == 1 ? "" : "s",
             told(names), keys_text(measures));
  if (!arguments.records.empty()) {
    fmt::print("\nWritten: {}, a row for each record: for you, not for others.\n",
               printable(arguments.records));
  }
  if (!arguments.report.empty()) {
    fmt::print("\nWritten: {}, which names records at risk: for you, not for others.\n",
               printable(arguments.report));
  }
}

void write_keys_report(const KeysArguments& arguments, const Table& table,
                       const keys::KeyMeasures& measures) {
  const report::KeySubject subject{table, measures, static_cast<Row>(arguments.k)};
  const std::vector<report::Detail> details = {{"table", file_name(arguments.input)},
                                               {"version", OVERHAND_VERSION}};
  write_internal_page(value_or_fail(report::keys_report_json(subject, details)), arguments.report);
}

void keys_command(KeysArguments arguments) {
  check_files(arguments);
  const ColumnChoice schema = with_schema({}, arguments.schema);
  take_from_schema(arguments, schema);
  const auto table =
      coarsened_or_fail(arguments.input, read(arguments, columns_of(arguments, schema)), schema);
  const auto measures = measured(arguments, table.table);
  finish_progress_bar();
  if (!arguments.records.empty()) {
    done_or_fail(io::write_private_csv(record_table(measures), arguments.records));
  }
  if (!arguments.report.empty()) write_keys_report(arguments, table.table, measures);
  if (!arguments.json.empty()) write_json(report::keys_json(measures), arguments.json);
  if (arguments.json != "-") print(arguments, measures);
}

}  // namespace

void add_keys_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("keys", "Say what columns that an intruder knows tell about the records");
  auto arguments = std::make_shared<KeysArguments>();
  command->add_option("input", arguments->input, "the table, or - for CSV from the pipe")
      ->required()
      ->type_name("IN");
  command
      ->add_option(
          "--keys", arguments->keys,
          "the columns that an intruder may know [the schema's keys, or else those that it keeps]")
      ->allow_extra_args(false)
      ->type_name("A,B");
  command
      ->add_option("--weight", arguments->weight,
                   "how many people each record stands for [each itself]")
      ->type_name("COLUMN");
  command
      ->add_option("--sensitive", arguments->sensitive,
                   "what nobody should learn: how diverse it is among records that look alike")
      ->type_name("COLUMN");
  command
      ->add_option("--largest-set,--largest_set", arguments->largest_set,
                   "look for sets of up to so many key columns that single out a record [all of "
                   "up to ten key columns, else 3]")
      ->transform(whole_number(1, keys::most_keys))
      ->type_name("N");
  add_schema_option(*command, arguments->schema);
  add_read_options(*command, arguments->reading);
  command->add_option("--json", arguments->json, "write the figures as JSON, or - for the pipe")
      ->type_name("FILE");
  command
      ->add_option("--records", arguments->records,
                   "write fk, Fk, risk, suda, dis and l of each record, in the order of the table; "
                   "only you can read the file")
      ->type_name("F.csv");
  command
      ->add_option("--report", arguments->report,
                   "write a page with the bars, the figures and the records most at risk; only you "
                   "can read the file")
      ->type_name("F.html");
  command->footer(
      "Examples:\n"
      "  overhand keys people.csv --keys region,sex,age\n"
      "  overhand keys people.csv --keys region,sex,age --weight weight --sensitive illness\n"
      "  overhand keys people.csv --schema people.toml --records risks.csv --json keys.json");
  command->callback([arguments] { keys_command(*arguments); });
}

}  // namespace overhand::cli
