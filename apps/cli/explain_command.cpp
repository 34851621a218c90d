// overhand explain IN DIR --row N: what the attacks learn from a release about one record.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "columns.h"
#include "command_line.h"
#include "commands/masked_table.h"
#include "commands/release_folder.h"
#include "option_checks.h"
#include "overhand/attacks/x_ray.h"
#include "overhand/core/stopping.h"
#include "overhand/core/text.h"
#include "overhand/report/exposure_words.h"
#include "overhand/report/risk_words.h"
#include "overhand/table/cell_text.h"

namespace overhand::cli {
namespace {

struct ExplainArguments {
  std::string input;
  std::string folder;
  std::size_t row = 0;  // of the file, from 1
  std::string schema;
  ColumnChoice columns;
  StructureArguments structure;
  io::ReadOptions reading;
};

const char* role_word(Role role) {
  return role == Role::keep ? "keep" : role == Role::unit ? "unit" : "mask";
}

// "age (mask), sex (keep)", in any order.
std::vector<std::string> columns_and_roles(const Table& table) {
  std::vector<std::string> words;
  for (const Column& column : table.columns()) {
    words.push_back(fmt::format("{} ({})", column.name, role_word(column.role)));
  }
  std::ranges::sort(words);
  return words;
}

std::vector<std::string> columns_and_roles(const Json& manifest) {
  std::vector<std::string> words;
  if (manifest.contains("columns") && manifest["columns"].is_array()) {
    for (const Json& column : manifest["columns"]) {
      words.push_back(fmt::format("{} ({})", commands::text_in(column, "name"),
                                  commands::text_in(column, "role")));
    }
  }
  std::ranges::sort(words);
  return words;
}

std::string masked_file(const std::string& folder, const Json& manifest) {
  for (const Json& file : manifest["files"]) {
    if (commands::text_in(file, "name").starts_with("masked.")) {
      return value_or_fail(commands::released_path(folder, file, terminal_progress()));
    }
  }
  throw Failure(
      {ErrorKind::invalid_data, fmt::format("{}: its manifest names no masked table.", folder)});
}

struct BothTables {
  Table original;
  Table released;
};

BothTables tables_of(const ExplainArguments& arguments, const ColumnChoice& said) {
  const Json manifest = value_or_fail(commands::manifest_in(arguments.folder));
  const std::string path = masked_file(arguments.folder, manifest);
  Table masked = read_or_fail(path, commands::choice_for_masked(said),
                              commands::reading_for_masked(arguments.reading))
                     .table;
  const auto here = columns_and_roles(masked);
  const auto released = columns_and_roles(manifest);
  if (here != released) {
    throw Failure(
        {ErrorKind::invalid_option,
         fmt::format("{}: the columns and roles are not those of the release ({}, and not "
                     "{}); give --schema, --keep and the like as the release had them.",
                     path, fmt::join(released, ", "), fmt::join(here, ", "))});
  }
  const ColumnChoice choice = commands::choice_for_original(masked, said);
  auto read = coarsened_or_fail(arguments.input,
                                read_or_fail(arguments.input, choice, arguments.reading), choice);
  masked = commands::in_order_of(read, std::move(masked));
  masked = commands::as_original(read.table, std::move(masked));
  return {std::move(read.table), std::move(masked)};
}

std::string value_of(const Table& table, const std::string& name, Row row) {
  const auto place = find_column(table, name);
  return place ? cell_text(table.columns()[*place], row).value_or("missing") : "";
}

// What was learnt, with the record's own values: who asks has them.
void print_finding(const attacks::Finding& finding, const attacks::XRay& ray, const Table& original,
                   Row row) {
  fmt::print("  {:<13} {}.\n", report::name_of(finding.attack),
             printable(report::words_for(finding, ray.columns)));
  const bool is_learnt = finding.attack == attacks::AttackKind::inference ||
                         finding.attack == attacks::AttackKind::look_up;
  for (const std::size_t place : finding.columns) {
    const std::string& name = ray.columns[place];
    fmt::print("{:16}{} {} is {}\n", "", is_learnt ? "learnt:" : "by:", printable(name),
               printable(value_of(original, name, row)));
  }
  for (const std::size_t place : finding.known) {
    const std::string& name = ray.columns[place];
    fmt::print("{:16}known: {} is {}\n", "", printable(name),
               printable(value_of(original, name, row)));
  }
}

void print_person(const attacks::XRay& ray, const ExplainArguments& arguments,
                  const Table& original) {
  const attacks::ExposedPerson& person = ray.people.front();
  const Row row = person.exposure.person;
  fmt::print("Internal: this shows a record of {}. Do not pass it on.\n\n",
             printable(file_name(arguments.input)));
  const auto findings = findings_of(person.exposure, person.anyway);
  if (findings.empty()) {
    fmt::print(
        "Of row {} the attacks learn nothing clearly from {}: not more than the true records "
        "of all others tell about it.\n",
        arguments.row, printable(arguments.folder));
  } else {
    fmt::print("Of row {} the attacks learn from {}:\n", arguments.row,
               printable(arguments.folder));
  }
  for (const auto& finding : findings) print_finding(finding, ray, original, row);
  const auto rates = rates_of(person.exposure);
  fmt::print(
      "\nTried: {} halves of the columns, {} led to one record; {} sets of columns, {} "
      "singled it out. Exposure {:.2f}, of 4 at most.\n",
      person.exposure.halves, person.exposure.linked.size(), person.exposure.combinations,
      person.exposure.singled_out.size(), exposure_score(person.exposure, person.anyway));
  fmt::print("\n{:<24} {:>14} {:>14}  {:<16} {}\n", "column", "right guesses", "by all others",
             "its value", "the very value");
  for (std::size_t j = 0; j < ray.columns.size(); ++j) {
    const auto& column = person.exposure.columns[j];
    if (column.tried == 0) continue;
    fmt::print(
        "{:<24} {:>12.0f} % {:>12.0f} %  {:<16} {}\n", printable(ray.columns[j]),
        100 * rates.guessed[j],
        j < person.anyway.guessed.size() ? 100 * person.anyway.guessed[j] : 0.0,
        printable(value_of(original, ray.columns[j], row)),
        column.holders > 0 ? fmt::format("in {} released", report::grouped(column.holders)) : "");
  }
}

// A release has a record for each of its table, but where some were left out.
void check_rows(const std::string& input, const BothTables& tables) {
  const std::size_t own = tables.original.row_count();
  const std::size_t released = tables.released.row_count();
  if (own < released) {
    throw Failure({ErrorKind::invalid_option,
                   fmt::format("{} has {} records and the release {}: this is not the table that "
                               "was released.",
                               input, report::grouped(own), report::grouped(released))});
  }
  if (own == released) return;
  say(
      fmt::format("The release has {} records, {} {}: some were left out, or this is not the "
                  "table that was released.",
                  report::grouped(released), input, report::grouped(own)));
}

void explain(const ExplainArguments& arguments) {
  io::FilePlan plan;
  plan.reads("the table", arguments.input).reads("the schema", arguments.schema);
  done_or_fail(plan.check());
  const ColumnChoice said = with_schema(arguments.columns, arguments.schema, arguments.structure);
  const BothTables tables = tables_of(arguments, said);
  check_rows(arguments.input, tables);
  const auto& [original, released] = tables;
  if (arguments.row > original.row_count()) {
    throw Failure(
        {ErrorKind::invalid_option,
         fmt::format("--row: {} has {} records, so that there is no row {}.", arguments.input,
                     report::grouped(original.row_count()), arguments.row)});
  }
  terminal_progress().report("attacking one record", 0, 1);
  const auto ray = value_or_fail(stoppable(terminal_progress(), [&] {
    return attacks::x_ray_of(original, released, static_cast<Row>(arguments.row - 1), {},
                             random::key_from_seed(1));
  }));
  finish_progress_bar();
  print_person(ray, arguments, original);
}

}  // namespace

void add_explain_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "explain", "Show the owner of a table what a release tells about one of its records");
  auto arguments = std::make_shared<ExplainArguments>();
  command->add_option("input", arguments->input, "the table that was released")
      ->required()
      ->type_name("IN");
  command->add_option("folder", arguments->folder, "the folder of the release")
      ->required()
      ->type_name("DIR");
  command
      ->add_option("--row", arguments->row,
                   "the record: the first of the table, below the names, is 1")
      ->required()
      ->transform(whole_number(1, 4'000'000'000))
      ->type_name("N");
  add_schema_option(*command, arguments->schema);
  add_column_choice(*command, arguments->columns);
  arguments->structure.add_binding_to(*command);
  add_read_options(*command, arguments->reading);
  command->callback([arguments] { explain(*arguments); });
  command->footer(
      "Columns and roles are said as the release had them.\n"
      "Examples:\n"
      "  overhand explain people.csv release --row 17 --schema people.toml\n"
      "  overhand explain people.csv release --row 17 --keep region");
}

}  // namespace overhand::cli
