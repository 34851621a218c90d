#include "error_words.h"

#include <fmt/format.h>

#include "overhand/core/text.h"
#include "overhand/table/column_words.h"

namespace overhand::cli {
namespace {

std::string words_of_keep(const std::vector<std::string>& columns) {
  if (columns.size() > 1) return "let some of them go out as they are with --keep";
  return fmt::format("let it go out as it is with --keep {}", command_word(columns));
}

// A sign would be lost among those of the sentence.
std::string in_quotes(const std::string& sign) {
  return sign == "\t" ? "tab" : fmt::format("'{}'", sign);
}

std::string words_of_delimiter(const std::string& sign) {
  return sign.empty() ? "if another sign separates the fields, say it with --delimiter"
                      : fmt::format("say --delimiter {}", in_quotes(sign));
}

std::string words_of_drop(const std::vector<std::string>& columns) {
  return fmt::format("leave {} out with --drop {}", columns.size() == 1 ? "the column" : "them",
                     command_word(columns));
}

std::string words_of_mask(const std::vector<std::string>& columns, bool has_role) {
  if (has_role) {
    return fmt::format(
        "mask {}, with role = \"mask\" in the schema or by naming it in --columns "
        "with all others to mask",
        in_words(columns.front()));
  }
  const char* them = columns.size() == 1 ? "it" : "them";
  return fmt::format("mask {} all the same by naming {} in --columns, with all others to mask",
                     them, them);
}

// How the file is read and written.
std::string words_of_saying(const Remedy& remedy) {
  switch (remedy.action) {
    case Action::say_no_header:
      return "put a line of names above it or say --no-header (the columns are then called "
             "column1, column2, ...)";
    case Action::say_header:
      return "if these are the names, say --header";
    case Action::say_delimiter:
      return words_of_delimiter(remedy.value);
    case Action::say_decimal:
      return fmt::format("say --decimal {}", in_quotes(remedy.value));
    case Action::say_encoding:
      return fmt::format("say --encoding {}", remedy.value);
    case Action::say_missing:
      return "if such texts mean a missing value, name them with --missing";
    case Action::say_sheet:
      return fmt::format("take one of them, such as --sheet {}",
                         shell_word(remedy.columns.empty() ? "1" : remedy.columns.front()));
    case Action::say_skip:
      return fmt::format("if a title stands above the table, leave its lines out with --skip {}",
                         remedy.value.empty() ? "N" : remedy.value);
    case Action::say_totals:
      return "say --totals (it is left out)";
    case Action::say_no_totals:
      return "say --no-totals if it is a record";
    case Action::say_format:
      return "say the format with --output-format, such as --output-format csv";
    default:
      return {};
  }
}

std::string words_of_remedy(const Remedy& remedy, const Place& place) {
  switch (remedy.action) {
    case Action::fill_in:
      return "fill them in";
    case Action::drop:
      return words_of_drop(remedy.columns);
    case Action::keep:
      return words_of_keep(remedy.columns);
    case Action::keep_identifiers:
      return "say --keep-identifiers";
    case Action::mask:
      return words_of_mask(remedy.columns, !remedy.value.empty());
    case Action::plan:
      return fmt::format("say what each column is in a schema, which {} writes",
                         inspect_command(place.file, remedy.value));
    case Action::name_there:
      return fmt::format("name {} there", remedy.columns.size() == 1 ? "it" : "them");
    case Action::say_role:
      return fmt::format("say role = \"drop\" or role = \"mask\" of {} in the schema",
                         remedy.columns.size() == 1 ? "it" : "them");
    case Action::rename:
      return fmt::format(
          "rename a text file to .csv or .tsv, or send it in with - in place of its name and < {} "
          "behind it",
          shell_word(place.file));
    case Action::lower_ceiling:
      return "ask for a lower --max-risk, so that a safer setting is chosen";
    case Action::make_private:
      return fmt::format("make it yours alone with chmod 600 {}", shell_word(place.file));
    case Action::drop_rare_units:
      return "leave them out with --rare drop";
    case Action::say_memory:
      return fmt::format("allow it with --memory {}", remedy.value);
    case Action::say_no_derive:
      return "mask them by themselves with --no-derive";
    case Action::make_key_file:
      return "make one with head -c 32 /dev/urandom";
    default:
      return words_of_saying(remedy);
  }
}

}  // namespace

std::string inspect_command(const std::string& input, const std::string& reading) {
  const bool is_file = input != "-" && input != "standard input";
  return fmt::format("overhand inspect {}{} --schema F.toml", is_file ? shell_word(input) : "IN",
                     reading);
}

std::string words_of(const Error& error) {
  return in_full(error, [&](const Remedy& remedy) { return words_of_remedy(remedy, error.place); });
}

}  // namespace overhand::cli
