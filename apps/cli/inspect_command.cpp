// overhand inspect IN [--json F|-] [--schema F.toml] [--keys A,B --k 3]
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "columns.h"
#include "command_line.h"
#include "inspection_text.h"
#include "key_proposal.h"
#include "overhand/core/stopping.h"
#include "overhand/core/text.h"
#include "overhand/inspection/inspection.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/read_table.h"
#include "overhand/io/schema_file.h"
#include "overhand/io/whole_file.h"
#include "overhand/report/inspection_json.h"
#include "overhand/report/risk_words.h"

namespace overhand::cli {
namespace {

struct InspectArguments {
  std::string input;
  std::string json;
  std::string schema;
  KeyProposalArguments keys;
  io::ReadOptions reading;
};

using KeyProposal = std::optional<coarsening::Proposal>;

void check_files(const InspectArguments& arguments) {
  if (io::is_standard_stream(arguments.schema)) {
    throw Failure({ErrorKind::invalid_option, "--schema: give the name of a file, F.toml."});
  }
  done_or_fail(io::FilePlan()
                   .reads("the table", arguments.input)
                   .writes("--json", arguments.json)
                   .writes("--schema", arguments.schema)
                   .check());
}

// Letters in a line: of the terminal, within what the table is made for.
std::size_t line_width() {
  constexpr std::size_t narrow = 80;
  constexpr std::size_t wide = 120;
  winsize size{};
  const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? std::clamp<std::size_t>(size.ws_col, narrow, wide) : wide;
}

bool has_colours() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

// A schema is edited by hand: one that says something else than the proposal is not written over.
void check_untouched(const std::string& path, const std::string& proposal) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return;
  std::ifstream file(path, std::ios::binary);
  const std::string there(std::istreambuf_iterator<char>(file), {});
  if (there == proposal) return;
  throw Failure({ErrorKind::invalid_option,
                 "it is there and says something else than the proposal, so it may hold your "
                 "decisions; give another name with --schema, or remove it first.",
                 {path}});
}

void write_schema(const InspectArguments& arguments, const inspection::Inspection& inspection,
                  const KeyProposal& keys) {
  auto comments = schema_comments(inspection, file_name(arguments.input));
  Schema schema = proposed_schema(inspection);
  schema.missing = arguments.reading.missing;
  if (keys) put_into(schema, comments, arguments.keys, *keys);
  const std::string text = io::schema_text(schema, comments);
  check_untouched(arguments.schema, text);
  done_or_fail(io::write_file(arguments.schema, text));
}

std::string next_steps(const InspectArguments& arguments) {
  const bool is_file = !io::is_standard_stream(arguments.input);
  const std::string input = is_file ? shell_word(arguments.input) : "IN";
  io::ReadOptions by_schema = arguments.reading;
  by_schema.missing.clear();  // the schema holds what means missing
  const std::string to_mask = input + reading_text(by_schema);
  if (arguments.schema.empty()) {
    return fmt::format(
        "These are proposals. To decide, write them to a file, edit it, and mask by it:\n"
        "  overhand inspect {0}{1}{2} --schema columns.toml\n"
        "  overhand mask {3} -o OUT --schema columns.toml\n"
        "To let it out, attacked and held against ceilings, with its reports:\n"
        "  overhand release {3} -o DIR --schema columns.toml\n",
        input, reading_text(arguments.reading), text_of(arguments.keys), to_mask);
  }
  return fmt::format(
      "Written: {1}. Look it over, change what is wrong, then:\n"
      "  overhand mask {0} -o OUT --schema {2}\n"
      "or, to let it out, attacked and held against ceilings, with its reports:\n"
      "  overhand release {0} -o DIR --schema {2}\n",
      to_mask, printable(arguments.schema), shell_word(arguments.schema));
}

void print(const InspectArguments& arguments, const io::Layout& layout,
           const inspection::Inspection& inspection, const KeyProposal& keys) {
  const bool is_file = !io::is_standard_stream(arguments.input);
  fmt::print("{}: {}; {} records, {} columns.\n\n",
             is_file ? printable(arguments.input) : "standard input", words_for(layout),
             report::grouped(inspection.rows), inspection.columns.size());
  fmt::print("{}", inspection_text(inspection, line_width(), has_colours()));
  if (keys) {
    fmt::print("\n");
    for (const std::string& sentence : sentences_on(*keys, arguments.keys.k)) {
      fmt::print("{}\n", printable(sentence));
    }
  }
  fmt::print("\nThe ranges and levels are of the original: they are for you, not for others.\n{}",
             next_steps(arguments));
}

KeyProposal proposal_for(const InspectArguments& arguments, const Table& table) {
  if (arguments.keys.keys.empty()) return std::nullopt;
  return value_or_fail(stoppable(terminal_progress(), [&] {
    return coarsening::proposed(table, arguments.keys.keys, arguments.keys.k);
  }));
}

void inspect(const InspectArguments& arguments) {
  check_files(arguments);
  const auto read =
      value_or_fail(io::read_all_columns(arguments.input, arguments.reading, terminal_progress()));
  say_notes(arguments.input, read);
  const auto inspection =
      value_or_fail(inspection::inspect(read.table, read.unreadable, terminal_progress()));
  const KeyProposal keys = proposal_for(arguments, read.table);
  finish_progress_bar();
  if (!arguments.schema.empty()) write_schema(arguments, inspection, keys);
  if (!arguments.json.empty()) {
    write_json(report::inspection_json(inspection), arguments.json);
  }
  if (arguments.json != "-") print(arguments, read.layout, inspection, keys);
}

}  // namespace

void add_inspect_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("inspect", "Say what each column is and propose what becomes of it");
  auto arguments = std::make_shared<InspectArguments>();
  command->add_option("input", arguments->input, "the table, or - for CSV from the pipe")
      ->required()
      ->type_name("IN");
  command->add_option("--json", arguments->json, "write what was found as JSON, or - for the pipe")
      ->type_name("FILE");
  command
      ->add_option(
          "--schema", arguments->schema,
          "write the proposal, to be edited and given to the other commands; never over an "
          "edited one")
      ->type_name("F.toml");
  arguments->keys.add_to(*command);
  add_read_options(*command, arguments->reading);
  command->footer(
      "Examples:\n"
      "  overhand inspect people.csv\n"
      "  overhand inspect people.csv --schema people.toml\n"
      "  overhand inspect people.csv --keys region,age --k 5 --schema people.toml\n"
      "  overhand mask people.csv -o masked.csv --schema people.toml");
  command->callback([arguments] { inspect(*arguments); });
}

}  // namespace overhand::cli
