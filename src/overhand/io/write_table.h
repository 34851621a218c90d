// Writes a table to a file or to standard output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/core/progress.h"
#include "overhand/core/result.h"
#include "overhand/io/layout.h"
#include "overhand/table/table.h"

namespace overhand::io {

// In the format of the extension, unless `as` says another; "-" is CSV to standard output. The file
// appears whole or not at all. Text shows each number in the shortest form that reads back as the
// same number, so that it carries no trace of how the original was written. A missing value is an
// empty cell, or a null. Where it is the format of `like`, in its layout: delimiter, decimal sign,
// encoding, line ends, sheet. A table that came without names goes out without, unless columns in
// front of others are gone.
Status write_table(const Table& table, const std::string& path, const Progress& progress = {},
                   const Layout& like = {}, const std::optional<Format>& as = std::nullopt);

// The columns of the table with values that its file calls missing (SPSS's declared ones, Stata's
// .a to .z), where the format has one kind of gap alone, which they become.
std::vector<std::string> columns_with_plain_gaps(const Table& table, const Format& format);

}  // namespace overhand::io
