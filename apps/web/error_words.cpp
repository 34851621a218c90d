#include "error_words.h"

#include <fmt/format.h>

#include "overhand/table/column_words.h"

namespace overhand::web {
namespace {

std::string words_of_remedy(const Remedy& remedy) {
  switch (remedy.action) {
    case overhand::Action::fill_in:
      return "fill them in";
    case overhand::Action::drop:
      return fmt::format("set the role of {} to drop", told(remedy.columns));
    case overhand::Action::keep:
      return "set it to keep, which lets it go out as it is";
    case overhand::Action::keep_identifiers:
      return "tick that identifiers may be kept";
    case overhand::Action::mask:
      return "set it to mask";
    case overhand::Action::plan:
      return "see under Columns what each of them is";
    case overhand::Action::name_there:
      return "name it in the schema";
    case overhand::Action::say_role:
      return "choose what becomes of them among the columns";
    case overhand::Action::say_no_header:
      return "say that the first line is a record (the columns are then called column1, column2, "
             "...)";
    case overhand::Action::say_header:
      return "say that it holds the names";
    case overhand::Action::say_delimiter:
      if (remedy.value.empty()) return "say which sign separates the fields";
      return fmt::format("say that fields are separated by {}",
                         remedy.value == "\t" ? "tabs" : fmt::format("'{}'", remedy.value));
    case overhand::Action::say_decimal:
      return fmt::format("say that the decimal sign is a {}",
                         remedy.value == "," ? "comma" : "point");
    case overhand::Action::say_encoding:
      return fmt::format("say that the text is in {}", remedy.value);
    case overhand::Action::say_missing:
      return "write nothing where a value is missing";
    case overhand::Action::say_sheet:
      return "choose one of them";
    case overhand::Action::say_skip:
      return "if a title stands above the table, remove it or say where the table begins";
    case overhand::Action::say_totals:
      return "say that it is left out";
    case overhand::Action::say_no_totals:
      return "say that it is a record";
    case overhand::Action::say_format:
    case overhand::Action::rename:
      return "give the file the extension of its format";
    case overhand::Action::lower_ceiling:
      return "ask for a lower ceiling, so that a safer setting is chosen";
    case overhand::Action::drop_rare_units:
      return "tick under Relations that they are left out";
    case overhand::Action::say_memory:
    case overhand::Action::say_no_derive:
      return "mask it with the command line, a column at a time";
    case overhand::Action::make_private:
    case overhand::Action::make_key_file:
      return "let the page take a fresh key";
  }
  return {};
}

}  // namespace

std::string words_of(Error error, const OpenTable& table) {
  if (error.place.file == table.path) error.place.file = table.filename;
  return in_full(error, words_of_remedy);
}

Error malformed(const char* what) {
  return {ErrorKind::invalid_option, fmt::format("{} must be given as the page gives it.", what)};
}

}  // namespace overhand::web
