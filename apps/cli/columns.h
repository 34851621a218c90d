// What is said about columns, by flags and by a schema, and the table that is read by it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "overhand/io/format.h"
#include "overhand/io/read_table.h"

namespace overhand::cli {

// --schema F.toml.
void add_schema_option(CLI::App& command, std::string& path);

// The choice with the plans of the schema, where there is one; the flags win. Says on stderr what
// the schema has that no command uses yet.
ColumnChoice with_schema(ColumnChoice choice, const std::string& schema);

// The table to mask. Fails on columns that look like identifiers until somebody decides them.
io::TableInFile read_to_mask(const std::string& path, const ColumnChoice& choice,
                             const io::ReadOptions& reading);

// Says on stderr what of the file is no record.
void say_notes(const std::string& path, const io::TableInFile& read);

// Says on stderr which columns of the table that was written lose kinds of missing values.
void say_plain_gaps(const std::string& path, const Table& masked, const io::Format& format);

// Says on stderr, once all is done, which columns were masked as amounts though they look like
// codes.
void say_codes(const std::string& path, const Table& original, const ColumnChoice& choice);

}  // namespace overhand::cli
