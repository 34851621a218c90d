// The format of a table's file, by its extension.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"

namespace overhand::io {

enum class FileFormat { csv, tsv, parquet, feather, orc, xlsx, ods, dta, sav, sas7bdat };
enum class Compression { none, gzip, zstd };

struct Format {
  FileFormat file;
  Compression compression = Compression::none;
  std::string_view extension = ".csv";  // in lower case

  bool is_text() const { return file == FileFormat::csv || file == FileFormat::tsv; }
  char delimiter() const { return file == FileFormat::tsv ? '\t' : ','; }
};

inline bool is_standard_stream(const std::string& path) { return path == "-"; }

// "-" is CSV. Fails on an extension we do not know, with the ones we do.
Result<Format> format_of(const std::string& path);

// The one called so: csv, csv.gz, parquet, ... Fails with the names there are.
Result<Format> format_named(const std::string& name);

// Of the files that can be read, in lower case.
std::vector<std::string> readable_extensions();

}  // namespace overhand::io
