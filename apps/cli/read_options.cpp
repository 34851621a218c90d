// What is said about the files that a command reads and writes.
#include <algorithm>
#include <map>

#include "command_line.h"
#include "commands/reading_words.h"
#include "option_checks.h"
#include "overhand/core/text.h"
#include "overhand/io/format.h"
#include "overhand/table/column_list.h"

namespace overhand::cli {
namespace {

constexpr const char* group = "How a file is written (found by looking, unless you say so)";

// A sign, or the word for it.
char sign_of(const std::string& text) {
  static const std::map<std::string, char> words = {{"comma", ','}, {"semicolon", ';'},
                                                    {"tab", '\t'},  {"\\t", '\t'},
                                                    {"pipe", '|'},  {"point", '.'}};
  const auto found = words.find(text);
  if (found != words.end()) return found->second;
  return text.size() == 1 ? text.front() : '\0';
}

// For Option::check(): one of these signs, or the word for it.
CLI::Validator sign_among(std::string signs, std::string sentence) {
  return {[signs = std::move(signs), sentence = std::move(sentence)](const std::string& text) {
            const char sign = sign_of(text);
            const bool is_known = sign != '\0' && signs.find(sign) != std::string::npos;
            return is_known ? std::string() : sentence;
          },
          ""};
}

const std::map<std::string, io::Encoding>& encodings() {
  using io::Encoding;
  static const std::map<std::string, Encoding> by_name = {
      {"utf-8", Encoding::utf8},          {"utf8", Encoding::utf8},
      {"utf-16", Encoding::utf16_little}, {"utf-16le", Encoding::utf16_little},
      {"utf-16be", Encoding::utf16_big},  {"windows-1252", Encoding::windows1252},
      {"cp1252", Encoding::windows1252},  {"latin-1", Encoding::windows1252},
      {"latin1", Encoding::windows1252},  {"iso-8859-1", Encoding::windows1252},
  };
  return by_name;
}

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

CLI::Validator known_encoding() {
  return {[](const std::string& text) {
            return encodings().contains(in_small_letters(text))
                       ? std::string()
                       : "it must be utf-8, utf-16, utf-16le, utf-16be or windows-1252 (latin-1)";
          },
          ""};
}

void add_sign(CLI::App& command, const char* flag, std::optional<char>& sign, const char* help,
              const CLI::Validator& check) {
  command
      .add_option_function<std::string>(
          flag, [&sign](const std::string& text) { sign = sign_of(text); }, help)
      ->check(check)
      ->group(group)
      ->type_name("SIGN");
}

struct Flag {
  const char* names;
  const char* help;
};

// Two flags of which at most one is given, each with the value that it means.
template <class Value>
void add_either(CLI::App& command, Value& value, const std::pair<Flag, Value>& one,
                const std::pair<Flag, Value>& other) {
  const auto add = [&](const std::pair<Flag, Value>& meant) {
    return command
        .add_flag_callback(
            meant.first.names, [&value, said = meant.second] { value = said; }, meant.first.help)
        ->group(group);
  };
  auto* first = add(one);
  add(other)->excludes(first);
}

void add_headers(CLI::App& command, io::Header& header) {
  add_either<io::Header>(
      command, header,
      {{"--header",
        "the first line of a text file holds the columns' names, whatever it looks like"},
       io::Header::present},
      {{"--no-header,--no_header",
        "it holds a record: the columns are called column1, column2, ..."},
       io::Header::absent});
}

void add_totals(CLI::App& command, io::LastRow& last) {
  add_either<io::LastRow>(
      command, last,
      {{"--totals", "the last row of a text file or a workbook holds totals: it is left out"},
       io::LastRow::totals},
      {{"--no-totals,--no_totals", "it is a record, whatever it looks like"}, io::LastRow::record});
}

}  // namespace

void add_read_options(CLI::App& command, io::ReadOptions& options) {
  add_sign(command, "--delimiter", options.delimiter, "between fields: , ; tab | or another sign",
           sign_among(std::string(io::usual_delimiters).append(io::rare_delimiters),
                      "it must be one sign: a comma, a semicolon, tab, | or one of ^~:#&!$%*/@"));
  add_sign(command, "--decimal", options.decimal, "in numbers: . or ,",
           sign_among(".,", "it must be . or ,"));
  command
      .add_option_function<std::string>(
          "--encoding",
          [&options](const std::string& text) {
            options.encoding = encodings().at(in_small_letters(text));
          },
          "utf-8, utf-16, windows-1252 or latin-1")
      ->check(known_encoding())
      ->group(group)
      ->type_name("NAME");
  add_headers(command, options.header);
  command
      .add_option("--skip", options.skip,
                  "lines of a text file or rows of a workbook above the names of the columns")
      ->transform(whole_number(0, 1'000'000))
      ->group(group)
      ->type_name("N");
  add_totals(command, options.last_row);
  command
      .add_option_function<std::vector<std::string>>(
          "--missing",
          [&options](const std::vector<std::string>& lists) {
            options.missing = names_meant(lists, {});
          },
          "these texts mean a missing value, such as -99")
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("A,B");
  command.add_option("--sheet", options.sheet, "the sheet of a workbook, by name or number")
      ->group(group)
      ->type_name("SHEET");
}

std::string reading_text(const io::ReadOptions& reading) {
  std::string text;
  for (const std::string& word : commands::reading_words(reading)) text += " " + shell_word(word);
  return text;
}

void add_output_format(CLI::App& command, std::string& name) {
  command
      .add_option(
          "--output-format,--output_format", name,
          "csv, tsv, parquet, feather, arrow, orc, dta, sav, zsav or xlsx, csv.gz and the like, "
          "whatever the extension of OUT [the extension's]")
      ->type_name("NAME");
}

io::Format output_format(const std::string& path, const std::string& name) {
  return value_or_fail(name.empty() ? io::output_format_of(path) : io::format_named(name));
}

}  // namespace overhand::cli
