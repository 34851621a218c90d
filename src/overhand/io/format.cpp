#include "overhand/io/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace overhand::io {
namespace {

constexpr std::array<Format, 14> formats = {{
    {FileFormat::csv, Compression::none, ".csv"},
    {FileFormat::csv, Compression::gzip, ".csv.gz"},
    {FileFormat::csv, Compression::zstd, ".csv.zst"},
    {FileFormat::tsv, Compression::none, ".tsv"},
    {FileFormat::tsv, Compression::gzip, ".tsv.gz"},
    {FileFormat::tsv, Compression::zstd, ".tsv.zst"},
    {FileFormat::parquet, Compression::none, ".parquet"},
    {FileFormat::feather, Compression::none, ".feather"},
    {FileFormat::feather, Compression::none, ".arrow"},
    {FileFormat::orc, Compression::none, ".orc"},
    {FileFormat::dta, Compression::none, ".dta"},
    {FileFormat::sav, Compression::none, ".sav"},
    {FileFormat::sav, Compression::none, ".zsav"},
    {FileFormat::sas7bdat, Compression::none, ".sas7bdat"},
}};

constexpr std::array workbooks = {".xlsx", ".xls", ".xlsm", ".xlsb", ".ods"};

}  // namespace

Result<Format> format_of(const std::string& path) {
  if (is_standard_stream(path)) return Format{FileFormat::csv};
  std::string lower = path;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const Format& format : formats) {
    if (lower.ends_with(format.extension)) return format;
  }
  const auto ends_path = [&](const char* extension) { return lower.ends_with(extension); };
  if (std::ranges::any_of(workbooks, ends_path)) {
    return Error{ErrorKind::invalid_option,
                 "the format is told by the extension, and Excel and OpenDocument workbooks are "
                 "not read or written as yet; take CSV (UTF-8, with commas) instead.",
                 {path}};
  }
  return Error{
      ErrorKind::invalid_option,
      "the format is told by the extension, which must be .csv, .tsv (also .gz, .zst), .parquet, "
      ".feather, .arrow, .orc, .dta, .sav, .zsav or .sas7bdat.",
      {path}};
}

Result<Format> output_format_of(const std::string& path) {
  auto format = format_of(path);
  if (!format || format->file != FileFormat::sas7bdat) return format;
  return Error{ErrorKind::invalid_option,
               "files of SAS are read and not written; take .csv, which SAS reads, or .dta.",
               {path}};
}

}  // namespace overhand::io
