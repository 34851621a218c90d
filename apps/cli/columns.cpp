#include "columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>

#include "command_line.h"
#include "overhand/core/stopping.h"
#include "overhand/core/text.h"
#include "overhand/inspection/undecided.h"
#include "overhand/io/guessed_encoding.h"
#include "overhand/io/schema_file.h"
#include "overhand/io/write_table.h"
#include "overhand/masking/rare_units.h"
#include "overhand/relations/derivation.h"
#include "overhand/relations/identities.h"
#include "overhand/relations/rules.h"
#include "overhand/table/column_words.h"
#include "overhand/utility/weighted.h"

namespace overhand::cli {

void say(const std::string& sentence) {
  finish_progress_bar();
  std::cerr << "overhand: " << printable(sentence) << "\n";
}

namespace {

using List = std::vector<std::string>;

// Flags win over the schema.
Structure merged(Structure schema, const Structure& flags) {
  const auto take = [](auto& from_schema, const auto& from_flags) {
    if (!from_flags.empty()) from_schema = from_flags;
  };
  take(schema.derive, flags.derive);
  take(schema.rules, flags.rules);
  take(schema.within, flags.within);
  take(schema.weight, flags.weight);
  take(schema.unit, flags.unit);
  take(schema.order, flags.order);
  return schema;
}

// ", with 5.6 % of the weights": all that is measured is measured without them.
std::string weight_left_out(const Table& table, std::span<const Row> rows,
                            const Structure& structure) {
  if (structure.weight.empty()) return "";
  const auto weights = utility::weights_in(table, structure.weight, "original");
  if (!weights) return "";
  double all = 0;
  double left = 0;
  for (const double weight : *weights) all += weight;
  for (const Row row : rows) left += (*weights)[row];
  return fmt::format(", with {:.2g} % of the weights", 100 * (all - left) / all);
}

void drop_rare_units(const std::string& path, io::TableInFile& read, const Structure& structure) {
  const std::size_t before = read.table.row_count();
  const auto rows = value_or_fail(masking::rows_in_common_units(read.table, structure), path);
  if (rows.size() == before) return;
  read.notes.push_back(fmt::format(
      "{} of {} records are left out{}, in units of sizes too rare to mask; all figures "
      "are of the others.",
      before - rows.size(), before, weight_left_out(read.table, rows, structure)));
  say(fmt::format("{}: {}", path, read.notes.back()));
  read.table = gather(read.table, rows);
  read.rows = rows;
}

// What is found is used beside what the steward says, unless both cannot be computed.
void add_identities(const std::string& path, const Table& table, Structure& structure) {
  const List found = value_or_fail(stoppable(
      terminal_progress(), [&]() -> Result<List> { return relations::identities(table); }));
  for (const std::string& formula : found) {
    List all = structure.derive;
    all.push_back(formula);
    if (!relations::derivations(all, table)) continue;
    structure.derive = std::move(all);
    say(fmt::format("{}: {} in every record, and is computed so after masking.", path, formula));
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

void StructureArguments::add_to(CLI::App& command) {
  command.add_option("--within", said.within, "mask each stratum of these columns by itself")
      ->delimiter(',')
      ->type_name("A,B ...");
  command
      .add_option("--unit", said.unit,
                  "rows that agree in this column are one household, person or firm, masked as one")
      ->type_name("COLUMN");
  if (command.get_option_no_throw("--order") == nullptr) {
    command.add_option("--order", said.order, "of the rows of a unit [as they stand]")
        ->type_name("COLUMN");
  }
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
}

ColumnChoice with_schema(ColumnChoice choice, const std::string& schema,
                         const StructureArguments& structure) {
  Schema said;
  if (!schema.empty()) said = value_or_fail(io::read_schema(schema));
  choice.plans = plans_of(said);
  choice.structure = merged(said.structure, structure.said);
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
  auto done = stoppable(terminal_progress(), [&]() -> Status {
    const auto rules = relations::said_rules(structure.rules, original);
    if (!rules) return rules.error();
    if (structure.weight.empty()) return Done{};
    const auto weights = utility::weights_in(original, structure.weight, "original");
    return weights ? Status(Done{}) : weights.error();
  });
  if (done) return;
  Error error = in_file(path, done.error());
  if (error.place.record) error.place = io::with_line(error.place, reading, terminal_progress());
  throw Failure(error);
}

io::TableInFile read_to_mask(const std::string& path, ColumnChoice& choice,
                             const io::ReadOptions& reading, const StructureArguments& structure) {
  auto read = read_or_fail(path, choice, reading);
  say_notes(path, read);
  done_or_fail(stoppable(terminal_progress(), [&]() -> Status {
    auto problem = inspection::problem_with_identifiers(read.table, choice);
    if (problem) return in_file(path, with_reading(*std::move(problem), reading));
    return Done{};
  }));
  check_measured(path, read.table, choice.structure, reading);
  say_masked_weight(path, read.table, choice.structure);
  if (structure.rare == "drop") drop_rare_units(path, read, choice.structure);
  if (!structure.no_derive) add_identities(path, read.table, choice.structure);
  return read;
}

Lineage rows_in_file(Lineage lineage, const std::optional<Lineage>& rows) {
  if (rows) std::ranges::transform(lineage, lineage.begin(), [&](Row row) { return (*rows)[row]; });
  return lineage;
}

std::vector<report::Detail> details_of(const Structure& structure,
                                       const std::vector<std::string>& notes) {
  std::vector<report::Detail> details;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) details.push_back({name, value});
  };
  add("masked as one", structure.unit);
  add("members in the order of", structure.order);
  for (const std::string& column : structure.within) add("masked by itself", column);
  add("weighted by", structure.weight);
  for (const std::string& formula : structure.derive) add("computed after masking", formula);
  for (const std::string& rule : structure.rules) add("rule", rule);
  for (const std::string& note : notes) add("not in it", note);
  return details;
}

}  // namespace overhand::cli
