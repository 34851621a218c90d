#include "columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

#include "command_line.h"
#include "overhand/core/stopping.h"
#include "overhand/core/text.h"
#include "overhand/inspection/undecided.h"
#include "overhand/io/schema_file.h"
#include "overhand/io/write_table.h"
#include "overhand/table/column_words.h"

namespace overhand::cli {
namespace {

void say(const std::string& sentence) {
  finish_progress_bar();
  std::cerr << "overhand: " << printable(sentence) << "\n";
}

}  // namespace

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

void say_codes(const std::string& path, const Table& original, const ColumnChoice& choice) {
  const auto codes = inspection::codes_masked_as_amounts(original, choice);
  if (codes.empty()) return;
  const bool is_one = codes.size() == 1;
  say(fmt::format(
      "{}: {} {}, which {} no amount{}, but {} masked as such; say what {} in a schema, "
      "which {} writes.",
      path, told(codes), is_one ? "looks like a code" : "look like codes", is_one ? "is" : "are",
      is_one ? "" : "s", is_one ? "is" : "are", is_one ? "it is" : "they are",
      inspect_command(path)));
}

void add_schema_option(CLI::App& command, std::string& path) {
  command
      .add_option("--schema", path,
                  "what the columns are and what becomes of them, as overhand inspect proposes it; "
                  "flags win")
      ->type_name("F.toml");
}

ColumnChoice with_schema(ColumnChoice choice, const std::string& schema) {
  if (schema.empty()) return choice;
  const Schema said = value_or_fail(io::read_schema(schema));
  if (const auto keys = unused_keys(said); !keys.empty()) {
    say(fmt::format("{}: no command uses {} yet; this one leaves {} out of account.", schema,
                    fmt::join(keys, ", "), keys.size() == 1 ? "it" : "them"));
  }
  choice.plans = plans_of(said);
  return choice;
}

io::TableInFile read_to_mask(const std::string& path, const ColumnChoice& choice,
                             const io::ReadOptions& reading) {
  auto read = value_or_fail(io::read_file(path, choice, reading, terminal_progress()));
  say_notes(path, read);
  done_or_fail(stoppable(terminal_progress(), [&]() -> Status {
    auto problem = inspection::problem_with_masked_identifiers(read.table, choice);
    if (problem) return in_file(path, *std::move(problem));
    return Done{};
  }));
  return read;
}

}  // namespace overhand::cli
