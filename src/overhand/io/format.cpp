#include "overhand/io/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

constexpr std::array<Format, 9> formats = {{
    {FileFormat::csv, Compression::none, ".csv"},
    {FileFormat::csv, Compression::gzip, ".csv.gz"},
    {FileFormat::csv, Compression::zstd, ".csv.zst"},
    {FileFormat::tsv, Compression::none, ".tsv"},
    {FileFormat::tsv, Compression::gzip, ".tsv.gz"},
    {FileFormat::tsv, Compression::zstd, ".tsv.zst"},
    {FileFormat::parquet, Compression::none, ".parquet"},
    {FileFormat::feather, Compression::none, ".feather"},
    {FileFormat::feather, Compression::none, ".arrow"},
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
      ".feather or .arrow.",
      {path}};
}

Result<Format> format_named(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Format& format : formats) {
    names.push_back(format.extension.substr(1));
    if (names.back() == name) return format;
  }
  return Error{ErrorKind::invalid_option,
               fmt::format("There is no format '{}'; the formats are {}.", told(name),
                           fmt::join(names, ", "))};
}

std::vector<std::string> readable_extensions() {
  std::vector<std::string> extensions;
  for (const Format& format : formats) extensions.emplace_back(format.extension);
  return extensions;
}

}  // namespace overhand::io
