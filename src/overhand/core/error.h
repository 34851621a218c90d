// Error: why there is no result, as data. The library says what is wrong and where; what would help
// is a list that each face words in its own way: an option of the command line, a choice of the
// page, an argument in Python.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace overhand {

enum class ErrorKind { invalid_option, invalid_data, io, cancelled, refused };

// Where it is; what is not known is empty.
struct Place {
  std::string file = {};                             // as the caller called it
  std::optional<std::size_t> line = std::nullopt;    // of a text, from 1
  std::optional<std::size_t> record = std::nullopt;  // of any other file, from 1
  std::string column = {};
  std::string option = {};
  std::string sheet = {};                         // of a workbook
  std::optional<std::size_t> row = std::nullopt;  // of a sheet, from 1
};

enum class Action {
  fill_in,           // give the columns' missing values
  drop,              // leave the columns out
  keep,              // let the columns go out as they are
  keep_identifiers,  // let them go out although they tell records apart
  mask,              // mask them although they look like identifiers
  plan,              // say in a schema what they are
  name_there,        // name them in the schema that forgets them
  say_role,          // say in the schema what becomes of them
  say_header,        // the first line holds the names of the columns
  say_no_header,     // the first line is a record
  say_delimiter,     // this separates the fields
  say_decimal,       // this is the decimal sign
  say_encoding,      // the text is in this encoding
  say_missing,       // the texts among numbers mean missing values
  say_sheet,         // take one of these sheets: `columns` has their names
  say_skip,          // as many lines stand above the names; empty: some
  say_totals,        // the last row holds totals
  say_no_totals,     // it is a record
  say_format,        // write this format, whatever the file is called
  rename,            // give the file the extension of its format
  lower_ceiling,     // ask for less risk
  make_private,      // let nobody else read the key file
  make_key_file,     // write a new one
  drop_rare_units,   // leave out units of sizes that are too rare to mask
  say_memory,        // let it take so much memory
  say_no_derive,     // mask sums by themselves
};

struct Remedy {
  Action action;
  std::vector<std::string> columns = {};
  std::string value = {};  // what to say
};

struct Error {
  ErrorKind kind;
  std::string message;  // a sentence: what is wrong; never a cell's value
  Place place = {};
  std::vector<Remedy> remedies = {};  // each of them helps; the likeliest first
};

// The error, said to be in this file where it names none yet.
Error in_file(const std::string& file, Error error);

// "line 17", "record 16", "sheet 'visits', row 17", or nothing where none is known.
std::string position_of(const Place& place);

// "people.csv, line 3: SENTENCE", without what to do about it.
std::string sentence_of(const Error& error);

// "SENTENCE; leave it out with --drop age, or let it go out as it is with --keep age.": `words`
// gives each remedy in the words of a face.
std::string in_full(const Error& error, const std::function<std::string(const Remedy&)>& words);

}  // namespace overhand
