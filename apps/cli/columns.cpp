#include "columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>

#include "command_line.h"
#include "commands/key_preparation.h"
#include "commands/structure.h"
#include "commands/to_mask.h"
#include "option_checks.h"
#include "overhand/core/stopping.h"
#include "overhand/core/text.h"
#include "overhand/inspection/undecided.h"
#include "overhand/io/guessed_encoding.h"
#include "overhand/io/schema_file.h"
#include "overhand/io/write_table.h"
#include "overhand/release/release.h"
#include "overhand/table/column_words.h"

namespace overhand::cli {

void check_kept(const Table& original, const Structure& structure) {
  const auto problem = release::problem_before_trials(original, structure);
  if (problem) throw Failure(commands::with_possible_remedies(*problem, structure));
}

void say(const std::string& sentence) {
  finish_progress_bar();
  std::cerr << "overhand: " << printable(sentence) << "\n";
}

namespace {

void drop_rare_units(const std::string& path, io::TableInFile& read, const Structure& structure) {
  const std::size_t before = read.notes.size();
  if (const auto done = commands::drop_rare_units(read, structure); !done) {
    throw Failure(in_file(path, done.error()));
  }
  if (read.notes.size() > before) say(fmt::format("{}: {}", path, read.notes.back()));
}

void drop_records_below(const std::string& path, io::TableInFile& read, Structure& structure,
                        std::size_t k) {
  const std::size_t before = read.notes.size();
  if (const auto done = commands::drop_records_below(read, structure, k); !done) {
    throw Failure(in_file(path, done.error()));
  }
  if (read.notes.size() > before) say(fmt::format("{}: {}", path, read.notes.back()));
  structure.k = std::max(structure.k, k);  // a method may take few of those who share keys
}

void add_sums(const std::string& path, const Table& table, Structure& structure) {
  for (const std::string& sum :
       value_or_fail(commands::add_sums(table, structure, terminal_progress()))) {
    say(fmt::format("{}: {}, and is computed so after masking.", path, sum));
  }
}

// What an analyst of the masked table should know of its weights.
void say_masked_weight(const std::string& path, const Table& table, const Structure& structure) {
  if (structure.weight.empty()) return;
  const Column& weight = table.columns()[*find_column(table, structure.weight)];
  if (weight.role != Role::mask) return;
  say(fmt::format(
      "{}: {} weights the records and is masked as it was said to be{}: masked records have other "
      "weights than their sources. Say --keep {} to keep it with its record.",
      path, in_words(weight.name),
      structure.within.empty() ? "" : ", inside each stratum by " + told(structure.within),
      command_word({&weight.name, 1})));
}

// Who is sent to inspect the file has to read it in the same way.
Error with_reading(Error error, const io::ReadOptions& reading) {
  for (Remedy& remedy : error.remedies) {
    if (remedy.action == Action::plan) remedy.value = reading_text(reading);
  }
  return error;
}

}  // namespace

void say_guessed_encoding(const std::string& path, const Table& original, const io::Layout& layout,
                          const io::ReadOptions& reading) {
  const auto column = io::column_of_guessed_letters(original, layout, reading);
  if (!column) return;
  say(
      fmt::format("{}: it is not UTF-8 and was taken for Windows-1252, as in {}; if the letters "
                  "there come out wrong, save it as UTF-8, else say --encoding windows-1252.",
                  path, in_words(*column)));
}

void say_notes(const std::string& path, const io::TableInFile& read) {
  const std::string name = io::is_standard_stream(path) ? "standard input" : path;
  for (const std::string& note : read.notes) say(fmt::format("{}: {}", name, note));
}

void say_plain_gaps(const std::string& path, const Table& masked, const io::Format& format) {
  const auto columns = io::columns_with_plain_gaps(masked, format);
  if (columns.empty()) return;
  say(fmt::format(
      "{}: values of {} that the original calls missing are plain gaps there, as {} cannot tell "
      "them from others; the format of the original can.",
      path, told(columns), format.extension));
}

void say_codes(const std::string& path, const Table& original, const ColumnChoice& choice,
               const io::ReadOptions& reading) {
  const auto codes = inspection::codes_masked_as_amounts(original, choice);
  if (codes.empty()) return;
  const bool is_one = codes.size() == 1;
  say(fmt::format(
      "{}: {} {}, which {} no amount{}, but {} masked as such; say what {} in a schema, "
      "which {} writes.",
      path, told(codes), is_one ? "looks like a code" : "look like codes", is_one ? "is" : "are",
      is_one ? "" : "s", is_one ? "is" : "are", is_one ? "it is" : "they are",
      inspect_command(path, reading_text(reading))));
}

void add_schema_option(CLI::App& command, std::string& path) {
  command
      .add_option("--schema", path,
                  "what the columns are and what becomes of them, as overhand inspect proposes it; "
                  "flags win")
      ->type_name("F.toml");
}

void StructureArguments::add_measured_to(CLI::App& command) {
  command
      .add_option(
          "--rule", said.rules,
          "every record obeys it, such as \"tax <= income\"; again for more. Masked records "
          "that break one are counted")
      ->allow_extra_args(false)
      ->type_name("FORMULA");
  command
      .add_option("--weight", said.weight,
                  "how many each record stands for: weighted totals, means and quantiles are "
                  "measured")
      ->type_name("COLUMN");
}

namespace {

constexpr auto records_word = "records";

// Below which records are left out; 0: none are.
std::size_t fewest_of_records(const StructureArguments& said, const Structure& structure) {
  constexpr std::size_t usual = 3;
  if (said.suppress_records > 0 || !said.suppresses_records) return said.suppress_records;
  return structure.k > 0 ? structure.k : usual;
}

}  // namespace

void StructureArguments::add_keys_to(CLI::App& command) {
  constexpr int most_sharing = 1'000'000;
  command
      .add_option("--keys", said.keys,
                  "columns by which people are known [those that are kept, but the weight]")
      ->delimiter(',')
      ->type_name("A,B ...");
  command
      .add_option_function<std::string>(
          "--suppress",
          [this](const std::string& text) {
            suppresses_records = text == records_word;
            if (!suppresses_records) said.k = std::stoul(text);
          },
          "set cells of keys to missing until what is left is shared by K records; records: leave "
          "out those below the k of the schema [3] instead")
      ->transform(CLI::Validator(
          [number = whole_number(2, most_sharing)](std::string& text) {
            return text == records_word ? std::string() : number(text);
          },
          ""))
      ->type_name("K|records");
  command.add_flag(
      "--alike", said.alike,
      "with K: suppress more, until K records look alike in their keys, gaps among them");
  command
      .add_option("--suppress-records,--suppress_records", suppress_records,
                  "leave out records that share their keys with fewer than K, themselves counted")
      ->excludes("--suppress")
      ->transform(whole_number(2, most_sharing))
      ->type_name("K");
}

void StructureArguments::add_binding_to(CLI::App& command) {
  command.add_option("--within", said.within, "mask each stratum of these columns by itself")
      ->delimiter(',')
      ->type_name("A,B ...");
  command
      .add_option("--unit", said.unit,
                  "rows that agree in this column are one household, person or firm, masked as one")
      ->type_name("COLUMN");
  if (CLI::Option* of_method = command.get_option_no_throw("--order")) {
    of_method->description("with --unit, one column: the order of a unit's rows [as they stand]; " +
                           of_method->get_description());
  } else {
    command.add_option("--order", said.order, "of the rows of a unit [as they stand]")
        ->type_name("COLUMN");
  }
}

void StructureArguments::add_to(CLI::App& command) {
  add_binding_to(command);
  command.add_option("--rare", rare, "units of sizes too rare to mask: refuse, or drop them")
      ->check(CLI::IsMember({"refuse", "drop"}))
      ->type_name("refuse|drop");
  command
      .add_option("--derive", said.derive,
                  "compute a column from others after masking, such as \"total = a + b\"")
      ->type_name("FORMULA");
  command.add_flag(
      "--no-derive,--no_derive", no_derive,
      "mask totals by themselves, though they will no longer be the sums of their parts");
  add_measured_to(command);
  add_keys_to(command);
}

namespace {

std::optional<Treatment> role_in_schema(const ColumnChoice& choice, const std::string& column) {
  const ColumnPlan* plan = plan_of(choice.plans, column);
  return plan == nullptr ? std::nullopt : plan->role;
}

// What a column that tells units or strata becomes is settled; a schema may say something else.
void check_roles(const ColumnChoice& choice, const StructureArguments& flags) {
  const Structure& structure = choice.structure;
  if (!structure.unit.empty() && role_in_schema(choice, structure.unit) == Treatment::drop) {
    say(
        fmt::format("{} tells the units and is not dropped, as its role in the schema says: it "
                    "gets new numbers.",
                    at_start(structure.unit)));
  }
  for (const std::string& column : structure.within) {
    const auto role = role_in_schema(choice, column);
    if (!role || *role == Treatment::keep) continue;
    const std::string sentence = fmt::format(
        "{} tells the strata and goes out as it is, though its role in the schema is "
        "{}",
        at_start(column), name_of(*role));
    if (*role == Treatment::drop && flags.said.within.empty()) {
      throw Failure({ErrorKind::invalid_option,
                     sentence + "; say role = \"keep\", or leave it out of within."});
    }
    say(sentence + ".");
  }
}

// What is said of units is for nothing without them.
void check_units(const ColumnChoice& choice, const StructureArguments& structure) {
  const std::string& unit = choice.structure.unit;
  const char* lonely = !unit.empty()                     ? nullptr
                       : !structure.rare.empty()         ? "--rare"
                       : !choice.structure.order.empty() ? "order"
                                                         : nullptr;
  if (lonely != nullptr) {
    throw Failure({ErrorKind::invalid_option,
                   fmt::format("{}: it is about units, and no column tells them; say --unit "
                               "COLUMN, or unit in the schema.",
                               lonely)});
  }
  if (!unit.empty() && std::ranges::find(choice.keep, unit) != choice.keep.end()) {
    say(fmt::format("{} tells the units and is not kept as it is: it gets new numbers.",
                    at_start(unit)));
  }
}

}  // namespace

ColumnChoice with_schema(ColumnChoice choice, const std::string& schema,
                         const StructureArguments& structure) {
  Schema said;
  if (!schema.empty()) said = value_or_fail(io::read_schema(schema));
  choice.plans = plans_of(said);
  choice.structure = commands::merged(said.structure, structure.said);
  check_units(choice, structure);
  check_roles(choice, structure);
  return choice;
}

io::TableInFile read_or_fail(const std::string& path, const ColumnChoice& choice,
                             const io::ReadOptions& reading) {
  auto read = io::read_file(path, choice, reading, terminal_progress());
  if (!read) throw Failure(with_reading(read.error(), reading));
  return *std::move(read);
}

void check_measured(const std::string& path, const Table& original, const Structure& structure,
                    const io::ReadOptions& reading) {
  const auto done = commands::check_measured(original, structure, terminal_progress());
  if (!done) throw Failure(in_lines_of(path, done.error(), reading));
}

Error in_lines_of(const std::string& path, const Error& problem, const io::ReadOptions& reading) {
  Error error = in_file(path, problem);
  if (error.place.record) error.place = io::with_line(error.place, reading, terminal_progress());
  return error;
}

commands::PreparedTable coarsened_or_fail(const std::string& path, io::TableInFile read,
                                          const ColumnChoice& choice) {
  auto prepared = value_or_fail(commands::prepared(std::move(read), choice), path);
  for (const auto& change : prepared.coarsened) {
    say(fmt::format("{}: {}", path, coarsening::sentence_on(change)));
  }
  return prepared;
}

commands::PreparedTable read_to_mask(const std::string& path, ColumnChoice& choice,
                                     const io::ReadOptions& reading,
                                     const StructureArguments& structure) {
  auto file = read_or_fail(path, choice, reading);
  say_notes(path, file);
  auto read = coarsened_or_fail(path, std::move(file), choice);
  done_or_fail(stoppable(terminal_progress(), [&]() -> Status {
    auto problem = inspection::problem_with_identifiers(read.table, choice);
    if (problem) return in_file(path, with_reading(*std::move(problem), reading));
    return Done{};
  }));
  check_measured(path, read.table, choice.structure, reading);
  say_masked_weight(path, read.table, choice.structure);
  if (structure.rare == "drop") drop_rare_units(path, read, choice.structure);
  if (const std::size_t k = fewest_of_records(structure, choice.structure); k > 0) {
    drop_records_below(path, read, choice.structure, k);
  }
  const auto bound = commands::check_bound(read.table, choice.structure, terminal_progress(),
                                           structure.takes_rare_units);
  if (!bound) {
    const bool is_of_file = bound.error().kind == ErrorKind::invalid_data;
    throw Failure(is_of_file ? in_file(path, bound.error()) : bound.error());
  }
  if (!structure.no_derive) add_sums(path, read.table, choice.structure);
  return read;
}

void prepare_keys(const std::string& path, commands::PreparedTable& read,
                  const ColumnChoice& choice) {
  const std::size_t coarsened = read.coarsened.size();
  const std::size_t notes = read.notes.size();
  if (const auto done = commands::prepare_keys(read, choice, terminal_progress()); !done) {
    throw Failure(in_file(path, done.error()));
  }
  for (std::size_t i = coarsened; i < read.coarsened.size(); ++i) {
    say(fmt::format("{}: {}", path, coarsening::sentence_on(read.coarsened[i])));
  }
  if (read.notes.size() > notes) say(fmt::format("{}: {}", path, read.notes.back()));
}

}  // namespace overhand::cli
