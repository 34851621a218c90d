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
  std::string_view instead = {};        // the one to write where this one is only read
  bool is_folder = false;               // of files in this format

  bool is_text() const { return file == FileFormat::csv || file == FileFormat::tsv; }
  bool is_workbook() const { return file == FileFormat::xlsx || file == FileFormat::ods; }
  char delimiter() const { return file == FileFormat::tsv ? '\t' : ','; }
};

inline bool is_standard_stream(const std::string& path) { return path == "-"; }

// "-" is CSV; a folder is one of Parquet files. Fails on an extension we do not know, with the ones
// we do.
Result<Format> format_of(const std::string& path);

// The same of a file that is to be written. Fails also on a format that is only read.
Result<Format> output_format_of(const std::string& path);

// The one to write that is called so: csv, csv.gz, parquet, ... Fails with the names there are.
Result<Format> format_named(const std::string& name);

// Of the files that can be read, in lower case.
std::vector<std::string> readable_extensions();

}  // namespace overhand::io
