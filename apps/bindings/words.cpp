#include "bindings/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/table/column_words.h"

namespace overhand::bindings {
namespace {

// Both languages take these escapes.
std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return printable(all + "\"");
}

class Words {
 public:
  Words(Language language, const Place& place) : language_(language), place_(place) {}

  std::string of(const Remedy& remedy) const {
    switch (remedy.action) {
      case Action::fill_in:
        return "fill them in";
      case Action::drop:
        return fmt::format("leave {} out with {}", it(remedy, "the column"),
                           say("drop", remedy.columns));
      case Action::keep:
        return remedy.columns.size() > 1
                   ? "let some of them go out as they are with keep"
                   : "let it go out as it is with " + say("keep", remedy.columns);
      case Action::keep_identifiers:
        return "say " + truth("keep_identifiers", true);
      case Action::mask:
        return fmt::format("mask {} all the same by naming {} in columns, with all others to mask",
                           it(remedy, "it"), it(remedy, "it"));
      case Action::plan:
        return "say what each column is in a schema, which inspect() proposes";
      case Action::name_there:
        return fmt::format("name {} there", it(remedy, "it"));
      case Action::say_role:
        return fmt::format("say role = \"drop\" or role = \"mask\" of {} in the schema",
                           it(remedy, "it"));
      case Action::lower_ceiling:
        return "ask for a lower max_risk, so that a safer setting is chosen";
      case Action::make_private:
        return fmt::format("make it yours alone with chmod 600 {}", shell_word(place_.file));
      case Action::make_key_file:
        return "make one with head -c 32 /dev/urandom";
      case Action::drop_rare_units:
        return "leave them out with " + say("rare", {"drop"});
      case Action::say_memory:
      case Action::say_no_derive:
        return "mask the file with the command line, a column at a time";
      default:
        return of_reading(remedy);
    }
  }

 private:
  // What is said of how a file is read.
  std::string of_reading(const Remedy& remedy) const {
    switch (remedy.action) {
      case Action::say_header:
        return "if these are the names, say " + truth("header", true);
      case Action::say_no_header:
        return fmt::format(
            "put a line of names above it or say {} (the columns are then called column1, column2, "
            "...)",
            truth("header", false));
      case Action::say_delimiter:
        return remedy.value.empty() ? "if another sign separates the fields, say it with delimiter"
                                    : "say " + say("delimiter", {remedy.value});
      case Action::say_decimal:
        return "say " + say("decimal", {remedy.value});
      case Action::say_encoding:
        return "say " + say("encoding", {remedy.value});
      case Action::say_missing:
        return "if such texts mean a missing value, name them with missing";
      case Action::say_sheet:
        return "take one of them, such as " +
               say("sheet", {remedy.columns.empty() ? "1" : remedy.columns.front()});
      case Action::say_skip:
        return "if a title stands above the table, leave its lines out with skip";
      case Action::say_totals:
        return fmt::format("say {} (it is left out)", truth("totals", true));
      case Action::say_no_totals:
        return fmt::format("say {} if it is a record", truth("totals", false));
      case Action::say_format:
      case Action::rename:
        return "give the file the extension of its format";
      default:
        return {};
    }
  }

  static const char* it(const Remedy& remedy, const char* one) {
    return remedy.columns.size() == 1 ? one : "them";
  }
  std::string say(const std::string& name, const std::vector<std::string>& values) const {
    return argument(language_, name, values);
  }
  std::string truth(const char* name, bool value) const {
    const bool is_r = language_ == Language::r;
    return fmt::format("{}{}{}", name, is_r ? " = " : "=",
                       value ? (is_r ? "TRUE" : "True") : (is_r ? "FALSE" : "False"));
  }

  Language language_;
  const Place& place_;
};

}  // namespace

std::string argument(Language language, const std::string& name,
                     const std::vector<std::string>& values) {
  std::vector<std::string> words;
  std::ranges::transform(values, std::back_inserter(words), quoted);
  const std::string all = fmt::format("{}", fmt::join(words, ", "));
  if (language == Language::r) {
    return fmt::format("{} = {}", name, words.size() == 1 ? all : "c(" + all + ")");
  }
  return fmt::format("{}={}", name, words.size() == 1 ? all : "[" + all + "]");
}

std::vector<std::string> words_on_codes(const std::vector<std::string>& columns,
                                        Language language) {
  if (columns.empty()) return {};
  const bool is_one = columns.size() == 1;
  return {fmt::format(
      "{} {}, which {}, but {} masked as such; say what {} in a schema, which {} writes.",
      is_one ? at_start(columns.front()) : "The columns " + told(columns),
      is_one ? "looks like a code" : "look like codes", is_one ? "is no amount" : "are no amounts",
      is_one ? "is" : "are", is_one ? "it is" : "they are",
      language == Language::r ? "write_schema(inspect(data), path)"
                              : "inspect(data).write_schema(path)")};
}

std::string words_of(const Error& error, Language language) {
  const Words words(language, error.place);
  std::string text = in_full(error, [&](const Remedy& remedy) { return words.of(remedy); });
  const bool begins_with_name = !error.place.file.empty();
  if (!begins_with_name && !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
      (text.starts_with("column ") || text.starts_with("the ") || text.starts_with("these ") ||
       text.starts_with("two "))) {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

}  // namespace overhand::bindings
