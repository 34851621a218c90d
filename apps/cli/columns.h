// What is said about columns, by flags and by a schema, and the table that is read by it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "commands/preparation.h"
#include "overhand/io/format.h"
#include "overhand/io/read_table.h"
#include "overhand/report/verdict.h"

namespace overhand::cli {

// --schema F.toml.
void add_schema_option(CLI::App& command, std::string& path);

// --within, --unit, --order, --rare, --derive, --no-derive, --rule and --weight: what binds records
// and columns. --keys, --suppress and --suppress-records: by what records are known.
struct StructureArguments {
  Structure said;
  std::string rare;
  std::size_t suppress_records = 0;  // those that share their keys with fewer are left out
  bool takes_rare_units = false;     // the method keeps units whole, of whatever size
  bool suppresses_records = false;   // so those below the k of the schema
  bool no_derive = false;            // linear relations that are found are left to themselves

  void add_to(CLI::App& command);
  void add_binding_to(CLI::App& command);  // --within, --unit and --order alone
  void add_keys_to(CLI::App& command);
  void add_measured_to(CLI::App& command);  // --rule and --weight alone: what is measured by
};

// The choice with the plans and the structure of the schema, where there is one; the flags win.
ColumnChoice with_schema(ColumnChoice choice, const std::string& schema,
                         const StructureArguments& structure = {});

// The table; fails with a sentence whose commands read the file in the same way.
io::TableInFile read_or_fail(const std::string& path, const ColumnChoice& choice,
                             const io::ReadOptions& reading);

// The table to mask, coarsened as the schema says, without units of rare sizes where that is said,
// and the choice with the linear relations that were found in it. Says on stderr what was coarsened
// and left out, what will be computed, and that a weight is masked. Fails on columns that look like
// identifiers until somebody decides them, on rules that the table breaks and on weights that are
// none.
commands::PreparedTable read_to_mask(const std::string& path, ColumnChoice& choice,
                                     const io::ReadOptions& reading,
                                     const StructureArguments& structure);

// Makes the keys shared in the way that loses least. Says on stderr what was coarsened or left out.
void prepare_keys(const std::string& path, commands::PreparedTable& read,
                  const ColumnChoice& choice);

// The table as the schema coarsens it. Says so on stderr.
commands::PreparedTable coarsened_or_fail(const std::string& path, io::TableInFile read,
                                          const ColumnChoice& choice);

// Fails on rules that the original breaks and on weights that are none, with the line of the first
// record.
void check_measured(const std::string& path, const Table& original, const Structure& structure,
                    const io::ReadOptions& reading);

// The error in its file, with the line of the record where it names one.
Error in_lines_of(const std::string& path, const Error& problem, const io::ReadOptions& reading);

// Fails on what no masking can mend: records that are unique on the columns to keep.
void check_kept(const Table& original, const Structure& structure);

// Says a sentence on stderr.
void say(const std::string& sentence);

// Says on stderr what of the file is no record.
void say_notes(const std::string& path, const io::TableInFile& read);

// Says on stderr which columns of the table that was written lose kinds of missing values.
void say_plain_gaps(const std::string& path, const Table& masked, const io::Format& format);

// Says on stderr, once all is done, which columns were masked as amounts though they look like
// codes.
void say_codes(const std::string& path, const Table& original, const ColumnChoice& choice,
               const io::ReadOptions& reading);

// Says on stderr that the letters of the table were read as Windows-1252 by a guess: other code
// pages have other letters in their place.
void say_guessed_encoding(const std::string& path, const Table& original, const io::Layout& layout,
                          const io::ReadOptions& reading);

}  // namespace overhand::cli
